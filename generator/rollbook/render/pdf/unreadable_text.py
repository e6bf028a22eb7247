"""Laid-out pages -> the text that the reader won't find on them, and whether text stands on other text.

Laid-out pages -> the text that the reader won't find on them. WeasyPrint can lose text without a word. Every text box
knows the element that it came from, so the pieces of each element, put together over all pages, must give back what it
says. Repeated table headings only add to it.

Laid-out pages -> whether text stands on other text. A table or a line that is wider than its column runs into the next
one. WeasyPrint says nothing, and no word is missing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from weasyprint import Document  # type: ignore[import-untyped]
from weasyprint.formatting_structure.boxes import TextBox  # type: ignore[import-untyped]

from rollbook.model.quick_dataclass import dataclass
from rollbook.render.fonts.print_faces import BREAK_HYPHEN


def text_boxes(page: Any) -> Iterator[Any]:
    """A page's box -> the boxes of its authors' text, in the order of the document."""
    for inner in page.descendants(placeholders=True):
        # A box taken out of the flow stands behind a placeholder.
        real = getattr(inner, "_box", inner)
        # The same element's markers and counters are none of its text.
        if isinstance(real, TextBox) and real.element is not None and real.element_tag == real.element.tag:
            yield real


_SHOWN = 60
# Half a point: a comma's tail may hang over the edge.
_TOLERANCE = 0.7
# White space is laid out anew, and the hyphen of a broken word is none of the author's.
_IGNORED = str.maketrans("", "", " \t\n\r\f\u00a0\u00ad\u200b\u2028\u2029" + BREAK_HYPHEN)

# What stands in a control that can be filled in is the reader's.
_CONTROLS = frozenset(("option", "textarea"))


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
        for box in text_boxes(page._page_box):
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
    for box in text_boxes(page):
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
