"""A PDF before it is written -> as programs that fill forms in, and print shops, expect it."""

from __future__ import annotations

from typing import Any

from rollbook.model.paper_format import Trim


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


POINT = 72 / 25.4
# Black as a mixture of colours, for areas and for lines -> as a shade of grey, for which a press takes one ink.
_PURE = {b"0 0 0 rg": b"0 g", b"0 0 0 RG": b"0 G"}


def finish_for_shop(trim: Trim, document: Any, pdf: Any) -> None:
    """How a shop cuts, WeasyPrint's document, its PDF -> changed in place."""
    leaf, *_ = document.pages
    for each in pdf.objects:
        if isinstance(each, dict) and each.get("Type") == "/Page":
            left, top, right, bottom = each["TrimBox"]
            bleed = trim.bleed * POINT
            if leaf.width < leaf.height and abs(right - left) > abs(bottom - top):
                each["Rotate"] = 270  # Every leaf is cut upright; what lies on its side has its head on the left.
            each["BleedBox"] = type(each["TrimBox"])((left - bleed, top - bleed, right + bleed, bottom + bleed))
        elif getattr(each, "extra", {}).get("Subtype") == "/Image":
            each.extra.pop("Interpolate", None)  # PDF/A leaves no pixels to be guessed.
        elif isinstance(stream := getattr(each, "stream", None), list):
            stream[:] = [_PURE.get(part, part) if isinstance(part, bytes) else part for part in stream]
