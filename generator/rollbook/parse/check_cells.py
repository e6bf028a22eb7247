"""Tables and formulas of data files -> cells that don't hold what their kind promises, and what cannot be read.

Numbers, ranges and weights mean the same in every book, so they are checked as soon as their file is read; dice and
formulas may use a book's phrases and are checked once those are known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rollbook.cache import reused
from rollbook.engine.expression import Expression, has_dice, names_in
from rollbook.engine.parse import parse
from rollbook.engine.problem import Problem, ProblemError
from rollbook.engine.quantity import read_quantity, read_range
from rollbook.engine.vocabulary import Vocabulary
from rollbook.model.diagnostic import Diagnostic, Suggestions, closest
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.table import Cell, Column, DataFile, Table, phrases_in
from rollbook.model.way_out import way_out
from rollbook.parse.parse_rows import told
from rollbook.words import dice_phrases

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
    return [Diagnostic("bad-cell", f"{cell.text!r} is not one of the choices for {column.name!r}", cell.place, hint)]


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
    return Diagnostic("bad-cell", problem.message, place, way_out(problem))


_CHECKS: dict[str, Callable[[Cell], Diagnostic | None]] = {
    "number": _check_number,
    "range": _check_range,
    "weight": _check_weight,
}


@reused
def check_formulas(files: Sequence[DataFile], language: str = "en") -> tuple[Diagnostic, ...]:
    """A book's data files, its own before the shelf's, its language -> a problem for each expression that is none."""
    phrases = [phrase for file in files for phrase in file.phrases]
    words = _Words(Vocabulary({**dice_phrases(language), **phrases_in(files)}), Suggestions())
    found: list[Diagnostic] = []
    for phrase in phrases:
        if phrase.meaning.text == "d#":  # a letter for dice, and no expression
            continue
        _, problems = _read(phrase.meaning, words)
        found += problems
    for file in files:
        found += _check_tables(file.tables, words)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Words:
    """The book's phrases, and what is said to those who mistype one."""

    vocabulary: Vocabulary
    suggestions: Suggestions


def _check_tables(tables: Iterable[Table], words: _Words) -> list[Diagnostic]:
    found = []
    for table in tables:
        for row in table.rows:
            for column, cell in zip(table.columns, row, strict=True):
                if column.kind in ("dice", "formula") and cell.text not in NOTHING:
                    found += _check(cell, column.kind, words)
    return found


def _check(cell: Cell, kind: str, words: _Words) -> list[Diagnostic]:
    expression, problems = _read(cell, words)
    if kind == "dice" and expression and not has_dice(expression.root) and any(names_in(expression.root)):
        hint = "write dice such as 2d6, or make the column's kind text or formula"
        return [Diagnostic("bad-cell", f"there are no dice in {cell.text!r}", cell.place, hint)]
    return problems


def _read(cell: Cell, words: _Words) -> tuple[Expression | None, list[Diagnostic]]:
    """A cell -> its expression, or the problem at its exact column."""
    try:
        return parse(cell.text, words.vocabulary), []
    except ProblemError as error:
        message, place, hint = told(error.problem, cell)
        written = cell.text[error.problem.start : error.problem.end]
        meant = words.suggestions.closest(written, "phrases", lambda: words.vocabulary.meanings)
        return None, [Diagnostic("bad-cell", message, place, meant or hint)]
