"""A PDF for a print shop, before it is written -> with exact boxes, and its black as black ink alone."""

from __future__ import annotations

from typing import Any

from rollbook.model.paper_format import Trim

POINT = 72 / 25.4
# Black as a mixture of colours, for areas and for lines -> as a shade of grey, for which a press takes one ink.
_PURE = {b"0 0 0 rg": b"0 g", b"0 0 0 RG": b"0 G"}


def finish_for_shop(trim: Trim, document: Any, pdf: Any) -> None:
    """How a shop cuts, WeasyPrint's document, its PDF -> changed in place."""
    for each in pdf.objects:
        if isinstance(each, dict) and each.get("Type") == "/Page":
            left, top, right, bottom = each["TrimBox"]
            bleed = trim.bleed * POINT
            each["BleedBox"] = type(each["TrimBox"])((left - bleed, top - bleed, right + bleed, bottom + bleed))
        elif getattr(each, "extra", {}).get("Subtype") == "/Image":
            each.extra.pop("Interpolate", None)  # PDF/A leaves no pixels to be guessed.
        elif isinstance(stream := getattr(each, "stream", None), list):
            stream[:] = [_PURE.get(part, part) if isinstance(part, bytes) else part for part in stream]
