"""An expression as written -> the same with one thing changed, once for each thing that a rule could have otherwise.

Steps, conditions of outcomes and the values of choices are changed, and those cells of tables that a calculator uses.
Labels, bounds of the form and what the sheet fills in are not: no example could tell.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction

from rollbook.engine.calculator import Calculator
from rollbook.engine.document import quantity_of
from rollbook.engine.expression import Expression, names_in, nodes_in
from rollbook.engine.nodes import Binary, Call, Dice, Number, Text
from rollbook.engine.parse import parse
from rollbook.engine.problem import ProblemError
from rollbook.engine.table import GameTable, fold, plain
from rollbook.engine.vocabulary import Vocabulary
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.yaml_tree import Data

# One more or one less where it matters: at the border itself.
_BORDERS = {">": ">=", ">=": ">", "<": "<=", "<=": "<", "=": "!=", "!=": "="}
_SIGNS = {"+": "-", "-": "+"}
# Faces are given, so another die is noticed where a face stands on it that the next smaller one doesn't have.
_SMALLER = {100: 20, 20: 12, 12: 10, 10: 8, 8: 6, 6: 4, 4: 3, 3: 2}


@dataclass(frozen=True, slots=True)
class Edit:
    """The columns `start:end` of a text, and what is there instead."""

    start: int
    end: int
    became: str

    def of(self, text: str) -> str:
        """The text -> as it is with this edit."""
        return text[: self.start] + self.became + text[self.end :]


def change_expression(text: str, vocabulary: Vocabulary) -> Iterator[Edit]:
    """An expression -> an edit for each number, die, comparison, compared word, and sum or difference in it."""
    try:
        root = parse(text, vocabulary).root
    except ProblemError:
        return
    sides = set()
    for node in nodes_in(root):
        if isinstance(node, Dice) and isinstance(node.sides, Number):
            sides.add(node.sides.start)
            if node.sides.value in _SMALLER:
                yield Edit(node.sides.start, node.sides.end, str(_SMALLER[int(node.sides.value)]))
        elif isinstance(node, Number) and node.start not in sides:
            yield Edit(node.start, node.end, one_more(node.value))
        elif isinstance(node, Binary):
            yield from _change_operation(node, text)


def one_more(value: int | Fraction) -> str:
    """A number -> the next one, as an expression has it."""
    return str(value + 1) if isinstance(value, int) else f"({value.numerator + value.denominator}/{value.denominator})"


def _change_operation(node: Binary, text: str) -> Iterator[Edit]:
    other = _BORDERS.get(node.operator) or _SIGNS.get(node.operator)
    # Parentheses leave no node, so they are between the operands as well.
    at = text.find(node.operator, node.left.end, node.right.start)
    if other and at >= 0:
        yield Edit(at, at + len(node.operator), other)
    if node.operator in _BORDERS:
        for side in (node.left, node.right):
            if isinstance(side, Text):
                yield Edit(side.start, side.end, '"?"')


Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class ChangedDocument:
    """A document in which the text at `path` was edited."""

    path: Path
    text: str
    edit: Edit
    document: Data


@dataclass(frozen=True, slots=True)
class ChangedTable:
    """A table whose cell in this row and column was another one."""

    row: int
    column: int
    became: str
    table: GameTable


@dataclass(frozen=True, slots=True)
class Use:
    """A column of a table that a rule uses, by its name; `row`: only this one, or any where it is empty."""

    table: str
    column: str
    row: str = ""


def change_document(document: Data, vocabulary: Vocabulary) -> Iterator[ChangedDocument]:
    """A calculator's document -> every way in which one of its constants or conditions could be otherwise."""
    if not isinstance(document, dict):
        return
    for path, text in _expressions(document):
        edits = list(change_expression(text, vocabulary))
        if path[0] == "outcomes":
            edits.append(Edit(0, len(text), f"not ({text})"))
        yield from (ChangedDocument(path, text, edit, _with(document, path, edit.of(text))) for edit in edits)
    for path, text in _choices(document):
        value = quantity_of(text)
        edit = Edit(0, len(text), "?" if value is None else one_more(value).strip("()"))
        yield ChangedDocument(path, text, edit, _with(document, path, edit.became))


def change_table(table: GameTable, uses: Collection[Use]) -> Iterator[ChangedTable]:
    """A table, what rules use of it -> every way in which one of these cells could be otherwise."""
    for at, column in enumerate(table.columns):
        rows_used = {use.row for use in uses if (use.table, use.column) == (table.id, column.name)}
        for row, cells in enumerate(table.rows):
            if not rows_used & {"", fold(cells[0])}:
                continue
            others = [each[at] for each in table.rows]
            became = _other_range(cells[at]) if column.kind == "range" else _other_cell(cells[at], others)
            if became:
                changed = (*cells[:at], became, *cells[at + 1 :])
                rows = (*table.rows[:row], changed, *table.rows[row + 1 :])
                yield ChangedTable(row, at, became, _with_rows(table, rows))


