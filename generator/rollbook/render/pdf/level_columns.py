"""Columns that end level, found by halving: WeasyPrint itself tries one height after the other, often a pixel apart.

A box of columns is first filled in order. Where it goes on behind the page, that is all. Where it ends, the least
height that still holds it lies between its average and its highest column, and some trials find it. This reaches into
WeasyPrint's own functions, so that only the version that it was made for is changed; any other levels in its own way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import weasyprint  # type: ignore[import-untyped]
from weasyprint.css.properties import Dimension  # type: ignore[import-untyped]
from weasyprint.layout import block  # type: ignore[import-untyped]

KNOWN_VERSION = "70.0"
# After so many halvings less than a line is left to gain, on the highest page.
_HALVINGS = 7

_Layout = Callable[..., Any]


@contextmanager
def level_columns() -> Iterator[None]:
    """WeasyPrint levels by halving as long as this lasts. One layout in a process at a time."""
    before = block.columns_layout
    if weasyprint.__version__ == KNOWN_VERSION:
        block.columns_layout = _levelling(before)
    try:
        yield
    finally:
        block.columns_layout = before


def _levelling(fill: _Layout) -> _Layout:
    """WeasyPrint's layout of a box of columns -> the same, that levels by halving."""

    def columns_layout(context: Any, box: Any, *rest: Any) -> Any:
        if box.style["column_fill"] != "balance" or box.style["height"] != "auto":
            return fill(context, box, *rest)
        shapes = context.excluded_shapes[:]

        def trial(height: float | None) -> Any:
            context.excluded_shapes[:] = shapes
            return fill(context, _filled_in_order(box, height), *rest)

        filled = trial(None)
        if filled[0] is None or filled[1] is not None:
            return filled  # It goes on behind this page, which has so much of it whether level or not.
        return _least(trial, filled, box.style["column_count"])

    return columns_layout


def _least(trial: Callable[[float], Any], best: Any, count: int) -> Any:
    """A way to fill columns of some height, and what came of the greatest -> what comes of the least that will do."""
    used = [_used(column) for column in best[0].children]
    low, high = sum(used) / count, max(used, default=0.0)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        tried = trial(middle)
        # What can't be broken may be higher than its column: then a lower one gains nothing.
        if _holds_all(tried, count) and (height := max(map(_used, tried[0].children))) < high:
            best, high = tried, height
        else:
            low = middle
        if high - low < 1:
            break
    return best


def _holds_all(tried: Any, count: int) -> bool:
    box, goes_on, *_ = tried
    return box is not None and goes_on is None and 0 < len(box.children) <= count


def _used(column: Any) -> float:
    """A column -> how high what stands in it is; its own height is that of its neighbours."""
    ends = (child.position_y + child.margin_height() - child.margin_bottom for child in column.children)
    return float(max(ends, default=column.position_y) - column.position_y)


def _filled_in_order(box: Any, height: float | None) -> Any:
    """A box of level columns -> the same that is filled in order, up to this height."""
    other = box.copy()
    other.style = box.style.copy()
    other.style["column_fill"] = "auto"
    if height is not None:
        other.style["height"] = Dimension(height, "px")
    return other
