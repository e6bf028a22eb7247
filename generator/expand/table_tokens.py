"""A Table of a data file -> the same tokens that a pipe table in a chapter gives."""

from __future__ import annotations

from markdown_it.token import Token

from generator.markdown import inline_token
from generator.spelling import verbatim
from generator.table import Cell, Column, DataFile, Table


def table_tokens(table: Table, file: DataFile, language: str) -> list[Token]:
    """A table -> its tokens; side-by-side copies of the header become further columns of class `copy-2`, `copy-3` …"""
    start = Token("table_open", "table", 1, block=True)
    start.meta["table"] = table
    if table.copies > 1:
        start.attrs["class"] = "copies"
        start.attrs["data-copies"] = str(table.copies)
    titles = [Cell(column.title, column.place) for column in table.columns]
    head = _row("th", [titles] * table.copies, table.columns, language)
    body = [_row("td", row, table.columns, language) for row in _side_by_side(table)]
    return [
        start,
        _token("thead", 1),
        *head,
        _token("thead", -1),
        *([_token("tbody", 1), *(token for row in body for token in row), _token("tbody", -1)] if body else []),
        _token("table", -1),
    ]


def _side_by_side(table: Table) -> list[list[list[Cell]]]:
    """Rows fill down the first copy, then the next; when they don't divide evenly the first copies are one longer."""
    short, longer = divmod(len(table.rows), table.copies)
    heights = [short + (copy < longer) for copy in range(table.copies)]
    starts = [sum(heights[:copy]) for copy in range(table.copies)]
    empty = [Cell("", table.place) for _ in table.columns]
    return [
        [
            list(table.rows[start + line]) if line < height else empty
            for start, height in zip(starts, heights, strict=True)
        ]
        for line in range(max(heights, default=0))
    ]


def _row(tag: str, copies: list[list[Cell]], columns: tuple[Column, ...], language: str) -> list[Token]:
    tokens = [_token("tr", 1)]
    for copy, cells in enumerate(copies, 1):
        for cell, column in zip(cells, columns, strict=True):
            opening = _token(tag, 1)
            if column.align:
                opening.attrs["style"] = f"text-align:{column.align}"
            if copy > 1:
                opening.attrs["class"] = f"copy-{copy}"
            tokens += [
                opening,
                inline_token(cell.text, cell.spelling or verbatim(cell.place), language),
                _token(tag, -1),
            ]
    return [*tokens, _token("tr", -1)]


def _token(tag: str, nesting: int) -> Token:
    if nesting > 0:
        return Token(f"{tag}_open", tag, 1, block=True)
    return Token(f"{tag}_close", tag, -1, block=True)
