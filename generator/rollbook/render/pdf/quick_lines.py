"""Lines of text that WeasyPrint makes again and again -> made once.

It lays a paragraph out anew for each height that its columns are tried at, for each page or column that it might end
on, and for each time that a page is made; a table's cell also for its least and its greatest width. What it then finds
is what it found before: the same words in the same style and width, or a whole line as far from the left. How far down
the page the line stands is added at the very end, by WeasyPrint too, so that no number differs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from weasyprint.formatting_structure.boxes import InlineBox, TextBox  # type: ignore[import-untyped]
from weasyprint.layout import inline  # type: ignore[import-untyped]

_Function = Callable[..., Any]
# What a paragraph is made of, all of it: each box, and its children or its text at that time.
_Content = tuple[tuple[Any, Any], ...]


@dataclass(frozen=True, slots=True)
class _Line:
    """A line whose baseline is at the top of the page, where it goes from there, and what follows it."""

    content: _Content
    box: Any
    right: float
    top: float
    goes_on: Any
    measures: tuple[float, float, float]  # which its paragraph has meanwhile: its place, its width, its height


def remembering_texts(split: _Function) -> _Function:
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


def remembering_lines(next_line: _Function) -> _Function:
    """WeasyPrint's way from a paragraph to its next line -> the same, which knows the lines that it has made."""
    lines: dict[tuple[object, ...], _Line] = {}
    contents: dict[int, _Content] = {}

    def get_next_linebox(
        context: Any, paragraph: Any, y: float, bottom_space: float, skip_stack: Any, around: Any, *rest: Any
    ) -> Any:
        *_, first_letter_style, first_line_style = rest
        content = contents.get(id(paragraph))
        if content is None or any(_inside(box) is not before for box, before in content):
            # The boxes are kept in it: as long as they live, no other can have their id.
            content = contents[id(paragraph)] = _content(paragraph)
        if (
            len(content) == 1  # empty, or not of text alone
            or context.excluded_shapes
            or first_letter_style is not None
            or first_line_style is not None
            or around.style["direction"] != "ltr"
        ):
            return next_line(context, paragraph, y, bottom_space, skip_stack, around, *rest)
        room = (around.content_box_x(), around.width, around.height, paragraph.text_indent)
        key = (id(paragraph), _path(skip_stack), *room)
        line = lines.get(key)
        if line is None or line.content is not content:
            made = _made(context, paragraph, y, bottom_space, skip_stack, around, content)
            if not isinstance(made, _Line):
                return made
            line = lines[key] = made
        paragraph.position_y = y
        paragraph.position_x, paragraph.width, paragraph.height = line.measures
        placed = _moved(line.box, line.right, y - line.top)
        placed.position_y = y
        return placed, line.goes_on

    return get_next_linebox


def _made(
    context: Any, paragraph: Any, y: float, bottom_space: float, skip_stack: Any, around: Any, content: _Content
) -> _Line | tuple[Any, Any]:
    """A paragraph of text from left to right without anything beside it -> its next line; just as it is if empty.

    These are the steps of WeasyPrint's get_next_linebox() that such a line takes, up to the last one.
    """
    start = inline.skip_first_whitespace(paragraph, skip_stack)
    if start == "continue":
        return None, None
    paragraph.position_y, paragraph.width, paragraph.height = y, 0, 0
    x, y, width = inline.avoid_collisions(context, paragraph, around, outer=False)
    paragraph.position_x, paragraph.position_y = x, y
    nothing: tuple[list[Any], ...] = ([], [], [], [], [])  # no text is put elsewhere
    line, goes_on, breaks, *_ = inline.split_inline_box(
        *(context, paragraph, x + paragraph.text_indent, x + width, bottom_space, start, around, *nothing, None, None)
    )
    if inline.is_phantom_linebox(line) and not breaks:
        paragraph.width, paragraph.height, line.height = line.width, line.height, 0
        return line, goes_on
    measures = (x, line.width, line.height)
    inline.remove_last_whitespace(context, line)
    right = inline.text_align(context, line, width, last=goes_on is None or breaks)
    bottom, top = inline.line_box_verticality(line)
    line.baseline, line.position_y, line.height = -top, top, bottom - top
    line.margin_top = line.margin_bottom = 0
    return _Line(content, line, right, top, goes_on, measures)


def _content(paragraph: Any) -> _Content:
    """A paragraph's box -> all that is in it; itself alone if not all of that is text which stands where it is."""
    found, waiting = [(paragraph, paragraph.children)], list(paragraph.children)
    while waiting:
        box = waiting.pop()
        if type(box) not in (InlineBox, TextBox) or box.is_leader or not box.is_in_normal_flow():
            return ((paragraph, paragraph.children),)
        found.append((box, _inside(box)))
        waiting += box.children
    return tuple(found)


def _inside(box: Any) -> Any:
    return box.text if type(box) is TextBox else box.children


def _path(skip_stack: Any) -> tuple[int, ...]:
    """Where to go on, as WeasyPrint has it -> the same as what can be looked up."""
    path = []
    while skip_stack is not None:
        ((index, skip_stack),) = skip_stack.items()
        path.append(index)
    return tuple(path)


def _moved(box: Any, right: float, down: float) -> Any:
    """A line or what is in it, how far to move it -> a copy that is there."""
    copy = _twin(box)
    values = vars(copy)
    values["position_x"] += right
    values["position_y"] += down
    if type(box) is TextBox:
        values["pango_layout"] = _twin(box.pango_layout)
    else:
        values["children"] = [_moved(child, right, down) for child in box.children]
    return copy


def _twin(original: Any) -> Any:
    """A layout of text, or a box -> another that holds the same; copy.copy() takes five times as long."""
    twin = object.__new__(type(original))
    vars(twin).update(vars(original))
    return twin
