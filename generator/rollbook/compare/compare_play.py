"""Two books -> what a change does to those who play: chances at the examples, and words that a formula left behind.

The chances at the defaults of a calculator whose formulas differ are in its CalculatorChange. Here are those of each
worked example, and those that differ because a table or the vocabulary does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from rollbook.compare.compare_books import chances, differing, odds_changes
from rollbook.engine.calculator import Calculator
from rollbook.model.book import Book
from rollbook.model.comparison import Comparison, FormulaChange, OddsChange, OutOfStep, Passage, RuleChange

_NUMBER = re.compile(r"\d+(?:d\d+)?")


def compare_odds_at_examples(old: Book, new: Book, comparison: Comparison) -> tuple[OddsChange, ...]:
    """The older and the newer book, what differs -> chances that differ with the inputs of the newer one's examples."""
    told = {change.id for change in comparison.calculators}
    before = old.rules.calculators
    pairs = [(before[name], after) for name, after in new.rules.calculators.items() if name in before]
    return tuple(
        change
        for was, now in pairs
        if was != now
        for label, given in _cases(now, at_defaults=now.id not in told)
        for change in _differing(f"{now.title or now.id}, {label}", was, now, given)
    )


def _cases(calculator: Calculator, *, at_defaults: bool) -> Iterator[tuple[str, Mapping[str, object]]]:
    """A calculator -> the inputs to try it with, each named: its examples', every set of them once."""
    seen: list[Mapping[str, object]] = [{}]
    if at_defaults:
        yield "at its defaults", {}
    for number, example in enumerate(calculator.examples, 1):
        if example.given not in seen:
            seen.append(example.given)
            yield example.title or f"example {number}", example.given


def _differing(label: str, old: Calculator, new: Calculator, given: Mapping[str, object]) -> Iterator[OddsChange]:
    inputs = tuple(given.items())
    before, after = chances(old, inputs), chances(new, inputs)
    if before and after:
        yield from odds_changes(before, after, f"{label}: ")


def compare_sheets(old: Book, new: Book) -> tuple[FormulaChange, ...]:
    """The older and the newer book -> values of their character sheets that are worked out differently."""
    return differing(_derived(old), _derived(new))


def _derived(book: Book) -> dict[str, str]:
    sheets = book.rules.sheets.values()
    return {f"{sheet.title or sheet.id}, {each.label}": each.value.text for sheet in sheets for each in sheet.derived}


def find_out_of_step(new: Book, comparison: Comparison) -> tuple[OutOfStep, ...]:
    """The newer book, what differs -> rules of which only the formula, or only a number in the words, changed."""
    reworded = {change.id for change in comparison.rules}
    numbers = {change.id for change in comparison.rules if _is_renumbered(change)}
    rewritten = {change.id for change in comparison.calculators if not change.only}
    found = []
    for calculator in new.rules.calculators.values():
        for rule in calculator.rules:
            if calculator.id in rewritten and rule not in reworded:
                found.append(OutOfStep(rule, calculator.id, "formula"))
            elif calculator.id not in rewritten and rule in numbers:
                found.append(OutOfStep(rule, calculator.id, "words"))
    return tuple(found)


def _is_renumbered(change: RuleChange) -> bool:
    """Whether both books have a rule, with different numbers or dice."""
    return bool(change.old and change.new) and _numbers(change.old) != _numbers(change.new)


def _numbers(passage: Passage | None) -> list[str]:
    return _NUMBER.findall(passage.text) if passage else []
