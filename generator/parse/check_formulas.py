"""The data files of one book -> what in their dice, formulas and phrases cannot be read with the book's own words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator.diagnostic import Diagnostic, closest
from generator.engine.names import has_dice, names_in
from generator.engine.nodes import Expression
from generator.engine.parse import parse
from generator.engine.problem import ProblemError
from generator.engine.vocabulary import Vocabulary
from generator.parse.cells import told
from generator.parse.check_cells import NOTHING
from generator.table import Cell, DataFile, Table, phrases_in


def check_formulas(files: Sequence[DataFile]) -> tuple[Diagnostic, ...]:
    """A book's data files, its own before the shelf's -> a problem for each expression that cannot be read."""
    phrases = [phrase for file in files for phrase in file.phrases]
    vocabulary = Vocabulary(phrases_in(files))
    found: list[Diagnostic] = []
    for phrase in phrases:
        _, problems = _read(phrase.meaning, vocabulary)
        found += problems
    for file in files:
        found += _check_tables(file.tables, vocabulary)
    return tuple(found)


def _check_tables(tables: Iterable[Table], vocabulary: Vocabulary) -> list[Diagnostic]:
    found = []
    for table in tables:
        for row in table.rows:
            for column, cell in zip(table.columns, row, strict=True):
                if column.kind in ("dice", "formula") and cell.text not in NOTHING:
                    found += _check(cell, column.kind, vocabulary)
    return found


def _check(cell: Cell, kind: str, vocabulary: Vocabulary) -> list[Diagnostic]:
    expression, problems = _read(cell, vocabulary)
    if kind == "dice" and expression and not has_dice(expression.root) and any(names_in(expression.root)):
        hint = "write dice such as 2d6, or make the column's kind text or formula"
        return [Diagnostic("bad-cell", f"there are no dice in {cell.text!r}", cell.place, hint)]
    return problems


def _read(cell: Cell, vocabulary: Vocabulary) -> tuple[Expression | None, list[Diagnostic]]:
    """A cell -> its expression, or the problem at its exact column."""
    try:
        return parse(cell.text, vocabulary), []
    except ProblemError as error:
        message, place, hint = told(error.problem, cell)
        meant = closest(cell.text[error.problem.start : error.problem.end], vocabulary.meanings)
        return None, [Diagnostic("bad-cell", message, place, meant or hint)]
