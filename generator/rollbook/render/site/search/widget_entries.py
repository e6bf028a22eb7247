"""Calculators, worked examples and character sheets -> their entries: the words that a reader sees on them."""

from __future__ import annotations

from collections.abc import Iterator

from rollbook.engine.choices import Choice
from rollbook.model.document.blocks import CalculatorBlock, ExampleBlock
from rollbook.render.site.search.entry import Entry, Kind, Standing


def calculator_entry(block: CalculatorBlock, here: Standing) -> Iterator[Entry]:
    """A calculator where it stands -> its entry; nothing for one that could not be read."""
    calculator = here.book.rules.calculators.get(block.id)
    if calculator is None:
        return
    words = [calculator.note]
    for each in calculator.inputs:
        words += [each.label, each.note, *_choices(each.choices)]
    words += [result.label for result in calculator.results]
    words += [outcome.text.outline for outcome in calculator.outcomes]
    yield _entry(here, "calculator", calculator.title or calculator.id, words, calculator.id)


def example_entry(block: ExampleBlock, here: Standing) -> Iterator[Entry]:
    """A worked example -> its entry, found at the nearest anchor above it; nothing for one without a name."""
    calculator = here.book.rules.calculators.get(block.calculator)
    if calculator is None:
        return
    example = calculator.examples[block.number - 1]
    labels = {each.name: each.label for each in calculator.inputs}
    given = [f"{labels.get(name, name)} {value}" for name, value in example.given.items()]
    if example.title:
        yield _entry(here, "example", example.title, [calculator.title, *given, example.outcome or ""])


def sheet_entry(here: Standing) -> Iterator[Entry]:
    """A character sheet where it stands -> its entry."""
    sheet = here.book.rules.sheet
    if sheet is None:
        return
    words = [field.label for field in sheet.fields] + [derived.label for derived in sheet.derived]
    yield _entry(here, "sheet", sheet.title or here.under.title, words, sheet.id)


def _entry(here: Standing, kind: str, title: str, words: list[str], *names: str) -> Entry:
    text = " · ".join(" ".join(each.split()) for each in words if each)
    return Entry(Kind(kind), title, here.page, here.anchor, here.under, text, names)


def _choices(choices: tuple[Choice, ...]) -> list[str]:
    return [choice.name for choice in choices]
