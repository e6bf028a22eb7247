"""Calculators of two books -> those that differ, step by step, with the chances of their outcomes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import chain

from rollbook.cache import stored
from rollbook.compare.differing import differing
from rollbook.engine.calculator import Calculator, outcome_odds
from rollbook.engine.problem import ProblemError
from rollbook.model.comparison import CalculatorChange, OddsChange


def compare_calculators(old: Mapping[str, Calculator], new: Mapping[str, Calculator]) -> tuple[CalculatorChange, ...]:
    """The older and the newer book's calculators by id -> those that differ."""
    changes = (_compare(old.get(name), new.get(name)) for name in dict.fromkeys(chain(new, old)))
    return tuple(change for change in changes if change is not None)


def _compare(old: Calculator | None, new: Calculator | None) -> CalculatorChange | None:
    calculator = new or old
    assert calculator is not None, "a name that stands in one of the two books at least"
    if old is None or new is None:
        return CalculatorChange(calculator.id, calculator.title, "new" if old is None else "old", (), ())
    formulas = differing(_formulas(old), _formulas(new))
    if not formulas:
        return None
    return CalculatorChange(calculator.id, calculator.title, "", formulas, tuple(_odds(old, new)))


def _formulas(calculator: Calculator) -> dict[str, str]:
    """What a calculator works with, by the name that readers see: its steps, and the bounds of its inputs."""
    steps = {step.name: step.expression.text for step in calculator.steps}
    inputs = {given.label: _bounds(given.low, given.high) for given in calculator.inputs if given.kind == "number"}
    outcomes = {outcome.label: outcome.when.text for outcome in calculator.outcomes if outcome.when is not None}
    return {**steps, **inputs, **outcomes}


def _bounds(low: object, high: object) -> str:
    if low is None and high is None:
        return "any number"
    return f"{'' if low is None else low} to {'' if high is None else high}".strip()


def _odds(old: Calculator, new: Calculator) -> Iterator[OddsChange]:
    before, after = _chances(old), _chances(new)
    for what in dict.fromkeys(chain(after, before)):
        if before.get(what) != after.get(what):
            yield OddsChange(what, before.get(what), after.get(what))


@stored
def _chances(calculator: Calculator) -> dict[str, Fraction]:
    """A calculator -> the chance of each outcome with its default inputs; nothing where they don't suffice."""
    try:
        outcomes = outcome_odds(calculator, {})
    except ProblemError:
        return {}
    return {found.outcome.label if found.outcome else "nothing of these": found.chance for found in outcomes}
