"""How a book looks as a whole: its colours and faces, and the styles that come after the usual ones."""

from __future__ import annotations

from dataclasses import dataclass

from rollbook.model.logo import Logo
from rollbook.model.own_font import NO_OWN_FONTS, OwnFonts
from rollbook.model.settings import NO_COLOURS, Colours, Fonts

# Those that come with Rollbook, each a folder of site_templates/themes; `standard` is what every book has without one.
STANDARD_THEME = "standard"
SHIPPED = ("grimoire", "terminal", "academic")
OWN = "own"  # the one in the shelf's folder theme/
THEMES = (STANDARD_THEME, *SHIPPED)
# The families that come with Rollbook; where each lies is in render/fonts/packages.py.
FAMILY_NAMES = ("Alegreya", "Alegreya SC", "Alegreya Sans", "Grenze Gotisch", "IBM Plex Mono", "STIX Two Text")
STANDARD_FONTS = Fonts("Alegreya", "Alegreya SC", "Alegreya Sans")


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
    own_fonts: OwnFonts = NO_OWN_FONTS  # fonts that the shelf brings along, before those of the theme


STANDARD_LOOK = Theme()
