"""Tables of two books -> those that differ, cell by cell, with the chances of their rows."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain

from rollbook.engine.roll_table import RollTable, make_roll_table, row_odds
from rollbook.model.book import Book
from rollbook.model.comparison import CellChange, OddsChange, TableChange
from rollbook.model.document.blocks import TableBlock
from rollbook.model.document.walk import every_block
from rollbook.model.ruleset import engine_table
from rollbook.model.table import Table

_EMPHASIS = "*_` "


def compare_tables(old: Book, new: Book) -> tuple[TableChange, ...]:
    """The older and the newer book -> their tables that differ. Only tables that a page shows are compared."""
    before, after = _shown(old), _shown(new)
    changes = (_compare(before.get(name), after.get(name)) for name in dict.fromkeys(chain(after, before)))
    return tuple(change for change in changes if change is not None)


def _shown(book: Book) -> dict[str, Table]:
    blocks = (block for page in book.pages for block in every_block(page.blocks))
    shown = (block.data for block in blocks if isinstance(block, TableBlock) and block.data)
    return {table.id: table for table in shown}


def _compare(old: Table | None, new: Table | None) -> TableChange | None:
    table = new or old
    assert table is not None, "a name that stands in one of the two books at least"
    title = table.title or table.id
    if old is None or new is None:
        return TableChange(table.id, title, "new" if old is None else "old", (), ())
    cells = tuple(_cells(old, new))
    odds = tuple(_odds(old, new))
    return TableChange(table.id, title, "", cells, odds) if cells or odds else None


def _cells(old: Table, new: Table) -> Iterator[CellChange]:
    """Rows are told by their first cell, so that one that moves is no change."""
    before, after = _by_label(old), _by_label(new)
    columns = dict.fromkeys(column.title for table in (new, old) for column in table.columns[1:])
    for label in dict.fromkeys(chain(after, before)):
        was, now = before.get(label, {}), after.get(label, {})
        if not was or not now:
            whole = " | ".join(cell for cell in (was or now).values() if cell)
            yield CellChange(label, "", whole if was else "", whole if now else "")
            continue
        for column in columns:
            if was.get(column, "") != now.get(column, ""):
                yield CellChange(label, column, was.get(column, ""), now.get(column, ""))


def _by_label(table: Table) -> dict[str, dict[str, str]]:
    titles = [column.title for column in table.columns[1:]]
    return {
        row[0].text.strip(_EMPHASIS): dict(zip(titles, (cell.text.strip() for cell in row[1:]), strict=True))
        for row in table.rows
    }


def _odds(old: Table, new: Table) -> Iterator[OddsChange]:
    before, after = _chances(old), _chances(new)
    for what in dict.fromkeys(chain(after, before)):
        if before.get(what) != after.get(what):
            yield OddsChange(what, before.get(what), after.get(what))


def _chances(table: Table) -> dict[str, Fraction]:
    """A table that a die picks from -> the chance of what each row says, without modifiers; else nothing."""
    rollable = make_roll_table(engine_table(table))
    if not isinstance(rollable, RollTable):
        return {}
    chances: dict[str, Fraction] = {}
    for row, chance in zip(rollable.rows, row_odds(rollable).rows, strict=True):
        what = next((cell.strip(_EMPHASIS) for cell in row.cells[1:] if cell.strip()), row.label)
        chances[what] = chances.get(what, Fraction(0)) + chance
    return chances
