"""The fonts that a shelf brings along -> files for the site and for e-books, faces for paper."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import field
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING

from rollbook.cache import stored
from rollbook.model.book import Book
from rollbook.model.files import OutputFile
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.theme import FontFile, OwnFamily, OwnFonts
from rollbook.render.address import hashed_name
from rollbook.render.fonts.print_faces import with_break_hyphen
from rollbook.render.fonts.site_fonts import SUBSETS, characters_in
from rollbook.words import page_words

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

_BASIC = frozenset(characters_in(SUBSETS[0].characters))
# The families of the print edition's style sheets.
_ON_PAPER = {"text": "Book Text", "tables": "Book Sans", "headings": "Book Display"}


def css_name(family: OwnFamily) -> str:
    """A family -> its name in style sheets, which no font of ours or of a reader's machine has."""
    return f"Own {_slug(family.name)}"


def _slug(name: str) -> str:
    """The name of a family -> the same for files and rules; no two have one."""
    plain = re.sub("[^a-z0-9]+", "-", name.casefold()).strip("-")
    return f"{plain or 'font'}-{zlib.crc32(name.encode()):08x}"


@dataclass(frozen=True, slots=True)
class OwnSiteFonts:
    """The files of a family below the site's root, the rules that name them, and the file that a page begins with."""

    files: tuple[OutputFile, ...]
    rules: str
    first: str


def own_site_fonts(family: OwnFamily) -> OwnSiteFonts:
    """A family -> its files in two parts, of which most pages fetch one."""
    files: list[OutputFile] = []
    rules = []
    first = ""
    for file in family.files:
        for part, characters, content in cut(file):
            path = hashed_name(f"fonts/own-{_slug(family.name)}-{part}-{file.cut}.woff2", content)
            files.append(OutputFile(f"site/static/{path}", content))
            rules.append(_rule(family, file, path, characters))
            first = first or (f"static/{path}" if file == family.first else "")
    return OwnSiteFonts(tuple(files), "".join(rules), first)


def _rule(family: OwnFamily, file: FontFile, path: str, characters: frozenset[int]) -> str:
    return (
        f'@font-face {{ font-family: "{css_name(family)}"; font-style: {file.style}; font-weight: {file.weight}; '
        f'font-display: swap; src: url("{path}") format("woff2"); unicode-range: {_ranges(characters)}; }}\n'
    )


def _ranges(characters: Iterable[int]) -> str:
    """Characters -> the value of `unicode-range`."""
    codes = sorted(characters)
    starts = [code for before, code in pairwise([-2, *codes]) if code != before + 1]
    ends = [code for code, after in pairwise([*codes, codes[-1] + 2]) if after != code + 1]
    return ", ".join(
        f"U+{start:X}-{end:X}" if end > start else f"U+{start:X}" for start, end in zip(starts, ends, strict=True)
    )


@stored
def cut(file: FontFile) -> tuple[tuple[str, frozenset[int], bytes], ...]:
    """A font file -> English and its signs, and the rest, each with its name, its characters and its bytes.

    What may not be divided stays whole.
    """
    parts = {"basic": file.characters & _BASIC, "rest": file.characters - _BASIC} if file.divisible else {}
    if not parts.get("basic"):
        whole = as_woff2(_opened(file))
        return (("whole", file.characters, whole),)
    return tuple(
        (part, characters, slim(_opened(file), set(characters))) for part, characters in parts.items() if characters
    )


def _opened(file: FontFile, boxes: bool = True) -> TTFont:
    # Here and not above: it takes long to load, and few shelves have fonts of their own.
    from fontTools.ttLib import TTFont

    return TTFont(BytesIO(file.content), recalcTimestamp=False, recalcBBoxes=boxes)


@dataclass(frozen=True, slots=True)
class OwnFace:
    """A file for paper: the family whose place it takes first, the name of its own, its rule, its bytes."""

    base: str
    family: str
    name: str
    rule: str
    content: bytes = field(repr=False)


def own_print_faces(fonts: OwnFonts) -> Iterator[OwnFace]:
    """What a book is set in -> the faces of its own."""
    for use, base in _ON_PAPER.items():
        family: OwnFamily | None = getattr(fonts, use)
        for file in family.files if family else ():
            name, own = f"own-{use}-{file.cut}.ttf", f"{base} Own"
            rule = (
                f'@font-face {{ font-family: "{own}"; font-weight: {file.weight}; font-style: {file.style};'
                f" src: url(fonts/{name}) }}"
            )
            yield OwnFace(base, own, name, rule, for_paper(file))


@stored
def for_paper(file: FontFile) -> bytes:
    """A font file -> the same with a glyph for the hyphen at the end of a line."""
    font = _opened(file, boxes=False)
    with_break_hyphen(font)
    unpacked = BytesIO()
    font.save(unpacked)
    return unpacked.getvalue()


def set_first(style: str, faces: Iterable[OwnFace]) -> str:
    """A style sheet for paper -> with the book's own faces before ours, which have what they lack."""
    for base, family in dict.fromkeys((face.base, face.family) for face in faces):
        style = style.replace(f'"{base}"', f'"{family}", "{base}"')
    return style


def epub_fonts(fonts: OwnFonts) -> tuple[dict[str, bytes], str]:
    """What a book is set in -> the files of its own fonts by their addresses in an e-book, and the rules for them."""
    files: dict[str, bytes] = {}
    rules = ""
    for family in fonts.families:
        for file in family.files:
            for part, characters, content in cut(file):
                path = f"fonts/{_slug(family.name)}-{part}-{file.cut}.woff2"
                files[path] = content
                rules += _rule(family, file, path, characters)
    uses = {"body": fonts.text, "h1, h2, h3, h4, h5, h6": fonts.headings, "table, .widget": fonts.tables}
    rules += "".join(f'{where} {{ font-family: "{css_name(family)}" }}\n' for where, family in uses.items() if family)
    return files, rules


def set_in(book: Book) -> tuple[str, ...]:
    """A book -> a sentence for each of its own families, with the licence of it."""
    wording = page_words(book.settings.language).set_in
    return tuple(
        wording.format(face=family.name, licence=family.licence).strip() for family in book.theme.own_fonts.families
    )


# Figures that line up in tables and letters that join well; fractions and other extras stay behind.
_FEATURES = ["ccmp", "kern", "liga", "lnum", "locl", "mark", "mkmk", "pnum", "tnum"]
# Who made the font, what it is called, and its licence with the address of that: a cut font is still theirs.
_NAMES = [*range(7), 13, 14]


def slim(font: TTFont, characters: set[int]) -> bytes:
    """A font -> these characters of it, without instructions for coarse screens, which were up to half of it."""
    from fontTools.subset import Options, Subsetter  # type: ignore[import-untyped]

    options = Options(layout_features=_FEATURES, hinting=False, flavor="woff2", notdef_outline=True, name_IDs=_NAMES)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters & set(font.getBestCmap()))
    subsetter.subset(font)
    return as_woff2(font)


def as_woff2(font: TTFont) -> bytes:
    """A font -> all of it, packed for the site."""
    packed = BytesIO()
    font.flavor = "woff2"
    font.save(packed)
    return packed.getvalue()
