"""A chapter's blocks -> runs of them: a small table may be beside the words that lead to it, where a page is wide.

As a typesetter decides it, before anything is drawn, so that nothing moves when the page is there: the table is narrow
and short, and the paragraphs right before it are about as tall as it is once they make room for it. On a phone, in
short and in print the one follows the other as they are written. A table with dice has its buttons and what they give,
and one that readers sort has its choices: these keep the whole width.
"""

from __future__ import annotations

from collections.abc import Sequence

from rollbook.model.document.blocks import Block, Paragraph, RuleMark, TableBlock
from rollbook.model.quick_dataclass import dataclass

# A desk's page, in pixels: the text's width, a letter of it, a line; the same in a table; what stands around a cell.
_MEASURE, _LETTER, _LINE, _GAP = 640.0, 7.9, 29.0, 28.0
_CELL_LETTER, _CELL_LINE, _CELL_SIDES = 7.7, 31.0, 26.0
_WIDEST = 0.48 * _MEASURE
_MOST_ROWS = 12
# How tall the words are, compared with the table: fewer leave a hole beside it, more one below it.
_SHORTEST, _TALLEST = 0.6, 1.6


@dataclass(frozen=True, slots=True)
class Beside:
    """Paragraphs, with the marks of the rules that they state, and the table that is beside them."""

    told: tuple[Block, ...]
    table: TableBlock


def beside_text(blocks: Sequence[Block]) -> list[tuple[Block, ...] | Beside]:
    """A chapter's blocks -> the same in order, in runs, each to be written as it is or side by side."""
    runs: list[tuple[Block, ...] | Beside] = []
    done = 0
    for place, block in enumerate(blocks):
        start = _start(blocks, done, place, block) if isinstance(block, TableBlock) and _is_small(block) else None
        if isinstance(block, TableBlock) and start is not None:
            runs += [tuple(blocks[done:start]), Beside(tuple(blocks[start:place]), block)]
            done = place + 1
    return [*runs, tuple(blocks[done:])]


def _start(blocks: Sequence[Block], first: int, place: int, table: TableBlock) -> int | None:
    """Where a table is -> where the words begin that it may be beside; None: it is too wide, or none of them fit."""
    if (width := _width(table)) > _WIDEST:
        return None
    room = (_MEASURE - _GAP - width) / _LETTER
    # Over one from a file stands its title, below it its tools.
    tall = _CELL_LINE * (len(table.rows) + (3 if table.data else 1))
    height, start = 0.0, place
    fitting: dict[float, int] = {}
    # The words that open a chapter begin with a large letter, across the whole page.
    while start > max(first, 1) and isinstance(words := blocks[start - 1], Paragraph) and height < tall:
        height += _LINE * (len(words.line.plain) // room + 1.5)
        start -= 2 if isinstance(blocks[start - 2], RuleMark) else 1
        if _SHORTEST <= height / tall <= _TALLEST:
            fitting[abs(height - tall)] = start
    return fitting[min(fitting)] if fitting else None


def _is_small(table: TableBlock) -> bool:
    plain = table.form == "table" and table.copies == 1 and table.roll is None and bool(table.head)
    sorted_by = table.data is not None and (table.data.sortable or bool(table.data.filters))
    return plain and not sorted_by and 1 < len(table.rows) <= _MOST_ROWS


def _width(table: TableBlock) -> float:
    """A table -> how wide it is with every cell in one line."""
    longest = [max(len(cell.line.plain) for cell in column) for column in zip(table.head, *table.rows, strict=False)]
    return sum(_CELL_SIDES + _CELL_LETTER * letters for letters in longest)
