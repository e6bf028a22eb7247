"""A Comparison -> rows for people: what it is, how it was, how it is now."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rollbook.model.comparison import Comparison

Row = tuple[str, str, str]

NOTHING = "—"


def table_rows(changes: Comparison) -> Iterator[Row]:
    """Tables that stand in one book only, and cells that differ."""
    for table in changes.tables:
        if table.only:
            yield table.title, *_only(table.only)
        for cell in table.cells:
            what = ": ".join(part for part in (cell.row, cell.column) if part)
            yield f"{table.title}, {what}", cell.old or NOTHING, cell.new or NOTHING


def formula_rows(changes: Comparison) -> Iterator[Row]:
    """Calculators that stand in one book only, steps and phrases that differ."""
    for calculator in changes.calculators:
        if calculator.only:
            yield calculator.title, *_only(calculator.only)
        for formula in calculator.formulas:
            yield f"{calculator.title}, {formula.name}", formula.old or NOTHING, formula.new or NOTHING
    for phrase in changes.phrases:
        yield phrase.name, phrase.old or NOTHING, phrase.new or NOTHING


def odds_rows(changes: Comparison) -> Iterator[Row]:
    """Outcomes of calculators and rows of tables whose chance differs."""
    found = [(change.title, odds) for change in changes.calculators for odds in change.odds]
    found += [(change.title, odds) for change in changes.tables for odds in change.odds]
    for title, odds in found:
        yield f"{title}: {odds.what}", percent(odds.old), percent(odds.new)


def _only(side: str) -> tuple[str, str]:
    return ("there", NOTHING) if side == "old" else (NOTHING, "there")


def percent(chance: Fraction | None) -> str:
    """A chance -> as readers say it: 1/20 -> 5 %."""
    return NOTHING if chance is None else f"{float(chance * 100):.4g} %"
