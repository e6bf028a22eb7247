"""What a reader may choose from: words in a document or the rows of a table -> choices with their values."""

from __future__ import annotations

from collections.abc import Mapping

from .document import Cursor, quantity_of
from .lean import frozen
from .nodes import Value
from .problem import ProblemError
from .table import GameTable, fold, plain


@frozen
class Choice:
    """`value` is what the input's name stands for; `parts` are its columns, reached as `name.column`."""

    name: str
    value: Value
    parts: tuple[tuple[str, Value], ...]


def read_choices(keys: dict[str, Cursor], place: Cursor, tables: Mapping[str, GameTable]) -> tuple[Choice, ...]:
    """The keys `choices`, or `table` and `column`, of an input or field -> its choices."""
    if "choices" in keys:
        if "table" in keys:
            keys["table"].report("two-sources", "choices are listed here and come from a table too", "keep one of them")
        choices = _written(keys["choices"])
    elif "table" in keys:
        choices = _from_table(keys, tables)
    else:
        place.report("missing-key", "a choice needs “choices” or a “table”", "add “choices:” or “table:”")
        return ()
    seen: set[str] = set()
    for choice in choices:
        if fold(choice.name) in seen:
            place.report("duplicate-choice", f"“{choice.name}” appears twice among the choices")
        seen.add(fold(choice.name))
    if not choices and not place.problems:
        place.report("no-choices", "there is nothing to choose from here")
    return choices


def find_choice(choices: tuple[Choice, ...], name: str) -> Choice | None:
    """What a reader chose, in any case -> the choice, or None."""
    # As it is written in its document, mostly; no two there differ in case alone.
    for choice in choices:
        if choice.name == name:
            return choice
    wanted = fold(name)
    return next((choice for choice in choices if fold(choice.name) == wanted), None)


def value_of(text: str) -> Value:
    """A cell or a choice's text -> the number it reads as, or else the text without its emphasis."""
    number = quantity_of(text)
    return plain(text) if number is None else number


def _written(place: Cursor) -> tuple[Choice, ...]:
    """`[light, heavy]`, `{normal: 0, careful: -2}`, `{sword: {damage: 1d8, kind: complex}}` -> choices."""
    if not isinstance(place.data, dict):
        return tuple(Choice(name, value_of(name), ()) for name in (item.text().strip() for item in place.items()))
    choices = []
    for name, entry in place.entries().items():
        if isinstance(entry.data, dict):
            parts = tuple((key, value_of(part.text())) for key, part in entry.entries().items())
            choices.append(Choice(name, name, parts))
        else:
            choices.append(Choice(name, value_of(entry.text()), ()))
    return tuple(choices)


def _from_table(keys: dict[str, Cursor], tables: Mapping[str, GameTable]) -> tuple[Choice, ...]:
    """A table's rows -> choices named by the first column, worth the cell of `column`, or else their own name."""
    name = keys["table"].text().strip()
    table = tables.get(name)
    if table is None:
        keys["table"].unknown("unknown-table", f"there is no table “{name}”", name, list(tables))
        return ()
    worth = 0
    if "column" in keys:
        try:
            worth = table.column(keys["column"].text().strip())
        except ProblemError as error:
            keys["column"].adopt(error.problem)
    return tuple(
        Choice(plain(cells[0]), table.value(row, worth), _parts(table, row)) for row, cells in enumerate(table.rows)
    )


def _parts(table: GameTable, row: int) -> tuple[tuple[str, Value], ...]:
    return tuple((column.name, table.value(row, index)) for index, column in enumerate(table.columns))
