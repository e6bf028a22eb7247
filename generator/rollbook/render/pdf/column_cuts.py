"""Laid-out columns -> how often one ends where it should not.

WeasyPrint cuts what is higher than a low column, whatever its style says.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from weasyprint.formatting_structure.boxes import LineBox  # type: ignore[import-untyped]


def cuts(columns: Sequence[Any]) -> int:
    """Columns -> between how many of them something is cut that should stay whole, or a heading is left behind."""
    return sum(_is_cut(before, after) for before, after in pairwise(columns))


def _is_cut(before: Any, after: Any) -> bool:
    """Two columns -> whether what must not be broken goes on from one to the other, or the first leaves a heading."""
    ends, starts = list(_edge(before, -1)), list(_edge(after, 0))
    going_on = {id(box.element) for box in starts} & {id(box.element) for box in ends if box.element is not None}
    return any(
        _must_not_go_on(box) if id(box.element) in going_on else box.style["break_after"] == "avoid" for box in ends
    ) or any(_lines(box) < box.style["widows"] for box in starts if id(box.element) in going_on)


def _must_not_go_on(box: Any) -> bool:
    return bool(box.style["break_inside"] == "avoid" or _lines(box) < box.style["orphans"])


def _lines(box: Any) -> float:
    """A box -> how many lines stand directly in it; what has none can't have too few."""
    lines = sum(isinstance(child, LineBox) for child in box.children)
    return lines or math.inf


def _edge(column: Any, place: int) -> Iterator[Any]:
    """A column -> what stands last in it, or first, from the outside in, down to the lines."""
    box = column
    while children := [child for child in getattr(box, "children", ()) if child.is_in_normal_flow()]:
        box = children[place]
        if isinstance(box, LineBox):
            return
        yield box
