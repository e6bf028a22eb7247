"""The faces that the site is set in: the toolkit's font files -> their places on the site, and the @font-face rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from rollbook.model.files import OutputFile
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.toolkit import Files
from rollbook.render.address import hashed_name
from rollbook.render.fonts import FAMILIES, Family


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


FACES = tuple(
    Face(family.name, family.package, weight, style) for family in FAMILIES.values() for weight, style in family.site
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
        "U+0020-007E, U+00A0, U+00A7, U+00AB, U+00B0-00B1, U+00B6-00B7, U+00BB-00BE, U+00D7, U+00F7, U+2002, "
        "U+2009-2014, U+2018-201F, U+2022, U+2026, U+202F, U+2032-2033, U+2039-203A, U+2044, U+2060, U+2212, U+2215",
    ),
    Subset(
        "latin",
        "latin",
        "U+00A1-00A6, U+00A8-00AA, U+00AC-00AF, U+00B2-00B5, U+00B8-00BA, U+00BF-00D6, U+00D8-00F6, U+00F8-00FF, "
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
class SiteFonts:
    """The font files below the site's root, and the rules that name them, relative to the static folder, by family."""

    files: tuple[OutputFile, ...]
    rules: Mapping[str, str]

    def first(self, families: Iterable[str]) -> tuple[str, ...]:
        """The families that a page is set in -> the paths of the cuts that it begins with."""
        return self._basic((FAMILIES[name].package, FAMILIES[name].site[0][0]) for name in dict.fromkeys(families))

    def bold(self, families: Iterable[str]) -> tuple[str, ...]:
        """The families that a page is set in -> the paths of their bold cuts."""
        return self._basic((FAMILIES[name].package, 700) for name in dict.fromkeys(families))

    def _basic(self, cuts: Iterable[tuple[str, int]]) -> tuple[str, ...]:
        paths = [file.path.removeprefix("site/") for file in self.files]
        names = [f"/{package}-basic-{weight}-normal-" for package, weight in cuts]
        return tuple(path for name in names for path in paths if name in path)


def site_fonts(cut: Files, families: Collection[str]) -> SiteFonts:
    """The toolkit's font files, the families that the shelf is set in -> files and rules."""
    files: list[OutputFile] = []
    rules = {name: _stand_in_rule(FAMILIES[name]) for name in families}
    for face in FACES:
        for subset in SUBSETS if face.family in rules else ():
            name = cut_name(face, subset)
            path = hashed_name(f"fonts/{name}", cut[name])
            files.append(OutputFile(f"site/static/{path}", cut[name]))
            rules[face.family] += _rule(face.family, face, path, subset.characters)
            if subset == SUBSETS[0] and (face.weight, face.style) == FAMILIES[face.family].site[0]:
                rules[face.family] += _rule(f"{face.family} plain", face, path, subset.characters)
    return SiteFonts(tuple(files), rules)


def stack(name: str) -> str:
    """A family's name -> the value of font-family: it, what stands in for it, and any font of its kind.

    Where only its first cut has come in time, bold and italic are made of that.
    """
    stand_in = FAMILIES[name].stand_in
    return f'"{name}", "{name} plain", "{name} stand-in", {stand_in.generic if stand_in else "serif"}'


def _stand_in_rule(family: Family) -> str:
    stand_in = family.stand_in
    if stand_in is None:
        return ""
    fonts = ", ".join(f'local("{name}")' for name in stand_in.fonts)
    return (
        f'@font-face {{ font-family: "{family.name} stand-in"; src: {fonts}; size-adjust: {stand_in.width}%; '
        f"ascent-override: {stand_in.above}%; descent-override: {stand_in.below}%; line-gap-override: 0%; }}\n"
    )


def cut_name(face: Face, subset: Subset) -> str:
    """A face and some of its characters -> the name of their file in the toolkit."""
    return f"{face.package}-{subset.name}-{face.cut}"


def _rule(name: str, face: Face, path: str, characters: str) -> str:
    """A face and the name to give it -> its rule. One that comes after the first words were painted would move them:
    it waits for the next page (navigate.mjs).
    """
    return (
        f'@font-face {{ font-family: "{name}"; font-style: {face.style}; font-weight: {face.weight}; '
        f'font-display: optional; src: url("{path}") format("woff2"); unicode-range: {characters}; }}\n'
    )


def characters_in(ranges: str) -> set[int]:
    """The value of `unicode-range` -> the characters in it."""
    spans = [span.removeprefix("U+").split("-") for span in ranges.split(", ")]
    return {code for span in spans for code in range(int(span[0], 16), int(span[-1], 16) + 1)}
