"""WeasyPrint's small functions that a layout calls a million times -> the same with fewer steps.

Each gives what WeasyPrint's own gives, for every document.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from weasyprint.css import functions  # type: ignore[import-untyped]
from weasyprint.css.computed_values import PHYSICAL_FUNCTIONS  # type: ignore[import-untyped]
from weasyprint.css.properties import (  # type: ignore[import-untyped]
    INHERITED,
    INITIAL_NOT_COMPUTED,
    INITIAL_VALUES,
    Dimension,
)
from weasyprint.formatting_structure import boxes  # type: ignore[import-untyped]
from weasyprint.layout import percent  # type: ignore[import-untyped]

_BESIDE = ("margin_left", "margin_right", "padding_left", "padding_right", "width", "min_width", "max_width")
_ABOVE = ("margin_top", "margin_bottom", "padding_top", "padding_bottom")
_MEASURES = (*_BESIDE, *_ABOVE, "height", "min_height", "max_height")
_BORDERS = ("border_top_width", "border_right_width", "border_bottom_width", "border_left_width")
# What a style calls the measures that it has given.
_KNOWN = "rollbook_measures"


def resolve_percentages(box: Any, containing_block: Any) -> None:
    """A box and what it stands in -> the box with its measures in pixels; its style knows those that it gave before."""
    style, values = box.style, vars(box)
    if isinstance(containing_block, boxes.Box):
        around = (containing_block.width, containing_block.height, isinstance(box, boxes.PageBox))
    else:
        around = (*containing_block, isinstance(box, boxes.PageBox))
    # In the style itself, so that they go when it goes. No layout changes one that it has measured by: it copies it.
    known = vars(style).setdefault(_KNOWN, {})
    measures = known.get(around)
    if measures is None:
        _resolve(box, *around)
        measures = {name: values[name] for name in _MEASURES}
        # The borders of a table that collapse are those of its boxes.
        if style["border_collapse"] != "collapse":
            known[around] = measures | {name: values[name] for name in _BORDERS}
        elif style["box_sizing"] == "content-box":
            known[around] = measures
        return
    values.update(measures)
    if len(measures) == len(_MEASURES):
        for name in _BORDERS:
            if not hasattr(box, name):
                values[name] = style[name]


def _resolve(box: Any, width: Any, height: Any, is_page: bool) -> None:
    """A box, the measures of what it stands in -> the box with its own. Most are written in pixels to begin with."""
    style, values = box.style, vars(box)
    above = height if is_page else width
    for name in _BESIDE:
        length = style[name]
        is_plain = length.__class__ is Dimension and length.unit != "%"
        values[name] = length.value if is_plain else percent.percentage(length, style, width)
    for name in _ABOVE:
        length = style[name]
        is_plain = length.__class__ is Dimension and length.unit != "%"
        values[name] = length.value if is_plain else percent.percentage(length, style, above)
    _resolve_height(box, height)
    if values["min_width"] == "auto":
        values["min_width"] = 0
    collapse = style["border_collapse"] == "collapse"
    for name in _BORDERS:
        if not (collapse and hasattr(box, name)):
            values[name] = style[name]
    if style["box_sizing"] != "content-box":
        percent.adjust_box_sizing(box, "width")
        percent.adjust_box_sizing(box, "height")


def _resolve_height(box: Any, around: Any) -> None:
    """A box, the height of what it stands in -> the box with its height; a share of what isn't known is none."""
    height = box.style["height"]
    if around != "auto":
        percent.resolve_one_percentage(box, "height", around)
    elif height == "auto" or functions.check_math(height) or height.unit == "%":
        box.height = "auto"
    else:
        box.height = height.value
    percent.resolve_one_percentage(box, "min_height", 0 if around == "auto" else around)
    percent.resolve_one_percentage(box, "max_height", inf if around == "auto" else around)


def page_values(box: Any) -> tuple[Any, Any]:
    """A box with others in it -> the named pages that it begins and ends on: those of the first and of the last."""
    start, end = boxes.Box.page_values(box)
    first = next(filter(_counts, box.children), None)
    if first is None:
        return start, end
    last = next(filter(_counts, reversed(box.children)))
    of_first = first.page_values()
    of_last = of_first if last is first else last.page_values()
    return of_first[0] or start, of_last[1] or end


def _counts(box: Any) -> bool:
    return bool(box.is_in_normal_flow() or box.is_floated())


def is_in_normal_flow(box: Any) -> bool:
    """Whether a box stands where it was written: it neither floats nor is put somewhere."""
    style = box.style
    if style["float"] == "none" and style["position"] in ("static", "relative"):
        return True
    return not (
        box.is_floated() or box.is_absolutely_positioned() or box.is_running() or box.is_footnote() or box.is_note()
    )


def remembering_struts(strut: Callable[[Any], tuple[float, float]]) -> Callable[[Any], tuple[float, float]]:
    """WeasyPrint's way from a style to the height and baseline of its lines -> the same, asked once for each style."""
    known: dict[int, tuple[Any, tuple[float, float]]] = {}

    def remembered(style: Any) -> tuple[float, float]:
        # The style is kept too: as long as it lives, no other can have its id.
        if id(style) not in known:
            known[id(style)] = (style, strut(style))
        return known[id(style)][1]

    return remembered


def quick_style(compute: Callable[[Any, str], Any]) -> Callable[[Any, str], Any]:
    """WeasyPrint's way to the value of a property -> the same, shorter where an element's rules don't name it."""

    def missing(style: Any, key: str) -> Any:
        parent, cascaded, names = style.parent_style, style.cascaded, _UNNAMED.get(key)
        if names is None or parent is None or not cascaded.keys().isdisjoint(names):
            return compute(style, key)
        value = style[key] = parent[key] if key in INHERITED else INITIAL_VALUES[key]
        return value

    return missing


def _names(key: str) -> tuple[str, ...]:
    """A property -> its names: its own, and those by the direction of writing."""
    logical = PHYSICAL_FUNCTIONS.get(key)
    return (key, *(logical(block="ttb", inline=direction) for direction in ("ltr", "rtl"))) if logical else (key,)


# The properties that are simply inherited, or simply as at first, where nothing is said of them.
_UNNAMED = {
    key: _names(key)
    for key in INITIAL_VALUES
    if key not in ("page", "position", "float", "display")
    and not key.startswith("text_decoration_")
    and (key in INHERITED or key not in INITIAL_NOT_COMPUTED)
}
