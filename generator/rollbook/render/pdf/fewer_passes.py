"""Where an anchor is -> the pages that are to be made again: those that show a number of it which has changed.

WeasyPrint forgets which anchor `target-counter(attr(href), page)` is about. It makes such a page again as soon as any
counter of that page itself has changed. The number of all pages is one of them, and it is known only after the first
time: every page with a reference was made a third time, though nothing on it was different.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

from weasyprint.css.targets import CounterLookupItem  # type: ignore[import-untyped]


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
