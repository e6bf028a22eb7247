"""The faces of the print edition: the npm packages' files -> fonts as WeasyPrint reads them fastest.

Every glyph of a PDF comes from one of these, so that it is the same on every machine. A letter or sign that the book's
own families lack comes from the signs or from the emoji.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from html import unescape
from io import BytesIO
from typing import TYPE_CHECKING

from rollbook.model.quick_dataclass import dataclass
from rollbook.model.settings import Fonts
from rollbook.model.theme import STANDARD_FONTS
from rollbook.render.fonts import FAMILIES, LATIN, font_file, licence_file, scripts_file, scripts_of
from rollbook.theme_files import package_bytes

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

# Set where a word is broken at a line's end, and nowhere else, so that "pass‐word" can be told from "pass-word".
BREAK_HYPHEN = "\u2010"
_SOFT_HYPHEN = 0xAD

_UPRIGHT = ((400, "normal"), (700, "normal"))

# The family as the style sheet calls it (never a name that a font of this machine has), its package, its styles.
_Family = tuple[str, str, tuple[tuple[int, str], ...]]
_CODE: _Family = ("Book Mono", "fira-mono", _UPRIGHT)
# As wide as the letters of the code, so that what is below each other stays there.
_CODE_SIGNS: _Family = ("Book Mono Signs", "dejavu-mono", _UPRIGHT)
_SIGNS: _Family = ("Book Signs", "dejavu-sans", _UPRIGHT)
_EMOJI: _Family = ("Book Emoji", "noto-emoji", ((400, "normal"),))
# They only choose between two pictures of the character before them.
_SELECTORS = frozenset(range(0xFE00, 0xFE10))
# Every book has Latin letters, if only in its page numbers.
_ALWAYS = LATIN
# So many fonts are kept for the next edition of the same book, or its next form.
_FONTS = 32


@dataclass(frozen=True, slots=True)
class Face:
    """One font file: a weight and style of a family, for the characters of one script.

    Each script has a family name of its own: two files of one name, weight and style are one font to WeasyPrint, which
    then takes the letters of the second from the first.
    """

    base: str  # the family in the style sheet
    weight: int
    style: str
    script: str
    ranges: tuple[range, ...]  # none: whatever the file has
    package: str

    @property
    def family(self) -> str:
        """The family's name in the @font-face rule."""
        return self.base if self.script == _ALWAYS else f"{self.base} {self.script}"

    @property
    def name(self) -> str:
        """The file's name in the build."""
        return f"{self.package}-{self.script}-{self.weight}-{self.style}.ttf"

    @property
    def rule(self) -> str:
        """The @font-face rule; the break hyphen stands with the Latin letters."""
        spans = [f"U+{span.start:X}-{span[-1]:X}" for span in self.ranges]
        if spans and self.script == _ALWAYS:
            spans.append(f"U+{ord(BREAK_HYPHEN):X}")
        limited = f"; unicode-range: {', '.join(spans)}" if spans else ""
        return (
            f'@font-face {{ font-family: "{self.family}"; font-weight: {self.weight}; font-style: {self.style};'
            f" src: url(fonts/{self.name}){limited} }}"
        )


def faces_for(html: str, fonts: Fonts = STANDARD_FONTS) -> tuple[Face, ...]:
    """The whole HTML of a book, what it is set in -> the faces of the scripts, code and signs that it is written in."""
    letters, code = _visible(html), _visible("".join(re.findall(r"<pre\b.*?</pre>", html, re.DOTALL)))
    faces = [face for family in _text_families(fonts) for face in _chosen(family, letters, always=LATIN)]
    if lacking := letters - _codes(faces):
        faces += [*_chosen(_SIGNS, lacking), *_chosen(_EMOJI, lacking)]
    if code:
        mono = [*_chosen(_CODE, code)]
        faces += [*mono, *_chosen(_CODE_SIGNS, code - _codes(mono))]
    return tuple(faces)


def font_files() -> Iterator[str]:
    """-> the paths inside the front-end packages of all that any book may ask for, and of the licences."""
    text: list[_Family] = [(family.name, family.package, family.paper) for family in FAMILIES.values()]
    for _, package, styles in (*text, _CODE, _CODE_SIGNS, _SIGNS, _EMOJI):
        yield from (scripts_file(package), licence_file(package))
        for script in scripts_of(package):
            yield from (font_file(package, script, weight, style) for weight, style in styles)


