"""A table document -> GameTable: named columns and rows of cells, for look-ups, choices and rolling on.

Cells stay the author's text; a column's kind says what a cell means.
The keys are explained in content/guide/05-rules-as-data.md.
"""

from __future__ import annotations

from functools import lru_cache

from .document import Cursor, meant, quantity_of
from .expression import Expression, has_dice, text_meaning
from .lean import frozen
from .nodes import Value
from .parse import parse
from .problem import Problem, ProblemError
from .quantity import read_range
from .vocabulary import EMPTY, any_die

KINDS = ("text", "number", "dice", "range", "formula", "link", "weight")
# `align`, `unit` and `copies` are for the page only; they are known here so that no author is told they aren't.
_COLUMN_KEYS = ("title", "kind", "align", "unit")
_TABLE_KEYS = ("title", "columns", "rows", "roll", "outside", "modifiers", "copies", "rule")
_WORDS = ("link", "range")
_NUMBERS = ("number", "dice", "formula", "weight")
_EMPHASIS = "*_`~ \u00a0"


@frozen
class Column:
    """`name` is what formulas say, `title` is what readers see."""

    name: str
    title: str
    kind: str


@frozen
class GameTable:
    """Rows of cells under columns; `roll`, `outside` and `modifiers` are still the author's words."""

    id: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    roll: str
    outside: str
    modifiers: str

    def column(self, name: str) -> int:
        """A column's name or title, in any case -> its index; an unknown one is a problem."""
        wanted = fold(name)
        for index, column in enumerate(self.columns):
            if wanted in (fold(column.name), fold(column.title)):
                return index
        names = [column.name for column in self.columns]
        message = f"the table {self.id} has no column “{name}”"
        raise ProblemError(Problem("unknown-column", message, 0, len(name), meant(name, names)))

    def row(self, key: Value) -> int:
        """A row's name, or a number that its first cell names or holds in its range -> the row's index."""
        wanted = fold(str(key))
        for index, cells in enumerate(self.rows):
            if fold(cells[0]) == wanted:
                return index
        number = quantity_of(key)
        if isinstance(number, int):
            for index, cells in enumerate(self.rows):
                held = read_range(cells[0])
                if not isinstance(held, Problem) and not held.natural and number in held:
                    return index
        hint = meant(str(key), [plain(cells[0]) for cells in self.rows])
        message = f"the table {self.id} has no row “{key}”"
        raise ProblemError(Problem("unknown-row", message, 0, len(str(key)), hint))

    def value(self, row: int, column: int) -> Value:
        """A row's and a column's index -> the cell as a number where it reads as one, or else as its text."""
        text, kind = plain(self.rows[row][column]), self.columns[column].kind
        if column == 0 or kind in _WORDS:
            return text
        if kind == "dice":
            text = any_die(text)
        # A bonus that a row doesn't have is left out, not written as 0.
        number = quantity_of(text) if text else 0 if self._holds_numbers(column) else None
        return text if number is None else number

    def _holds_numbers(self, column: int) -> bool:
        """Whether every cell of a column that is filled is a number: then an empty one is 0."""
        if self.columns[column].kind in _NUMBERS:
            return True
        return all(quantity_of(cells[column]) is not None for cells in self.rows if plain(cells[column]))

    def lookup(self, key: Value, column: str) -> Value | Expression:
        """What `lookup(table, key, column)` of an expression finds: a number, a text, or dice to throw."""
        return meaning_of(self.value(self.row(key), self.column(column)))


def fold(text: str) -> str:
    """A name -> the form in which names are compared: no emphasis, no case, single spaces, plain apostrophes."""
    return " ".join(plain(text).casefold().replace("’", "'").split())


def plain(text: str) -> str:
    """A cell's Markdown -> its text without the emphasis around it."""
    return text.strip(_EMPHASIS)


def meaning_of(value: Value) -> Value | Expression:
    """A number or a truth value -> itself; `2d6` -> dice, thrown again at each use; any other text -> that text."""
    return _meaning_of_text(value) if isinstance(value, str) else value


