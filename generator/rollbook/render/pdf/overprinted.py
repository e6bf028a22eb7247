"""Laid-out pages -> whether text stands on other text.

A table or a line that is wider than its column runs into the next one. WeasyPrint says nothing, and no word is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from weasyprint import Document  # type: ignore[import-untyped]

from rollbook.render.pdf.text_boxes import text_boxes

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
