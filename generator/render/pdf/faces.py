"""The faces of the print edition: the npm packages' files -> fonts as WeasyPrint reads them fastest."""

from __future__ import annotations

import json
from dataclasses import dataclass
from io import BytesIO

from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from generator.render.theme_files import package_bytes

# Set where a word is broken at a line's end, and nowhere else, so that "pass‐word" can be told from "pass-word".
BREAK_HYPHEN = "\u2010"
_SOFT_HYPHEN = 0xAD

# The family as the style sheet calls it (never a name that a font of this machine has), its package, its styles.
_FAMILIES = (
    ("Book Text", "alegreya", ((400, "normal"), (400, "italic"), (700, "normal"), (700, "italic"))),
    ("Book Sans", "alegreya-sans", ((400, "normal"), (400, "italic"), (700, "normal"), (700, "italic"))),
    ("Book Display", "alegreya-sc", ((500, "normal"), (700, "normal"))),
)
# Every book has Latin letters, if only in its page numbers.
_ALWAYS = "latin"


@dataclass(frozen=True, slots=True)
class Face:
    """One font file: a weight and style of a family, for the characters of one script."""

    family: str
    weight: int
    style: str
    script: str
    ranges: tuple[range, ...]
    package: str

    @property
    def name(self) -> str:
        """The file's name in the build."""
        return f"{self.package}-{self.script}-{self.weight}-{self.style}.ttf"

    @property
    def rule(self) -> str:
        """The @font-face rule; the break hyphen stands with the Latin letters."""
        spans = [f"U+{span.start:X}-{span[-1]:X}" for span in self.ranges]
        if self.script == _ALWAYS:
            spans.append(f"U+{ord(BREAK_HYPHEN):X}")
        return (
            f'@font-face {{ font-family: "{self.family}"; font-weight: {self.weight}; font-style: {self.style};'
            f" src: url(fonts/{self.name}); unicode-range: {', '.join(spans)} }}"
        )


def faces_for(text: str) -> tuple[Face, ...]:
    """The whole text of a book -> the faces of the scripts that it is written in."""
    codes = sorted({ord(letter) for letter in text})
    faces = []
    for family, package, styles in _FAMILIES:
        scripts = json.loads(package_bytes(f"@fontsource/{package}/unicode.json"))
        for script, written in sorted(scripts.items()):
            ranges = tuple(_range(part) for part in written.split(","))
            if script == _ALWAYS or any(code in span for span in ranges for code in codes):
                faces += [Face(family, weight, style, script, ranges, package) for weight, style in styles]
    return tuple(faces)


def _range(written: str) -> range:
    """`U+0370-0377` or `U+2116` -> the code points."""
    first, _, last = written.strip().removeprefix("U+").partition("-")
    return range(int(first, 16), int(last or first, 16) + 1)


def true_type(face: Face) -> bytes:
    """A face -> its font as TrueType, with a glyph for the break hyphen.

    From WOFF rather than WOFF2, which keeps its outlines in another form: ten times faster. The fonts have no U+2010,
    so that WeasyPrint would take it from some font of the machine. It gets the soft hyphen's glyph, which looks like
    the hyphen's but is another: in a PDF a glyph stands for one character only.
    """
    packed = package_bytes(f"@fontsource/{face.package}/files/{face.name.removesuffix('ttf')}woff")
    font = TTFont(BytesIO(packed), recalcTimestamp=False, recalcBBoxes=False)
    glyphs = font.getBestCmap()
    for table in font["cmap"].tables if _SOFT_HYPHEN in glyphs else ():
        table.cmap[ord(BREAK_HYPHEN)] = glyphs[_SOFT_HYPHEN]
    font.flavor = None
    unpacked = BytesIO()
    font.save(unpacked)
    return unpacked.getvalue()
