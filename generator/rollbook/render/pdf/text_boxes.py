"""A laid-out page -> the pieces of text on it, each with the element that it came from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from weasyprint.formatting_structure.boxes import TextBox  # type: ignore[import-untyped]


def text_boxes(page: Any) -> Iterator[Any]:
    """A page's box -> the boxes of its authors' text, in the order of the document."""
    for inner in page.descendants(placeholders=True):
        # A box taken out of the flow stands behind a placeholder.
        real = getattr(inner, "_box", inner)
        # The same element's markers and counters are none of its text.
        if isinstance(real, TextBox) and real.element is not None and real.element_tag == real.element.tag:
            yield real
