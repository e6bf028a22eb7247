"""The faces of every edition, and their packages.

Which scripts a family is written in, and its files, one for each script, weight and style.
"""

from __future__ import annotations

import json

from rollbook.model.quick_dataclass import dataclass
from rollbook.theme_files import package_bytes

Cut = tuple[int, str]  # weight and style
_REGULAR, _ITALIC, _BOLD, _BOLD_ITALIC = (400, "normal"), (400, "italic"), (700, "normal"), (700, "italic")


@dataclass(frozen=True, slots=True)
class StandIn:
    """A kind of fonts that every system has, and the widths and heights to give them so that no line moves later."""

    generic: str
    fonts: tuple[str, ...]
    width: float
    above: float
    below: float


_TIMES = ("Times New Roman", "Liberation Serif", "Tinos")
_COURIER = ("Courier New", "Liberation Mono", "Cousine")


@dataclass(frozen=True, slots=True)
class Family:
    """A family of faces: its name, its package, its cuts for the site, where each is fetched, and for paper.

    Those without a stand-in here have it in site_templates/styles/tokens.css.
    """

    name: str
    package: str
    site: tuple[Cut, ...]
    paper: tuple[Cut, ...]
    stand_in: StandIn | None = None


# The first three are the usual ones: six cuts for the site, so that the heaviest page stays light; bold italic is
# slanted by the browser, and italic in tables is the text's (tables.css). A page that is set in others fetches those
# instead.
FAMILIES = {
    family.name: family
    for family in (
        Family("Alegreya", "alegreya", (_REGULAR, _ITALIC, _BOLD), (_REGULAR, _ITALIC, _BOLD, _BOLD_ITALIC)),
        Family("Alegreya SC", "alegreya-sc", ((500, "normal"),), ((500, "normal"), _BOLD)),
        Family("Alegreya Sans", "alegreya-sans", (_REGULAR, _BOLD), (_REGULAR, _ITALIC, _BOLD, _BOLD_ITALIC)),
        Family(
            "Grenze Gotisch",
            "grenze-gotisch",
            ((500, "normal"),),
            ((500, "normal"),),
            StandIn("serif", _TIMES, 89.5, 123, 42.5),
        ),
        Family(
            "IBM Plex Mono",
            "ibm-plex-mono",
            (_REGULAR, _ITALIC, _BOLD),
            (_REGULAR, _ITALIC, _BOLD, _BOLD_ITALIC),
            StandIn("monospace", _COURIER, 100, 102.5, 27.5),
        ),
        Family(
            "STIX Two Text",
            "stix-two-text",
            (_REGULAR, _ITALIC, _BOLD),
            (_REGULAR, _ITALIC, _BOLD, _BOLD_ITALIC),
            StandIn("serif", _TIMES, 105.4, 72.3, 22.6),
        ),
    )
}

# Every family has it, and a package that names no scripts has nothing else.
LATIN = "latin"


def scripts_of(package: str) -> dict[str, str]:
    """A package -> its scripts in the order of their names, each with the ranges of its characters."""
    written = json.loads(package_bytes(scripts_file(package))) or {LATIN: ""}
    return {script.strip("[]"): ranges for script, ranges in sorted(written.items())}


def scripts_file(package: str) -> str:
    """A package -> the path, among the front-end packages, of the list of its scripts."""
    return f"@fontsource/{package}/unicode.json"


def licence_file(package: str) -> str:
    """A package -> the path of its licence."""
    return f"@fontsource/{package}/LICENSE"


def font_file(package: str, script: str, weight: int, style: str) -> str:
    """Which font -> the path of its file, in the form that is read fastest."""
    return f"@fontsource/{package}/files/{package}-{script}-{weight}-{style}.woff"