def with_fallbacks(style: str, faces: Iterable[Face]) -> str:
    """A style sheet -> behind each family that it names the others, in order, that have what this one lacks."""
    families: dict[str, list[str]] = {}
    for face in faces:
        families.setdefault(face.base, []).append(f'"{face.family}"')
    signs = [*families.pop(_SIGNS[0], ()), *families.pop(_EMOJI[0], ())]
    in_code = [*families.pop(_CODE_SIGNS[0], ()), *signs]
    for base, own in families.items():
        in_order = dict.fromkeys([f'"{base}"', *own, *(in_code if base == _CODE[0] else signs)])
        style = style.replace(f'"{base}"', ", ".join(in_order))
    return style


@lru_cache(_FONTS)
def true_type(face: Face) -> bytes:
    """A face -> its font as TrueType, with a glyph for the break hyphen.

    From WOFF rather than WOFF2, which keeps its outlines in another form: ten times faster. The fonts of the text have
    no U+2010, so that it would come from the signs. It gets the soft hyphen's glyph, which looks like the hyphen's but
    is another: in a PDF a glyph stands for one character only.
    """
    font = _font(face)
    with_break_hyphen(font)
    font.flavor = None
    unpacked = BytesIO()
    font.save(unpacked)
    return unpacked.getvalue()


def with_break_hyphen(font: TTFont) -> None:
    """A font -> with its soft hyphen as the hyphen at the end of a line, if it has no other there."""
    glyphs = font.getBestCmap()
    for table in font["cmap"].tables if _SOFT_HYPHEN in glyphs and ord(BREAK_HYPHEN) not in glyphs else ():
        table.cmap[ord(BREAK_HYPHEN)] = glyphs[_SOFT_HYPHEN]


@cache
def letter_widths(family: str, weight: int) -> dict[str, float]:
    """The name of a family that comes with Rollbook, a weight -> how wide its Latin letters are, in ems."""
    font = _font(Face("", weight, "normal", LATIN, (), FAMILIES[family].package))
    widths, ems = font["hmtx"], font["head"].unitsPerEm
    return {chr(code): widths[glyph][0] / ems for code, glyph in font.getBestCmap().items()}


def _text_families(fonts: Fonts) -> Iterator[_Family]:
    for base, name in (("Book Text", fonts.text), ("Book Sans", fonts.tables), ("Book Display", fonts.headings)):
        yield base, FAMILIES[name].package, FAMILIES[name].paper


def _chosen(family: _Family, letters: set[int], always: str = "") -> Iterator[Face]:
    """A family and the characters that are wanted of it -> its faces that have any; those of one script in any case."""
    name, package, styles = family
    for script, written in scripts_of(package).items():
        ranges = tuple(_range(part) for part in written.split(",") if part)
        faces = [Face(name, weight, style, script, ranges, package) for weight, style in styles]
        if _has_any(faces[0], letters) or script == always:
            yield from faces


def _has_any(face: Face, letters: set[int]) -> bool:
    if not face.ranges:
        return not letters.isdisjoint(_codes([face]))
    return any(code in span for span in face.ranges for code in letters)


def _range(written: str) -> range:
    """`U+0370-0377` or `U+2116` -> the code points."""
    first, _, last = written.strip().removeprefix("U+").partition("-")
    return range(int(first, 16), int(last or first, 16) + 1)


def _visible(html: str) -> set[int]:
    """HTML -> the characters in it that are drawn; marks of direction, joiners and the like are not."""
    drawn = set(unescape(re.sub(r"<[^>]*>", "", html)))
    return {ord(letter) for letter in drawn if unicodedata.category(letter) not in ("Cc", "Cf")} - _SELECTORS


def _codes(faces: Iterable[Face]) -> set[int]:
    """Faces -> the characters that they have; a family's styles have the same."""
    return set().union(*(_characters(face.package, face.script) for face in faces))


@cache
def _characters(package: str, script: str) -> frozenset[int]:
    known = (family.paper[0] for family in FAMILIES.values() if family.package == package)
    weight, style = next(known, (400, "normal"))
    return frozenset(_font(Face("", weight, style, script, (), package)).getBestCmap())


def _font(face: Face) -> TTFont:
    # Here and not above: the site is made from fonts that were cut before, and it takes long to load.
    from fontTools.ttLib import TTFont

    file = font_file(face.package, face.script, face.weight, face.style)
    return TTFont(BytesIO(package_bytes(file)), recalcTimestamp=False, recalcBBoxes=False)
