"""A printed book -> what its reader can't read: text that is lost or stands on other text, characters without a glyph.

WeasyPrint can lose text without a word. Every text box knows the element that it came from, so the pieces of each
element, put together over all pages, must give back what it says. Repeated table headings only add to it.

A table or a line that is wider than its column runs into the next one. WeasyPrint says nothing, and no word is missing.

Characters without a glyph become problems, each where its author wrote it first.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from weasyprint import Document  # type: ignore[import-untyped]
from weasyprint.formatting_structure.boxes import TextBox  # type: ignore[import-untyped]

from rollbook.model.book import Book, Page
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import CodeBlock, RawBlock
from rollbook.model.document.walk import every_block, every_line, own_lines
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Place, Spelling
from rollbook.render.fonts.print_faces import BREAK_HYPHEN

_SHOWN = 60
# Half a point: a comma's tail may hang over the edge.
_TOLERANCE = 0.7
# White space is laid out anew, and the hyphen of a broken word is none of the author's.
_IGNORED = str.maketrans("", "", " \t\n\r\f\u00a0\u00ad\u200b\u2028\u2029" + BREAK_HYPHEN)

# What stands in a control that can be filled in is the reader's.
_CONTROLS = frozenset(("option", "textarea"))


def _text_boxes(page: Any) -> Iterator[Any]:
    """A page's box -> the boxes of its authors' text, in the order of the document."""
    for inner in page.descendants(placeholders=True):
        # A box taken out of the flow stands behind a placeholder.
        real = getattr(inner, "_box", inner)
        # The same element's markers and counters are none of its text.
        if isinstance(real, TextBox) and real.element is not None and real.element_tag == real.element.tag:
            yield real


@dataclass(frozen=True, slots=True)
class Loss:
    """The id of the part of the book, the beginning of the lost text, and whether it lies beyond the paper's edge."""

    part: str
    text: str
    off_paper: bool


def lost_text(document: Document, root: Element) -> tuple[Loss, ...]:
    """A laid-out document and its tree -> the first loss in each child of the body, in order."""
    on_paper, off_paper = _pieces(document)
    losses = []
    for part in root.iterfind("body/*"):
        for element in part.iter():
            text = "" if element.tag in _CONTROLS else _own_text(element)
            if not _holds(on_paper.get(element, ""), text):
                losses.append(Loss(part.get("id", ""), _beginning(text), element in off_paper))
                break
    return tuple(losses)


def _pieces(document: Document) -> tuple[dict[Element, str], set[Element]]:
    """Pages -> the text that each element shows on paper, and the elements with text beyond its edge."""
    shown: dict[Element, list[str]] = defaultdict(list)
    off_paper = set()
    for page in document.pages:
        for box in _text_boxes(page._page_box):
            if _on(page, box):
                shown[box.element].append(box.text)
            else:
                off_paper.add(box.element)
    return {element: "".join(pieces) for element, pieces in shown.items()}, off_paper


def _on(page: Any, box: Any) -> bool:
    left, top = box.position_x, box.position_y
    return bool(
        left >= -_TOLERANCE
        and top >= -_TOLERANCE
        and left + box.width <= page.width + _TOLERANCE
        and top + box.height <= page.height + _TOLERANCE
    )


def _own_text(element: Element) -> str:
    """An element -> the text that stands directly in it, not in an element inside it."""
    return (element.text or "") + "".join(child.tail or "" for child in element)


def _holds(shown: str, text: str) -> bool:
    return text.translate(_IGNORED) in shown.translate(_IGNORED)


def _beginning(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _SHOWN else words[:_SHOWN].rsplit(" ", 1)[0] + " …"


# In pixels.
_LEAST = 3.0
# In ems: the middle of small letters above their baseline, and how far from it letters count. Lines stand at least an
# em apart, so that neighbours never meet, and what lies between two of them meets one.
_MIDDLE = 0.3
_REACH = 0.36


@dataclass(frozen=True, slots=True, order=True)
class _Strip:
    """The middle of a piece of text on a page."""

    top: float
    bottom: float
    left: float
    right: float


def is_overprinted(document: Document) -> bool:
    """A laid-out document -> whether any of its text covers other text."""
    return any(_collide(sorted(_strips(page._page_box))) for page in document.pages)


def _strips(page: Any) -> Iterator[_Strip]:
    for box in _text_boxes(page):
        if box.text.strip():
            size = box.style["font_size"]
            middle = box.position_y + box.baseline - _MIDDLE * size
            yield _Strip(middle - _REACH * size, middle + _REACH * size, box.position_x, box.position_x + box.width)


def _collide(strips: list[_Strip]) -> bool:
    """Strips from the top of a page to its foot -> whether two of them have a place in common."""
    for number, one in enumerate(strips):
        for other in strips[number + 1 :]:
            if other.top >= one.bottom:
                break
            if min(one.right, other.right) - max(one.left, other.left) > _LEAST:
                return True
    return False


# A book in a script that we have no face for would name its whole alphabet.
_MOST = 10
_HINT = (
    "write it differently; or set `system_fonts: yes` in book.yml to use the fonts of the machine that builds the book"
)


def missing_glyphs(book: Book, missing: str) -> Iterator[Diagnostic]:
    """A book and the characters in it that no face has -> a problem for each, up to some."""
    for number, letter in enumerate(missing[:_MOST], 1):
        more = len(missing) - _MOST if number == _MOST else 0
        others = f"; {more:,} other characters are missing too" if more > 0 else ""
        message = f"print has no glyph for {_described(letter)} and shows an empty box{others}"
        yield Diagnostic("missing-glyph", message, _first_place(book, letter), _hint(book))


def _hint(book: Book) -> str:
    if book.settings.system_fonts == "yes":
        return "write it differently, or install a font that has it"
    return _HINT


def _described(letter: str) -> str:
    """`漢` -> "'漢' (U+6F22, CJK UNIFIED IDEOGRAPH-6F22)"."""
    name = unicodedata.name(letter, "a character without a name")
    return f"{letter!r} (U+{ord(letter):04X}, {name})"


def _first_place(book: Book, letter: str) -> Place:
    """A character -> where the text says it first; the book's first page where only data or settings do."""
    for page in book.pages:
        if letter in page.title:
            return page.place
        for text, spelling in _texts(page):
            if letter in text:
                return spelling.at(text.index(letter))
    return book.pages[0].place


def _texts(page: Page) -> Iterator[tuple[str, Spelling]]:
    """A page -> all that is written on it, and where."""
    for block in every_block(page.blocks):
        match block:
            case RawBlock():
                yield block.html, block.spelling
            case CodeBlock():
                yield block.text, block.spelling
        yield from ((line.written, line.spelling) for line in own_lines(block))


def find_words(page: Page, words: str) -> Place:
    """A page and the beginning of some text in it -> the line or cell that says so, or the page itself."""
    wanted = _squeezed(words)
    found = (line.place for line in every_line(page.blocks) if wanted in _squeezed(line.plain))
    return next(found, page.place)


def _squeezed(text: str) -> str:
    return "".join(text.split())
