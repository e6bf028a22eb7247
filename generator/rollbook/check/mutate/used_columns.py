"""A calculator -> the cells of tables that its rules use."""

from __future__ import annotations

from collections.abc import Iterator

from rollbook.engine.calculator import Calculator
from rollbook.engine.expression import Expression, names_in, nodes_in
from rollbook.engine.nodes import Call, Text
from rollbook.engine.table import fold
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.yaml_tree import Data


@dataclass(frozen=True, slots=True)
class Use:
    """A column of a table that a rule uses, by its name; `row`: only this one, or any where it is empty."""

    table: str
    column: str
    row: str = ""


def used_columns(calculator: Calculator, document: Data) -> set[Use]:
    """A calculator as read and as written -> what it uses of its tables."""
    return {*_chosen(calculator, document), *_looked_up(calculator), *_rolled_on(calculator, document)}


def _chosen(calculator: Calculator, document: Data) -> Iterator[Use]:
    """Of inputs whose choices are rows: the column that they are worth, and those reached as `weapon.damage`."""
    reached = {name.name for each in _expressions(calculator) for name in names_in(each.root)}
    for given in _mappings(document, "inputs"):
        table = str(given.get("table") or "")
        for column in calculator.tables[table].columns if table in calculator.tables else ():
            worth = fold(str(given.get("column") or "")) in (fold(column.name), fold(column.title))
            if worth or f"{given.get('name')}.{column.name}" in reached:
                yield Use(table, column.name)


def _looked_up(calculator: Calculator) -> Iterator[Use]:
    for call in (node for each in _expressions(calculator) for node in nodes_in(each.root)):
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


def _expressions(calculator: Calculator) -> Iterator[Expression]:
    yield from (step.expression for step in calculator.steps)
    yield from (outcome.when for outcome in calculator.outcomes if outcome.when)


def _mappings(document: Data, key: str) -> Iterator[dict[str, Data]]:
    entries = document.get(key) if isinstance(document, dict) else None
    yield from (entry for entry in entries if isinstance(entry, dict)) if isinstance(entries, list) else ()
