"""The faces that the site is set in: the toolkit's font files -> their places on the site, and the @font-face rules."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rollbook.model.output import OutputFile
from rollbook.model.toolkit import Files
from rollbook.render.hashed import hashed_name


@dataclass(frozen=True, slots=True)
class Face:
    """One cut of a family, as its package names it."""

    family: str
    package: str
    weight: int
    style: str

    @property
    def cut(self) -> str:
        """The end of its files' names."""
        return f"{self.weight}-{self.style}.woff2"


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


@dataclass(frozen=True, slots=True)
class Subset:
    """Some of the characters of a package's file, for a file of their own: a page fetches only what it needs."""

    name: str
    file: str
    characters: str


# English and its signs; letters with accents, as most of Europe writes them; and the rest of Latin.
SUBSETS = (
    Subset(
        "basic",
        "latin",
        "U+0020-007E, U+00A0, U+00A7, U+00AB, U+00B0-00B1, U+00B7, U+00BB-00BE, U+00D7, U+00F7, U+2002, U+2009-2014, "
        "U+2018-201F, U+2022, U+2026, U+202F, U+2032-2033, U+2039-203A, U+2044, U+2060, U+2212, U+2215",
    ),
    Subset(
        "latin",
        "latin",
        "U+00A1-00A6, U+00A8-00AA, U+00AC-00AF, U+00B2-00B6, U+00B8-00BA, U+00BF-00D6, U+00D8-00F6, U+00F8-00FF, "
        "U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, "
        "U+02DC, U+2000-2001, U+2003-2008, U+2015-2017, U+2021, U+2023-2025, "
        "U+2027-202E, U+2030-2031, U+2034-2038, U+203B-2043, U+2045-205F, U+2061-206F, "
        "U+20AC, U+2122, U+2191, U+2193, U+FEFF, U+FFFD",
    ),
    Subset(
        "latin-ext",
        "latin-ext",
        "U+0100-0130, U+0132-0151, U+0154-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, "
        "U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, "
        "U+A720-A7FF",
    ),
)


@dataclass(frozen=True, slots=True)
class Fonts:
    """The font files below the site's root and the rules that name them, relative to the static folder."""

    files: tuple[OutputFile, ...]
    rules: str
    first: tuple[str, ...]  # paths of the three cuts that every page begins with


def fonts(cut: Files) -> Fonts:
    """The toolkit's font files -> files and rules."""
    files: list[OutputFile] = []
    rules: list[str] = []
    for face in FACES:
        for subset in SUBSETS:
            name = cut_name(face, subset)
            path = hashed_name(f"fonts/{name}", cut[name])
            files.append(OutputFile(f"site/static/{path}", cut[name]))
            rules.append(_rule(face, path, subset.characters))
    first = [
        file for file in files if re.search(r"/alegreya(-sans-basic-400|-sc-basic-500|-basic-400)-normal-", file.path)
    ]
    return Fonts(tuple(files), "".join(rules), tuple(file.path.removeprefix("site/") for file in first))


def cut_name(face: Face, subset: Subset) -> str:
    """A face and some of its characters -> the name of their file in the toolkit."""
    return f"{face.package}-{subset.name}-{face.cut}"


def _rule(face: Face, path: str, characters: str) -> str:
    return (
        f'@font-face {{ font-family: "{face.family}"; font-style: {face.style}; font-weight: {face.weight}; '
        f'font-display: swap; src: url("{path}") format("woff2"); unicode-range: {characters}; }}\n'
    )


def characters_in(ranges: str) -> set[int]:
    """The value of `unicode-range` -> the characters in it."""
    spans = [span.removeprefix("U+").split("-") for span in ranges.split(", ")]
    return {code for span in spans for code in range(int(span[0], 16), int(span[-1], 16) + 1)}
