"""A table of a data file -> its block, as a pipe table in a chapter gives it."""

from __future__ import annotations

from rollbook.markdown import read_line
from rollbook.model.document.blocks import TableBlock, TableCell
from rollbook.model.spelling import verbatim
from rollbook.model.table import Cell, Column, Table


def make_table(table: Table, language: str) -> TableBlock:
    """A table, the book's language -> its block."""
    head = tuple(_cell(Cell(column.title, column.place), column, language) for column in table.columns)
    rows = tuple(
        tuple(_cell(cell, column, language) for cell, column in zip(row, table.columns, strict=True))
        for row in table.rows
    )
    return TableBlock(head, rows, table.place, table)


def _cell(cell: Cell, column: Column, language: str) -> TableCell:
    return TableCell(read_line(cell.text, cell.spelling or verbatim(cell.place), language), column.align)
