"""How a book looks as a whole: its colours, its faces, also those that the shelf brings along, its logo and styles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from rollbook.model.quick_dataclass import dataclass
from rollbook.model.settings import NO_COLOURS, Colours, Fonts, LogoSettings
from rollbook.model.source import Asset, Place, find_picture


@dataclass(frozen=True, slots=True)
class FontFile:
    """One of them, unpacked: its weight and style, and the characters that it has.

    `divisible`: its maker allows to publish some of its characters without the others.
    """

    weight: int
    style: str  # normal or italic
    characters: frozenset[int] = field(repr=False)
    divisible: bool
    content: bytes = field(repr=False)

    @property
    def cut(self) -> str:
        """What tells it from the others of its family, as the end of a file's name."""
        return f"{self.weight}-{self.style}"


@dataclass(frozen=True, slots=True)
class OwnFamily:
    """A family of them: its name, its files, how they may be used, and the setting that names it."""

    name: str
    files: tuple[FontFile, ...]
    licence: str
    place: Place

    @property
    def first(self) -> FontFile:
        """The one that most of a text is set in."""
        return min(self.files, key=lambda file: (file.style != "normal", abs(file.weight - 400)))


@dataclass(frozen=True, slots=True)
class OwnFonts:
    """What parts of a page are set in; None: the theme's face."""

    text: OwnFamily | None = None
    headings: OwnFamily | None = None
    tables: OwnFamily | None = None

    @property
    def families(self) -> tuple[OwnFamily, ...]:
        """Each once."""
        uses = (self.text, self.headings, self.tables)
        return tuple({family.name: family for family in uses if family}.values())


NO_OWN_FONTS = OwnFonts()


# Those that come with Rollbook, each a folder of site_templates/themes; `standard` is what every book has without one.
STANDARD_THEME = "standard"
SHIPPED = ("grimoire", "terminal", "academic")
OWN = "own"  # the one in the shelf's folder theme/
THEMES = (STANDARD_THEME, *SHIPPED)
# The families that come with Rollbook; render/fonts says where each is.
FAMILY_NAMES = ("Alegreya", "Alegreya SC", "Alegreya Sans", "Grenze Gotisch", "IBM Plex Mono", "STIX Two Text")
STANDARD_FONTS = Fonts("Alegreya", "Alegreya SC", "Alegreya Sans")


@dataclass(frozen=True, slots=True)
class Logo:
    """A logo: for bright grounds and for dark ones, often the same; what it says, if it carries the name itself."""

    light: Asset
    dark: Asset
    words: str


@dataclass(frozen=True, slots=True)
class Theme:
    """`screen` and `paper` are style sheets; `templates` are names and texts of those that it replaces."""

    name: str = STANDARD_THEME
    colours: Colours = NO_COLOURS
    fonts: Fonts = STANDARD_FONTS
    screen: str = ""
    paper: str = ""
    templates: tuple[tuple[str, str], ...] = ()
    logo: Logo | None = None
    initials: str = "yes"  # no: a chapter's first letter is no larger than others in print
    own_fonts: OwnFonts = NO_OWN_FONTS  # fonts that the shelf brings along, before those of the theme


STANDARD_LOOK = Theme()


def logo_of(settings: LogoSettings, pictures: Iterable[Asset]) -> Logo | None:
    """`logo` in book.yml or shelf.yml, the pictures there are -> the logo, if there is one."""
    named = {asset.path: asset for asset in pictures}
    light, dark = (find_picture(written, named) if written else "" for written in (settings.picture, settings.dark))
    return Logo(named[light], named[dark or light], settings.words) if light else None
