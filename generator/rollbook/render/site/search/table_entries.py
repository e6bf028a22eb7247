"""A table of a data file -> an entry for it, and one for each thing that a row of it describes.

Whoever types the name of a spell or a weapon wants its row. A row describes a thing when its first column of words
names it; the column says what kind of thing that is.
"""

from __future__ import annotations

from collections.abc import Iterator

from rollbook.model.document.blocks import TableBlock
from rollbook.model.table import Column, Table
from rollbook.render.site.search.entry import KINDS, Entry, Kind, Standing

# Longer texts in a first column are sentences, not names.
_LONGEST_NAME = 40
_FEWEST_ROWS = 3


def table_entries(block: TableBlock, table: Table, here: Standing) -> Iterator[Entry]:
    """A table where it stands, its data -> its entries. Shown a second time it has no anchor, and was found already."""
    if not block.anchor:
        return
    titles = [cell.line.plain for cell in block.head]
    rows = [[cell.line.plain for cell in row] for row in block.rows]
    naming = _naming_column(table, rows)
    title = table.title or table.id.replace("-", " ").capitalize()
    named = [[row[naming]] for row in rows] if naming is not None else rows
    text = " · ".join([*titles, *(cell for row in named for cell in row if cell)])
    yield Entry(Kind("table"), title, here.page, here.anchor, here.under, text, (table.id,))
    if naming is None:
        return
    column = table.columns[naming]
    # A column may be called as one of the book's own parts; its rows are none of them.
    name = column.name if column.name not in KINDS else f"{column.name}-row"
    kind = Kind(name, titles[naming] or column.name.capitalize())
    for row in rows:
        cells = zip(table.columns, titles, row, strict=True)
        text = " · ".join(_said(*cell) for cell in cells if cell[0] is not column and cell[2])
        yield Entry(kind, row[naming], here.page, here.anchor, here.under, text)


def _naming_column(table: Table, rows: list[list[str]]) -> int | None:
    """The first column of words, if each of its cells is the name of one thing."""
    first = next((number for number, column in enumerate(table.columns) if column.kind in ("text", "link")), None)
    if first is None or len(rows) < _FEWEST_ROWS or len(table.columns) < 2:
        return None
    names = [row[first] for row in rows]
    fit = all(0 < len(name) <= _LONGEST_NAME and any(map(str.isalpha, name)) for name in names)
    return first if fit and len(set(names)) == len(names) else None


def _said(column: Column, title: str, cell: str) -> str:
    return " ".join(part for part in (title, cell, column.unit) if part)
