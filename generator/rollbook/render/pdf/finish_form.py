"""The finished objects of a fillable PDF -> as programs that fill forms in expect them."""

from __future__ import annotations

from typing import Any


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