def _expressions(document: dict[str, Data]) -> Iterator[tuple[Path, str]]:
    steps = document.get("steps")
    if isinstance(steps, dict):
        yield from ((("steps", name), text) for name, text in steps.items() if isinstance(text, str))
    for index, step in enumerate(steps if isinstance(steps, list) else ()):
        for name, text in step.items() if isinstance(step, dict) else ():
            if isinstance(text, str):
                yield ("steps", index, name), text
    outcomes = document.get("outcomes")
    for index, outcome in enumerate(outcomes if isinstance(outcomes, list) else ()):
        when = outcome.get("when") if isinstance(outcome, dict) else None
        if isinstance(when, str):
            yield ("outcomes", index, "when"), when


def _choices(document: dict[str, Data]) -> Iterator[tuple[Path, str]]:
    """The values of choices that have any: `{Hero: 30, Follower: 20}`, `{Sword: {damage: 1d8}}`."""
    inputs = document.get("inputs")
    for index, given in enumerate(inputs if isinstance(inputs, list) else ()):
        choices = given.get("choices") if isinstance(given, dict) else None
        for name, value in choices.items() if isinstance(choices, dict) else ():
            if isinstance(value, str):
                yield ("inputs", index, "choices", name), value
            for part, text in value.items() if isinstance(value, dict) else ():
                if isinstance(text, str):
                    yield ("inputs", index, "choices", name, part), text


def _with(document: Data, path: Path, text: str) -> Data:
    """A document, the way to one of its texts -> the same with another text there; what is beside it is shared."""
    if not path:
        return text
    first, *rest = path
    if isinstance(document, list) and isinstance(first, int):
        return [*document[:first], _with(document[first], tuple(rest), text), *document[first + 1 :]]
    if isinstance(document, dict):
        return {**document, str(first): _with(document[str(first)], tuple(rest), text)}
    return document


def _other_cell(text: str, others: Iterable[str]) -> str:
    """A number one higher; what another row has instead of a word. An empty cell says nothing that could change."""
    value = quantity_of(text) if plain(text) else None
    if value is not None:
        return one_more(value).strip("()")
    return next((other for other in others if plain(other) and other != text), "?") if plain(text) else ""


def _other_range(text: str) -> str:
    """`2-5` -> `2-6`: its last number one higher."""
    head = text.rstrip("+ ")
    digits = len(head) - len(head.rstrip("0123456789"))
    if not digits:
        return ""
    return f"{head[:-digits]}{int(head[-digits:]) + 1}{text[len(head) :]}"


def _with_rows(table: GameTable, rows: tuple[tuple[str, ...], ...]) -> GameTable:
    return GameTable(table.id, table.title, table.columns, rows, table.roll, table.outside, table.modifiers)


def used_columns(calculator: Calculator, document: Data) -> set[Use]:
    """A calculator as read and as written -> what it uses of its tables."""
    return {*_chosen(calculator, document), *_looked_up(calculator), *_rolled_on(calculator, document)}


def _chosen(calculator: Calculator, document: Data) -> Iterator[Use]:
    """Of inputs whose choices are rows: the column that they are worth, and those reached as `weapon.damage`."""
    reached = {name.name for each in _played(calculator) for name in names_in(each.root)}
    for given in _mappings(document, "inputs"):
        table = str(given.get("table") or "")
        for column in calculator.tables[table].columns if table in calculator.tables else ():
            worth = fold(str(given.get("column") or "")) in (fold(column.name), fold(column.title))
            if worth or f"{given.get('name')}.{column.name}" in reached:
                yield Use(table, column.name)


def _looked_up(calculator: Calculator) -> Iterator[Use]:
    for call in (node for each in _played(calculator) for node in nodes_in(each.root)):
        if not (isinstance(call, Call) and call.function == "lookup"):
            continue
        table, key, column = call.arguments
        if isinstance(table, Text) and isinstance(column, Text) and table.value in calculator.tables:
            found = calculator.tables[table.value]
            row = fold(key.value) if isinstance(key, Text) else ""
            yield Use(found.id, found.columns[found.column(column.value)].name, row)
            if not row and found.columns[0].kind == "range":
                yield Use(found.id, found.columns[0].name)


def _rolled_on(calculator: Calculator, document: Data) -> Iterator[Use]:
    """Of a table that stands for outcomes: the ranges by which its rows are picked."""
    for outcome in _mappings(document, "outcomes"):
        table = str(outcome.get("table") or "")
        columns = calculator.tables[table].columns if table in calculator.tables else ()
        yield from (Use(table, column.name) for column in columns if column.kind == "range")


def _played(calculator: Calculator) -> Iterator[Expression]:
    yield from (step.expression for step in calculator.steps)
    yield from (outcome.when for outcome in calculator.outcomes if outcome.when)


def _mappings(document: Data, key: str) -> Iterator[dict[str, Data]]:
    entries = document.get(key) if isinstance(document, dict) else None
    yield from (entry for entry in entries if isinstance(entry, dict)) if isinstance(entries, list) else ()
