"""WeasyPrint's layout and its PDF -> mended, as readers, programs that fill forms in and print shops expect them.

What runs in the margins, such as a chapter's tab, stands only on pages that it really begins on. WeasyPrint notes a
running element on the page where it is first tried. When it then finds that what follows has no room there and begins
both on the next page, the note stays behind, and the page before shows the tab of a chapter that isn't on it.

A line that is too long by a hair has a word less. Pango measures words in a line with the space behind them, and
without it some are a little wider. WeasyPrint then breaks the line not before its last word but where the italics or
the bold words before it began, and spaces two words out over a whole line.

These two reach into WeasyPrint's own functions, so that only the version that they were made for is changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import weasyprint  # type: ignore[import-untyped]
from weasyprint.layout import LayoutContext, inline  # type: ignore[import-untyped]

from rollbook.model.paper_format import Trim

KNOWN_VERSION = "70.0"
# Pixels: what a line may be too long by, at most, for want of the space behind it.
_A_HAIR = 2.0


@contextmanager
def mended_layout() -> Iterator[None]:
    """WeasyPrint is without these faults as long as this lasts. One layout in a process at a time."""
    running, split = LayoutContext.get_running_element_for, inline.split_text_box
    if weasyprint.__version__ == KNOWN_VERSION:
        LayoutContext.get_running_element_for = _running_once(running)
        inline.split_text_box = _no_hair_too_long(split)
    try:
        yield
    finally:
        LayoutContext.get_running_element_for = running
        inline.split_text_box = split


def _running_once(before: Callable[..., Any]) -> Callable[..., Any]:
    def get_running_element_for(self: Any, page: Any, name: str, keyword: str = "first") -> Any:
        _forget_moved(self.running_elements[name])
        return before(self, page, name, keyword)

    return get_running_element_for


def _forget_moved(pages: dict[int, list[Any]]) -> None:
    """The elements noted on each page -> without those that the page behind it has as well."""
    for number in sorted(pages):
        later = {box.element for box in pages.get(number + 1, ())}
        pages[number] = [box for box in pages[number] if box.element not in later]
        if not pages[number]:
            del pages[number]


def _no_hair_too_long(split: Callable[..., Any]) -> Callable[..., Any]:
    def split_text_box(context: Any, box: Any, available_width: float, skip: int, is_line_start: bool = True) -> Any:
        line, goes_on, broken = split(context, box, available_width, skip, is_line_start)
        if line is not None and goes_on is not None and 0 < line.width - available_width < _A_HAIR:
            shorter = split(context, box, available_width - _A_HAIR, skip, is_line_start)
            if shorter[0] is not None and shorter[0].width <= available_width:
                return shorter
        return line, goes_on, broken

    return split_text_box


def finish_form(document: Any, pdf: Any) -> None:
    """WeasyPrint's document and its PDF before it is written -> its fields the right way up, numbers in their middle.

    WeasyPrint asks programs to draw what is filled in anew. The ticks of check boxes are drawn already, and programs
    that draw them again need a font for that, which no embedded one is.
    """
    for page in document.pages:
        for controls in page.forms.values():
            for box, _ in controls:
                field = box.widget_annotation
                left, top, right, bottom = field["Rect"]
                field["Rect"][:] = [left, min(top, bottom), right, max(top, bottom)]
                if box.style["text_align_all"] == "center":
                    field["Q"] = 1
    if "AcroForm" in pdf.catalog:
        del pdf.catalog["AcroForm"]["NeedAppearances"]


_POINT = 72 / 25.4
# Black as a mixture of colours, for areas and for lines -> as a shade of grey, for which a press takes one ink.
_PURE = {b"0 0 0 rg": b"0 g", b"0 0 0 RG": b"0 G"}


def finish_for_shop(trim: Trim, document: Any, pdf: Any) -> None:
    """How a shop cuts, WeasyPrint's document, its PDF -> changed in place."""
    leaf, *_ = document.pages
    for each in pdf.objects:
        if isinstance(each, dict) and each.get("Type") == "/Page":
            left, top, right, bottom = each["TrimBox"]
            bleed = trim.bleed * _POINT
            if leaf.width < leaf.height and abs(right - left) > abs(bottom - top):
                each["Rotate"] = 270  # Every leaf is cut upright; what lies on its side has its head on the left.
            each["BleedBox"] = type(each["TrimBox"])((left - bleed, top - bleed, right + bleed, bottom + bleed))
        elif getattr(each, "extra", {}).get("Subtype") == "/Image":
            each.extra.pop("Interpolate", None)  # PDF/A leaves no pixels to be guessed.
        elif isinstance(stream := getattr(each, "stream", None), list):
            stream[:] = [_PURE.get(part, part) if isinstance(part, bytes) else part for part in stream]
