"""What runs in the margins, such as a chapter's tab, only on pages that it really begins on.

WeasyPrint notes a running element on the page where it is first tried. When it then finds that what follows has no room
there and begins both on the next page, the note stays behind, and the page before shows the tab of a chapter that isn't
on it. This reaches into WeasyPrint's own functions, so that only the version that it was made for is changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import weasyprint  # type: ignore[import-untyped]
from weasyprint.layout import LayoutContext  # type: ignore[import-untyped]

KNOWN_VERSION = "70.0"


@contextmanager
def running_once() -> Iterator[None]:
    """WeasyPrint forgets such notes as long as this lasts. One layout in a process at a time."""
    before = LayoutContext.get_running_element_for

    def get_running_element_for(self: Any, page: Any, name: str, keyword: str = "first") -> Any:
        _forget_moved(self.running_elements[name])
        return before(self, page, name, keyword)

    if weasyprint.__version__ == KNOWN_VERSION:
        LayoutContext.get_running_element_for = get_running_element_for
    try:
        yield
    finally:
        LayoutContext.get_running_element_for = before


def _forget_moved(pages: dict[int, list[Any]]) -> None:
    """The elements noted on each page -> without those that the page behind it has as well."""
    for number in sorted(pages):
        later = {box.element for box in pages.get(number + 1, ())}
        pages[number] = [box for box in pages[number] if box.element not in later]
        if not pages[number]:
            del pages[number]
