"""Columns that end level, as few times laid out as can be: WeasyPrint itself tries one height after the other.

A box of columns is first filled in order. Where it goes on behind the page, that is all. Where it ends, the least
height that would hold it is reckoned from its lines (least_height.py) and tried, then a few that are a little higher.
A page that is made again, for a number on it, begins with the height that was found the first time. This reaches into
WeasyPrint's own functions, so that only the version that it was made for is changed; any other levels in its own way.

Laid-out columns -> how often one ends where it should not. WeasyPrint cuts what is higher than a low column, whatever
its style says.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import weasyprint  # type: ignore[import-untyped]
from weasyprint.css.properties import Dimension  # type: ignore[import-untyped]
from weasyprint.formatting_structure.boxes import LineBox  # type: ignore[import-untyped]
from weasyprint.layout import block  # type: ignore[import-untyped]

from rollbook.model.quick_dataclass import dataclass
from rollbook.render.pdf.least_height import least_height

KNOWN_VERSION = "70.0"
# What is added to the height that was reckoned, in pixels: for rounding, for a margin that was not known, for a line.
_MORE = (0.01, 4.5, 9.0, 18.0)
# When even these don't do, so many halvings leave less than a line to gain, on the highest page.
_HALVINGS = 6
# Columns that differ by less than this, in pixels, are the same.
_SAME = 0.1

_Layout = Callable[..., Any]
_Trial = Callable[[float | None], Any]


@dataclass(frozen=True, slots=True)
class _Level:
    """The heights that were found for a box of columns, the least first, and how high each of them then was."""

    element: Any  # kept too: as long as it lives, no other can have its id
    heights: tuple[float | None, ...]  # none: all that the page has
    used: tuple[float, ...]


@contextmanager
def level_columns() -> Iterator[None]:
    """WeasyPrint levels in this way as long as this lasts. One layout in a process at a time."""
    before = block.columns_layout
    if weasyprint.__version__ == KNOWN_VERSION:
        block.columns_layout = _levelling(before)
    try:
        yield
    finally:
        block.columns_layout = before


def _levelling(fill: _Layout) -> _Layout:
    """WeasyPrint's layout of a box of columns -> the same, that levels by reckoning."""
    known: dict[tuple[int, str], _Level] = {}

    def columns_layout(context: Any, box: Any, bottom_space: float, skip_stack: Any, *rest: Any) -> Any:
        if box.style["column_fill"] != "balance" or box.style["height"] != "auto":
            return fill(context, box, bottom_space, skip_stack, *rest)
        shapes, count = context.excluded_shapes[:], box.style["column_count"]

        def trial(height: float | None) -> Any:
            context.excluded_shapes[:] = shapes
            return fill(context, _filled_in_order(box, height), bottom_space, skip_stack, *rest)

        key = (id(box.element), repr(skip_stack))
        level = known.get(key)
        for height in level.heights if level else ():
            if level and _is_same(tried := trial(height), level, count):
                return tried
        filled = trial(None)
        if filled[0] is None or filled[1] is not None:
            return filled  # It goes on behind this page, which has so much of it whether level or not.
        heights, found = _least(trial, filled, count)
        known[key] = _Level(box.element, heights, _heights(found))
        return found

    return columns_layout


def _is_same(tried: Any, level: _Level, count: int) -> bool:
    """Whether columns hold all and are as high as they were before, one by one."""
    if not _holds_all(tried, count) or len(heights := _heights(tried)) != len(level.used):
        return False
    return all(abs(now - before) < _SAME for now, before in zip(heights, level.used, strict=True))


def _least(trial: _Trial, filled: Any, count: int) -> tuple[tuple[float | None, ...], Any]:
    """A way to fill columns of some height, what came of the greatest -> the least that will do, and its columns.

    Columns may need more room than they then fill: such a height comes behind what they fill.
    """
    low, high = least_height(filled[0].children, count), max(_heights(filled), default=0.0)
    height, best, allowed = None, filled, cuts(filled[0].children)
    for higher in [low + more for more in _MORE]:
        if higher >= high:
            return (high + _MORE[0], None), filled
        if _gains(tried := trial(higher), count, high) and cuts(tried[0].children) <= allowed:
            return (higher,), tried
        low = higher
    for _ in range(_HALVINGS):
        if high <= low:
            break  # All that is left has been tried.
        middle = (low + high) / 2
        if _gains(tried := trial(middle), count, high) and cuts(tried[0].children) <= allowed:
            height, best, high = middle, tried, max(_heights(tried))
        else:
            low = middle
    return (high + _MORE[0], height), best


def _gains(tried: Any, count: int, high: float) -> bool:
    """Whether all is there and lower. What can't be broken may be higher than its column: then nothing is gained."""
    return _holds_all(tried, count) and max(_heights(tried)) < high


def _holds_all(tried: Any, count: int) -> bool:
    box, goes_on, *_ = tried
    return box is not None and goes_on is None and 0 < len(box.children) <= count


def _heights(filled: Any) -> tuple[float, ...]:
    return tuple(map(_used, filled[0].children))


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
