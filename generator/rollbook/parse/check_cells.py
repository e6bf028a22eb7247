"""Typed tables -> the cells that don't hold what their column's kind promises.

Numbers, ranges and weights mean the same in every book, so they are checked as soon as their file is read; dice and
formulas may use a book's phrases and are checked once those are known (check_formulas.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rollbook.engine.problem import Problem
from rollbook.engine.quantity import read_quantity
from rollbook.engine.ranges import read_range
from rollbook.model.diagnostic import Diagnostic, closest
from rollbook.model.table import Cell, Column, Table

# Authors write a dash where a row has no value.
NOTHING = ("", "-", "–", "—", "−")


def check_cells(tables: Iterable[Table]) -> list[Diagnostic]:
    """Tables -> a problem for each cell that is no number, range or weight though its column says so."""
    found = []
    for table in tables:
        for row in table.rows:
            for column, cell in zip(table.columns, row, strict=True):
                check = _CHECKS.get(column.kind)
                problem = check(cell) if check and cell.text not in NOTHING else None
                found += [problem] if problem else _not_among(cell, column)
    return found


def _not_among(cell: Cell, column: Column) -> list[Diagnostic]:
    """A cell of a column that says what may stand in it -> a problem where it says something else."""
    if not column.choices or cell.text in NOTHING or cell.text in column.choices:
        return []
    hint = closest(cell.text, column.choices) or f"choices are {', '.join(column.choices)}"
    return [Diagnostic("bad-cell", f"{cell.text!r} is none of the choices of {column.name!r}", cell.place, hint)]


def _check_number(cell: Cell) -> Diagnostic | None:
    if read_quantity(cell.text) is not None:
        return None
    hint = "write a number such as 2, +1, −3, ½ or 2.5, or make the column's kind text"
    return Diagnostic("bad-cell", f"{cell.text!r} is not a number", cell.place, hint)


def _check_weight(cell: Cell) -> Diagnostic | None:
    weight = read_quantity(cell.text)
    if isinstance(weight, int) and weight >= 0:
        return None
    hint = "write how many chances the row has: 0, 1, 2 …"
    return Diagnostic("bad-cell", f"{cell.text!r} is not a weight", cell.place, hint)


def _check_range(cell: Cell) -> Diagnostic | None:
    problem = read_range(cell.text)
    if not isinstance(problem, Problem):
        return None
    place = cell.at(problem.start, problem.end - problem.start)
    return Diagnostic("bad-cell", problem.message, place, problem.suggestion)


_CHECKS: dict[str, Callable[[Cell], Diagnostic | None]] = {
    "number": _check_number,
    "range": _check_range,
    "weight": _check_weight,
}
