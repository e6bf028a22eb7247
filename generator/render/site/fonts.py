"""The faces that the site is set in: npm packages -> small woff2 files and the @font-face rules that name them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from io import BytesIO

from fontTools.subset import Options, Subsetter  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from generator.output import OutputFile
from generator.render.site.hashed import hashed_name
from generator.render.theme_files import package_bytes


@dataclass(frozen=True, slots=True)
class Face:
    """One cut of a family, as its package names it."""

    family: str
    package: str
    weight: int
    style: str


# Six cuts, so that the heaviest page stays light; bold italic is slanted by the browser, and italic in tables is the
# text's (tables.css).
FACES = (
    Face("Alegreya", "alegreya", 400, "normal"),
    Face("Alegreya", "alegreya", 400, "italic"),
    Face("Alegreya", "alegreya", 700, "normal"),
    Face("Alegreya SC", "alegreya-sc", 500, "normal"),
    Face("Alegreya Sans", "alegreya-sans", 400, "normal"),
    Face("Alegreya Sans", "alegreya-sans", 700, "normal"),
)

# The characters that each of the packages' files holds; a page without Ő or ł never fetches the second.
SUBSETS = {
    "latin": "U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-201F, U+2021-206F, U+20AC, "
    "U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD",
    "latin-ext": "U+0100-0130, U+0132-0151, U+0154-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, "
    "U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, "
    "U+2C60-2C7F, U+A720-A7FF",
}

# Figures that line up in tables and letters that join well; fractions and other extras stay behind.
_FEATURES = ["ccmp", "kern", "liga", "lnum", "locl", "mark", "mkmk", "pnum", "tnum"]


@dataclass(frozen=True, slots=True)
class Fonts:
    """The font files below the site's root and the rules that name them, relative to the static folder."""

    files: tuple[OutputFile, ...]
    rules: str


@cache
def fonts() -> Fonts:
    """The installed font packages -> files and rules. The same for every build, so one process works it out once."""
    files: list[OutputFile] = []
    rules: list[str] = []
    for face in FACES:
        for subset, characters in SUBSETS.items():
            name = f"{face.package}-{subset}-{face.weight}-{face.style}.woff2"
            content = _slim(package_bytes(f"@fontsource/{face.package}/files/{name}"))
            path = hashed_name(f"fonts/{name}", content)
            files.append(OutputFile(f"site/static/{path}", content))
            rules.append(_rule(face, path, characters))
    return Fonts(tuple(files), "".join(rules))


def _rule(face: Face, path: str, characters: str) -> str:
    return (
        f'@font-face {{ font-family: "{face.family}"; font-style: {face.style}; font-weight: {face.weight}; '
        f'font-display: swap; src: url("{path}") format("woff2"); unicode-range: {characters}; }}\n'
    )


def _slim(content: bytes) -> bytes:
    """A woff2 file -> the same without instructions for coarse screens, which were up to half of it."""
    font = TTFont(BytesIO(content), recalcTimestamp=False)
    if "fpgm" not in font:
        return content
    options = Options(layout_features=_FEATURES, hinting=False, flavor="woff2", notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=font.getBestCmap())
    subsetter.subset(font)
    slim = BytesIO()
    font.flavor = "woff2"
    font.save(slim)
    return slim.getvalue()
