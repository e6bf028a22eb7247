"""The data files of one book -> what in their dice, formulas and phrases cannot be read with the book's own words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rollbook.engine.expression import Expression
from rollbook.engine.names import has_dice, names_in
from rollbook.engine.parse import parse
from rollbook.engine.problem import ProblemError
from rollbook.engine.vocabulary import Vocabulary
from rollbook.model.diagnostic import Diagnostic, Suggestions
from rollbook.model.table import Cell, DataFile, Table, phrases_in
from rollbook.parse.cells import told
from rollbook.parse.check_cells import NOTHING
from rollbook.words import dice_phrases


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
