"""The layout in half of its time, to the same bytes: WeasyPrint does some work twice, and here only once.

- A line of text that was measured in the same style and width is not measured again. WeasyPrint lays text out anew
  for each page or column that it might end on, and for the least and the greatest width of each cell of a table.
- A page is made again only if a number that it shows has changed (fewer_passes.py).
- The small functions that are called most take fewer steps (quick_measures.py).
- Columns that are filled one after the other need no trial of what would fit; only level ones do.
- Its trees are full of cycles that live until the end, so that collecting garbage on the way finds hardly any.

All but the last reach into WeasyPrint's own functions. They are taken from the one version whose bytes a test compares
with and without (tests/test_quick_layout.py); with any other the layout is just slower.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import weasyprint  # type: ignore[import-untyped]
from weasyprint.css.targets import TargetCollector  # type: ignore[import-untyped]
from weasyprint.formatting_structure.boxes import Box, ParentBox  # type: ignore[import-untyped]
from weasyprint.layout import (  # type: ignore[import-untyped]
    absolute,
    block,
    column,
    grid,
    inline,
    page,
    preferred,
    table,
)
from weasyprint.layout import float as floating

from rollbook.render.pdf.fewer_passes import cache_target_page_counters, collect_missing_counters
from rollbook.render.pdf.quick_measures import is_in_normal_flow, page_values, remembering_struts, resolve_percentages

KNOWN_VERSION = "70.0"

_Function = Callable[..., Any]

# What has the function by its name.
_RESOLVING = (absolute, block, column, floating, grid, inline, page, table)


@contextmanager
def quick_layout() -> Iterator[None]:
    """WeasyPrint is quick as long as this lasts. One layout in a process at a time."""
    collecting = gc.isenabled()
    replaced = _replacements() if weasyprint.__version__ == KNOWN_VERSION else ()
    before = [(module, name, getattr(module, name)) for module, name, _ in replaced]
    gc.disable()
    for module, name, function in replaced:
        setattr(module, name, function)
    try:
        yield
    finally:
        for module, name, function in before:
            setattr(module, name, function)
        if collecting:
            gc.enable()


def _replacements() -> tuple[tuple[Any, str, _Function], ...]:
    split = _remembering(inline.split_first_line)
    columns, box = _without_trials(block.columns_layout, block.block_box_layout)
    return (
        (inline, "split_first_line", split),
        (preferred, "split_first_line", split),
        (block, "columns_layout", columns),
        (block, "block_box_layout", box),
        (inline, "strut", remembering_struts(inline.strut)),
        (TargetCollector, "collect_missing_counters", collect_missing_counters),
        (TargetCollector, "cache_target_page_counters", cache_target_page_counters),
        (Box, "is_in_normal_flow", is_in_normal_flow),
        (ParentBox, "page_values", page_values),
        *((module, "resolve_percentages", resolve_percentages) for module in _RESOLVING),
    )


def _remembering(split: _Function) -> _Function:
    """WeasyPrint's way from a text to its first line -> the same, which knows the lines that it has made."""
    lines: dict[tuple[object, ...], tuple[Any, Any]] = {}

    def split_first_line(
        text: str,
        style: Any,
        context: Any,
        max_width: float | None,
        justification_spacing: float,
        is_line_start: bool = True,
        minimum: bool = False,
    ) -> Any:
        key = (text, id(style), max_width, justification_spacing, is_line_start, minimum)
        if key not in lines:
            result = split(text, style, context, max_width, justification_spacing, is_line_start, minimum)
            # The style is kept too: as long as it lives, no other can have its id.
            lines[key] = (style, result)
        (layout, *measures) = lines[key][1]
        # A line is spaced out and drawn through its layout: each needs its own.
        return (_twin(layout), *measures)

    return split_first_line


def _twin(layout: Any) -> Any:
    """A layout of text -> another that holds the same; copy.copy() takes five times as long."""
    twin = object.__new__(type(layout))
    vars(twin).update(vars(layout))
    return twin


def _without_trials(columns: _Function, box_layout: _Function) -> tuple[_Function, _Function]:
    """The layouts of columns and of a block -> the same, but columns that are filled in order are not tried first."""
    in_order: list[bool] = []

    def columns_layout(context: Any, box: Any, *rest: Any) -> Any:
        in_order.append(_is_filled_in_order(box))
        try:
            return columns(context, box, *rest)
        finally:
            in_order.pop()

    def block_box_layout(context: Any, box: Any, *rest: Any, **options: Any) -> Any:
        # A trial comes with an empty list of margins before it, the column itself with none at all. To say that
        # nothing fits ends the trials, which for these columns decide nothing else.
        if box.is_column and in_order[-1] and rest[6] is not None:
            return None, None, {"break": "any", "page": None}, [], False, None
        return box_layout(context, box, *rest, **options)

    return columns_layout, block_box_layout


def _is_filled_in_order(box: Any) -> bool:
    return box.style["column_fill"] == "auto" and all(child.style["column_span"] == "none" for child in box.children)
