"""The layout in half of its time, to the same bytes: WeasyPrint does some work twice, and here only once.

- A line of text that was made before, in the same style and width, is not made again (quick_lines.py).
- A page is made again only if a number that it shows has changed.
- The small functions that are called most take fewer steps (quick_measures.py).
- Columns that are filled one after the other need no trial of what would fit; only level ones do.
- Its trees are full of cycles that live until the end, so that collecting garbage on the way finds hardly any.

All but the last reach into WeasyPrint's own functions. They are taken from the one version whose bytes a test compares
with and without (tests/test_quick_layout.py); with any other the layout is just slower.

Where an anchor is -> the pages that are to be made again: those that show a number of it which has changed. WeasyPrint
forgets which anchor `target-counter(attr(href), page)` is about. It makes such a page again as soon as any counter of
that page itself has changed. The number of all pages is one of them, and it is known only after the first time: every
page with a reference was made a third time, though nothing on it was different.
"""

from __future__ import annotations

import copy
import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import unquote

import weasyprint  # type: ignore[import-untyped]
from weasyprint.css import ComputedStyle  # type: ignore[import-untyped]
from weasyprint.css.targets import CounterLookupItem, TargetCollector  # type: ignore[import-untyped]
from weasyprint.formatting_structure.boxes import Box, ParentBox  # type: ignore[import-untyped]
from weasyprint.layout import absolute, block, column, grid, inline, page, preferred, table  # type: ignore[import-untyped]
from weasyprint.layout import float as floating

from rollbook.render.pdf.quick_lines import remembering_lines, remembering_texts
from rollbook.render.pdf.quick_measures import (
    is_in_normal_flow,
    page_values,
    quick_style,
    remembering_struts,
    resolve_percentages,
)

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
    split = remembering_texts(inline.split_first_line)
    columns, box = _without_trials(block.columns_layout, block.block_box_layout)
    return (
        (inline, "split_first_line", split),
        (preferred, "split_first_line", split),
        (inline, "get_next_linebox", remembering_lines(inline.get_next_linebox)),
        (block, "columns_layout", columns),
        (block, "block_box_layout", box),
        (inline, "strut", remembering_struts(inline.strut)),
        (TargetCollector, "collect_missing_counters", collect_missing_counters),
        (TargetCollector, "cache_target_page_counters", cache_target_page_counters),
        (ComputedStyle, "__missing__", quick_style(ComputedStyle.__missing__)),
        (Box, "is_in_normal_flow", is_in_normal_flow),
        (ParentBox, "page_values", page_values),
        *((module, "resolve_percentages", resolve_percentages) for module in _RESOLVING),
    )


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


def collect_missing_counters(
    collector: Any,
    parent_box: Any,
    css_token: str,
    parse_again: Callable[..., None],
    missing_counters: list[str],
    missing_target_counters: dict[str | None, list[str]],
) -> None:
    """A box that shows counters which are not known yet, its own or of anchors -> remembered under these anchors."""
    if not collector.collecting or not (missing_counters or missing_target_counters):
        return
    of_targets, own = dict(missing_target_counters), missing_counters
    name = _anchor(collector, parent_box)
    if None in of_targets and name is not None:
        nameless = of_targets.pop(None)
        of_targets[name] = nameless
        # WeasyPrint takes a list of a target's counters for the box's own as well.
        own = [] if own is nameless else own
    if parent_box.missing_link is None:
        parent_box.missing_link = parent_box
    item = CounterLookupItem(parse_again, own, of_targets)
    collector.counter_lookup_items.setdefault((parent_box, css_token), item)


def _anchor(collector: Any, box: Any) -> str | None:
    """A box -> the anchor that its element links to."""
    href = box.element.get("href", "") if box.element is not None else ""
    names = (href[1:], unquote(href[1:])) if href.startswith("#") else ()
    return next((name for name in names if name in collector.target_lookup_items), None)


def cache_target_page_counters(
    collector: Any, anchor_name: str, page_counter_values: dict[str, Any], page_maker_index: int, page_maker: list[Any]
) -> None:
    """An anchor, the counters of the page that it stands on -> remembered, and what shows another value made anew."""
    target = collector.target_lookup_items.get(anchor_name)
    if collector.collecting or target is None or target.state != "up-to-date":
        return
    target.page_maker_index = page_maker_index
    before = target.cached_page_counter_values
    if before == page_counter_values:
        return
    target.cached_page_counter_values = copy.deepcopy(page_counter_values)
    for (_, css_token), item in collector.counter_lookup_items.items():
        wanted = item.missing_target_counters.get(anchor_name) if css_token == "content" else None
        if wanted is None:
            continue
        if item.page_maker_index is None or item.page_maker_index >= len(page_maker):
            item.pending = True  # The page that it stands on is still to come.
        elif any(_has_changed(name, before, page_counter_values) for name in wanted):
            page_maker[item.page_maker_index][-1]["content_changed"] = True
            item.parse_again(item.cached_page_counter_values)


def _has_changed(name: str, before: dict[str, Any], now: dict[str, Any]) -> bool:
    return now.get(name) is not None and now.get(name) != before.get(name)