# A sheet has the same few cells and choices each time that it is worked out.
@lru_cache(maxsize=1024)
def _meaning_of_text(text: str) -> Expression:
    try:
        expression = parse(text, EMPTY)
    except ProblemError:
        return text_meaning(text)
    # `light` would parse too, as a name; only what throws dice is meant as an expression.
    return expression if has_dice(expression.root) else text_meaning(text)


def read_table(document: object) -> GameTable | tuple[Problem, ...]:
    """A table document as plain data -> GameTable, or every problem in it."""
    place = Cursor(document, (), [])
    keys = place.mapping((), ("table", "id", *_TABLE_KEYS))
    columns = _read_columns(keys.get("columns"), place)
    table = GameTable(
        _read_id(keys, place),
        keys["title"].text() if "title" in keys else "",
        columns,
        _read_rows(keys.get("rows"), place, columns),
        keys["roll"].text().strip() if "roll" in keys else "",
        keys["outside"].one_of(("report", "clamp")) if "outside" in keys else "report",
        keys["modifiers"].text().strip() if "modifiers" in keys else "",
    )
    return tuple(place.problems) or table


def _read_id(keys: dict[str, Cursor], place: Cursor) -> str:
    found = keys.get("table") or keys.get("id")
    if found is None:
        place.report("missing-key", "“table” is missing here", "add “table:” with the table's id")
        return ""
    return found.text().strip()


def _read_columns(columns: Cursor | None, place: Cursor) -> tuple[Column, ...]:
    """`[name, {name: kind}, {name, title, kind}]` or `{name: kind}` -> columns."""
    if columns is None:
        place.report("missing-key", "“columns” is missing here", "add “columns:” with the name of each column")
        return ()
    if isinstance(columns.data, dict):
        read = [_read_column(columns.at(name, {name: kind})) for name, kind in columns.data.items()]
    else:
        read = [_read_column(column) for column in columns.items()]
    seen: set[str] = set()
    for column in read:
        if fold(column.name) in seen:
            columns.report("duplicate-column", f"two columns are named “{column.name}”", "give each its own name")
        seen.add(fold(column.name))
    return tuple(read)


def _read_column(column: Cursor) -> Column:
    if isinstance(column.data, dict) and "name" in column.data:
        keys = column.mapping(("name",), _COLUMN_KEYS)
        name = keys["name"].text().strip()
        title = keys["title"].text() if "title" in keys else name
        return Column(name, title, keys["kind"].one_of(KINDS) if "kind" in keys else "text")
    if isinstance(column.data, dict) and len(column.data) == 1:
        (name, kind), *_ = column.entries().items()
        return Column(name, name, kind.one_of(KINDS))
    name = column.text().strip()
    return Column(name, name, "weight" if fold(name) == "weight" else "text")


def _read_rows(rows: Cursor | None, place: Cursor, columns: tuple[Column, ...]) -> tuple[tuple[str, ...], ...]:
    if rows is None:
        place.report("missing-key", "“rows” is missing here", "add “rows:” with a list of rows")
        return ()
    return tuple(_read_row(row, columns) for row in rows.items())


def _read_row(row: Cursor, columns: tuple[Column, ...]) -> tuple[str, ...]:
    """A mapping by column, a list of cells, or a text with `|` between cells -> as many cells as columns."""
    names = [column.name for column in columns]
    if isinstance(row.data, dict):
        keys = row.mapping((), names)
        return tuple(keys[name].text() if name in keys else "" for name in names)
    if isinstance(row.data, str):
        cells = [cell.strip() for cell in row.data.strip().strip("|").split("|")]
    else:
        cells = [cell.text() for cell in row.items()]
    if len(cells) > len(columns):
        row.report("too-many-cells", f"this row has {len(cells)} cells for {len(columns)} columns")
    return tuple((cells + [""] * len(columns))[: len(columns)])
