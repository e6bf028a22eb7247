"""Columns that were filled in order -> the least height at which as many would hold the same, without laying them out.

What stands in them is taken as pieces that can't be broken: a line, a row of a table, a picture, a box that must stay
whole, a heading with the first lines below it. It is an estimate: margins where columns broke are not known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from weasyprint.formatting_structure.boxes import (  # type: ignore[import-untyped]
    BlockContainerBox,
    LineBox,
    TableBox,
    TableRowBox,
    TableRowGroupBox,
)

from rollbook.model.quick_dataclass import dataclass

# Halvings of a height with pieces alone cost next to nothing.
_HALVINGS = 24
_AVOIDED = ("avoid", "avoid-page", "avoid-column")
_OPENED = (BlockContainerBox, TableBox, TableRowGroupBox)


@dataclass(frozen=True, slots=True)
class _Piece:
    """From where to where it reaches, and whether what follows must stand below it."""

    top: float
    bottom: float
    leads: bool = False


def least_height(columns: list[Any], count: int) -> float:
    """Columns, how many there may be -> how high they must be at least."""
    pieces = list(_joined(_in_one_column(columns)))
    if not pieces:
        return 0.0
    # None is broken, however high it is.
    low, high = max(piece.bottom - piece.top for piece in pieces), pieces[-1].bottom - pieces[0].top
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if _needed(pieces, middle) <= count else (middle, high)
    return high


def _needed(pieces: list[_Piece], height: float) -> int:
    """Pieces below each other, a height -> how many columns they fill."""
    number, top = 1, pieces[0].top
    for piece in pieces:
        if piece.bottom - top > height:
            number, top = number + 1, piece.top
    return number


def _in_one_column(columns: Iterable[Any]) -> Iterator[_Piece]:
    """Columns -> their pieces as if they stood below each other."""
    end = 0.0
    for column in columns:
        offset = end - column.position_y
        for piece in _pieces(column):
            yield replace(piece, top=piece.top + offset, bottom=piece.bottom + offset)
            end = piece.bottom + offset
        end += max((child.margin_bottom for child in column.children[-1:]), default=0.0)


def _joined(pieces: Iterable[_Piece]) -> Iterator[_Piece]:
    """Pieces -> the same, those that lead to others in one with them."""
    first: _Piece | None = None
    for piece in pieces:
        whole = piece if first is None else replace(piece, top=first.top)
        if piece.leads:
            first = whole
        else:
            first = None
            yield whole
    if first is not None:
        yield first


def _pieces(box: Any) -> Iterator[_Piece]:
    """A box -> what it can be broken into; the last leads on if the box must not end a column."""
    pieces = list(_inside(box)) if _may_break(box) else []
    if not pieces:
        top = box.position_y if isinstance(box, LineBox | TableRowBox) else box.border_box_y()
        height = box.height if isinstance(box, LineBox | TableRowBox) else box.border_height()
        pieces = [_Piece(top, top + height)]
    elif isinstance(box, BlockContainerBox):
        pieces[0] = replace(pieces[0], top=pieces[0].top - box.padding_top - box.border_top_width)
        pieces[-1] = replace(pieces[-1], bottom=pieces[-1].bottom + box.padding_bottom + box.border_bottom_width)
    if box.style["break_after"] in _AVOIDED:
        pieces[-1] = replace(pieces[-1], leads=True)
    yield from pieces


def _may_break(box: Any) -> bool:
    return isinstance(box, _OPENED) and box.style["break_inside"] not in _AVOIDED and not box.is_monolithic()


def _inside(box: Any) -> Iterator[_Piece]:
    children = [child for child in box.children if child.is_in_normal_flow()]
    if children and isinstance(children[0], LineBox):
        yield from _lines(children, box.style["orphans"], box.style["widows"])
        return
    for child, following in zip(children, [*children[1:], None], strict=True):
        *pieces, last = _pieces(child)
        yield from pieces
        leads = following is not None and following.style["break_before"] in _AVOIDED
        yield replace(last, leads=True) if leads else last


def _lines(lines: list[Any], orphans: int, widows: int) -> Iterator[_Piece]:
    """The lines of a paragraph -> pieces, of which its first lines lead on, and the ones before its last."""
    for number, line in enumerate(lines, 1):
        left = len(lines) - number
        leads = left > 0 and (number < orphans or left < widows)
        yield _Piece(line.position_y, line.position_y + line.height, leads)
