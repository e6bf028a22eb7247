"""Laid-out pages -> the text that the reader won't find on them.

WeasyPrint can lose text without a word. Every text box knows the element that it came from, so the pieces of each
element, put together over all pages, must give back what it says. Repeated table headings only add to it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any
from xml.etree.ElementTree import Element

from weasyprint import Document  # type: ignore[import-untyped]

from rollbook.render.fonts.print_faces import BREAK_HYPHEN
from rollbook.render.pdf.text_boxes import text_boxes

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
