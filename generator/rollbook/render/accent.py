"""A book's colour, in the shades that stay readable on paper, in the dark and on its cover, and its emblem."""

from __future__ import annotations

import zlib
from dataclasses import replace

from rollbook.model.book import Book
from rollbook.model.colour import luminance, mixed, readable
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.settings import COVER_LETTERING, STANDARD, Colours, Shades, filled

# Book cloth: each tells itself apart from the others beside it on the shelf.
PALETTE = (
    "#8c2f2b",  # oxblood
    "#1f5a57",  # verdigris
    "#33498a",  # woad
    "#7a5212",  # saddle
    "#6a3272",  # mulberry
    "#2f6136",  # moss
    "#96451a",  # rust
    "#37566b",  # slate
)

# A little more than enough leaves room for the tinted boxes that text also stands on.
_TEXT_CONTRAST = 5.5
_COVER_CONTRAST = 7.0
_SOFT_CONTRAST = 5.0
_LINE_CONTRAST = 3.0


@dataclass(frozen=True, slots=True)
class Accent:
    """`light` and `dark` are for text and rules on the page in each theme, `cover` lies under the cover's lettering."""

    light: str
    dark: str
    cover: str
    lettering: str

    @property
    def night(self) -> str:
        """The cover in the shade: further from its lettering."""
        return mixed(self.cover, "#000000" if luminance(self.lettering) > luminance(self.cover) else "#ffffff", 0.42)


SHELF_SHADES = Accent("#8c2f2b", "#d5827e", "#6d2522", COVER_LETTERING)


def shelf_shades(papers: Colours) -> Accent:
    """The papers of the home page -> the shelf's own shades."""
    light, dark = (papers.light.accent or SHELF_SHADES.light, papers.dark.accent or SHELF_SHADES.dark)
    return replace(SHELF_SHADES, light=readable(light, papers.light.paper), dark=readable(dark, papers.dark.paper))


def book_colour(book: Book) -> str:
    """A book -> the colour that its settings or its theme name, or one that stays the same as long as its id does."""
    own = PALETTE[zlib.crc32(book.id.encode()) % len(PALETTE)]
    return book.settings.accent or book.theme.colours.light.accent or own


def accent(book: Book, papers: Colours = STANDARD) -> Accent:
    """A book, the papers that it is shown on -> its shades."""
    chosen = book_colour(book)
    cloth, lettering = book.settings.cover.cloth, book.settings.cover.lettering or COVER_LETTERING
    return Accent(
        light=readable(chosen, papers.light.paper, _TEXT_CONTRAST),
        dark=readable(chosen, papers.dark.paper, _TEXT_CONTRAST),
        cover=readable(cloth, lettering) if cloth else readable(chosen, lettering, _COVER_CONTRAST),
        lettering=lettering,
    )


@dataclass(frozen=True, slots=True)
class Scheme:
    """The colours of a page in the light or in the dark."""

    paper: str
    raised: str
    ink: str
    soft: str
    hairline: str
    strong: str
    accent: str


def colours(book: Book) -> Colours:
    """A book -> the colours that its pages are made of: its own, then its theme's, then the usual ones."""
    light, dark = book.theme.colours.light, book.theme.colours.dark
    if book.settings.accent:
        light, dark = replace(light, accent=""), replace(dark, accent="")
    return filled(book.settings.colours, filled(Colours(light, dark), STANDARD))


def schemes(book: Book) -> tuple[Scheme, Scheme]:
    """A book -> its colours in the light and in the dark, each that text is written in readable on its paper."""
    chosen = colours(book)
    return schemes_of(chosen, accent(book, chosen))


def schemes_of(chosen: Colours, shades: Accent) -> tuple[Scheme, Scheme]:
    """Colours and a book's or the shelf's shades -> the colours of a page in the light and in the dark."""
    return _scheme(chosen.light, shades.light, "#ffffff"), _scheme(chosen.dark, shades.dark, chosen.dark.ink)


def _scheme(chosen: Shades, accent: str, raise_to: str) -> Scheme:
    ink = readable(chosen.ink, chosen.paper)
    return Scheme(
        paper=chosen.paper,
        raised=mixed(chosen.paper, raise_to, 0.6 if raise_to == "#ffffff" else 0.06),
        ink=ink,
        soft=readable(mixed(ink, chosen.paper, 0.28), chosen.paper, _SOFT_CONTRAST),
        hairline=mixed(chosen.paper, ink, 0.18),
        strong=readable(mixed(chosen.paper, ink, 0.45), chosen.paper, _LINE_CONTRAST),
        accent=readable(chosen.accent, chosen.paper) if chosen.accent else accent,
    )


_DICE = ("d20", "d12", "d10", "d8", "d6", "d4")


def emblem(book: Book) -> str:
    """A book -> the drawing that is stamped into its cover, or nothing.

    The one that its settings name, or a die that stays the same as long as the book's id does.
    """
    chosen = book.settings.emblem or _DICE[zlib.crc32(book.id[::-1].encode()) % len(_DICE)]
    return "" if chosen == "none" else chosen
