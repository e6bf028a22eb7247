"""The rows of a table: texts with `|` between cells, lists of cells, or mappings from columns; a scalar -> Cells."""

from __future__ import annotations

import re
from bisect import bisect_left

from rollbook.engine.problem import Problem
from rollbook.model.diagnostic import Diagnostic, Suggestions, listed
from rollbook.model.source import Place, joined
from rollbook.model.table import Cell, Column
from rollbook.model.yaml_tree import Mapping, Node, Scalar, Sequence

# A bar right behind a backslash is text.
_BAR = re.compile(r"\\\||\|")


def as_text(node: Node) -> Scalar | None:
    """A row or a line of a header -> its text; None for a list or mapping.

    `- :--- | ---:` is a mapping to YAML, since it ends with a colon; to everyone else it is a text.
    """
    if isinstance(node, Mapping) and len(node.entries) == 1:
        key, value = node.entries[0].key, node.entries[0].value
        if key.style == "plain" and isinstance(value, Scalar) and value.absent:
            return Scalar(f"{key.text}:", key.style, key.place, key.spelling)
    return node if isinstance(node, Scalar) else None


def whole_cell(scalar: Scalar) -> Cell:
    """A scalar -> the one cell that it is."""
    return _one_cell(scalar, 0, len(scalar.text), [])


def divide_cells(scalar: Scalar) -> tuple[Cell, ...]:
    """`a | b \\| c` -> the cells `a` and `b | c`. Bars at both ends belong to the row, not to a cell."""
    found = list(_BAR.finditer(scalar.text))
    bars = [bar.start() for bar in found if bar[0] == "|"]
    escapes = [bar.start() for bar in found if bar[0] != "|"]
    starts, ends = [0, *(bar + 1 for bar in bars)], [*bars, len(scalar.text)]
    if len(bars) > 1 and not scalar.text[: bars[0]].strip() and not scalar.text[bars[-1] + 1 :].strip():
        starts, ends = starts[1:-1], ends[1:-1]
    return tuple(
        _one_cell(scalar, start, end, escapes[bisect_left(escapes, start) : bisect_left(escapes, end)])
        for start, end in zip(starts, ends, strict=True)
    )


def told(problem: Problem, cell: Cell) -> tuple[str, Place, str]:
    """What the engine found in a cell's expression -> message, exact place and hint of a diagnostic."""
    place = cell.at(max(min(problem.start, len(cell.text) - 1), 0), problem.end - problem.start)
    return problem.message, place, f"did you mean {problem.suggestion!r}?" if problem.suggestion else ""


def _one_cell(scalar: Scalar, start: int, end: int, backslashes: list[int]) -> Cell:
    """Part of a scalar, the backslashes in it that only protect a bar -> the cell without them."""
    written = scalar.text[start:end]
    end -= len(written) - len(written.rstrip())
    start = min(start + len(written) - len(written.lstrip()), end)
    pieces = list(zip([start, *(at + 1 for at in backslashes)], [*backslashes, end], strict=True))
    text = "".join(scalar.text[first:last] for first, last in pieces)
    spelling = joined((last - first, scalar.spelling.part(first, last)) for first, last in pieces)
    return Cell(text, spelling.at(0, len(text)), spelling)


Row = tuple[Cell, ...]


def parse_texts(rows: Node, columns: tuple[Column, ...], found: list[Diagnostic]) -> tuple[Row, ...]:
    """A handbook's `data` -> rows; an entry that is not a text is reported and left out."""
    read = []
    for item in _items(rows, "data", found):
        if text := as_text(item):
            read.append(_fitted(divide_cells(text), columns, item.place, found))
        else:
            # `- Attack: 5 | 6` is a mapping to YAML: its colon makes it one.
            hint = 'put the whole row in "quotation marks"'
            found.append(Diagnostic("bad-cell", "this row is not text", item.place, hint))
    return tuple(read)


def parse_rows(rows: Node, columns: tuple[Column, ...], found: list[Diagnostic]) -> tuple[Row, ...]:
    """A typed table's `rows` -> rows."""
    suggestions = Suggestions()
    return tuple(_row(item, columns, suggestions, found) for item in _items(rows, "rows", found))


def _items(rows: Node, key: str, found: list[Diagnostic]) -> tuple[Node, ...]:
    if isinstance(rows, Sequence) and rows.items:
        return rows.items
    message = f"{key!r} is not a list of rows" if not isinstance(rows, Sequence) else "the table has no rows"
    found.append(Diagnostic("bad-table", message, rows.place, "write each row on its own line, after a dash"))
    return ()


def _row(item: Node, columns: tuple[Column, ...], suggestions: Suggestions, found: list[Diagnostic]) -> Row:
    if isinstance(item, Mapping):
        return read_mapping(item, columns, suggestions, found)
    cells = tuple(_cell(cell, found) for cell in item.items) if isinstance(item, Sequence) else divide_cells(item)
    return _fitted(cells, columns, item.place, found)


def read_mapping(
    row: Mapping, columns: tuple[Column, ...], suggestions: Suggestions, found: list[Diagnostic], what: str = "column"
) -> Row:
    """`{column: cell}` -> cells in the order of the columns; a column that is not there is an empty cell."""
    names = {column.name: None for column in columns}
    written = {entry.key.text: entry.value for entry in row.entries}
    for entry in row.entries:
        if entry.key.text not in names:
            hint = suggestions.closest(entry.key.text, "columns", lambda: names) or listed(f"the {what}s are", names)
            found.append(Diagnostic("bad-cell", f"there is no {what} {entry.key.text!r}", entry.key.place, hint))
    values = (written.get(column.name) for column in columns)
    return tuple(Cell("", row.place) if value is None else _cell(value, found) for value in values)


def _cell(value: Node, found: list[Diagnostic]) -> Cell:
    if isinstance(value, Scalar):
        return whole_cell(value)
    kind = "a list" if isinstance(value, Sequence) else "a mapping"
    hint = 'if it starts with a bracket, put the text in "quotation marks"'
    found.append(Diagnostic("bad-cell", f"a cell holds text, not {kind}", value.place, hint))
    return Cell("", value.place)


def _fitted(cells: Row, columns: tuple[Column, ...], place: Place, found: list[Diagnostic]) -> Row:
    """Cells, columns -> as many cells as columns. What is left out is in the report, so no word is lost."""
    surplus = cells[len(columns) :]
    if surplus:
        words = " | ".join(cell.text for cell in surplus)
        message = f"this row has {_count(cells)} for {_count(columns, 'column')}: {words!r} is left out"
        hint = "remove it or add a column; write \\| for a bar that belongs to the text"
        found.append(Diagnostic("cell-count", message, surplus[0].place, hint))
    elif len(cells) < len(columns):
        message = f"this row has {_count(cells)} for {_count(columns, 'column')}"
        found.append(Diagnostic("cell-count", message, place, "add a bar for each cell that stays empty"))
    missing = (Cell("", place) for _ in columns[len(cells) :])
    return (*cells[: len(columns)], *missing)


def _count(things: tuple[object, ...], name: str = "cell") -> str:
    return f"{len(things)} {name}" + ("s" if len(things) != 1 else "")
