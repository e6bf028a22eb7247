"""Calculators, worked examples and character sheets -> their entries: the words that a reader sees on them."""

from __future__ import annotations

from collections.abc import Iterator

from generator.engine.choices import Choice
from generator.render.site.search.entry import Entry, Kind, Spot


def calculator_entry(spot: Spot) -> Iterator[Entry]:
    """A calculator where it stands first -> its entry; nothing for one that could not be read."""
    calculator = spot.book.rules.calculators.get(spot.token.info)
    if calculator is None or "anchor" not in spot.token.meta:
        return
    words = [calculator.note]
    for each in calculator.inputs:
        words += [each.label, each.note, *_choices(each.choices)]
    words += [result.label for result in calculator.results]
    words += [outcome.text.outline for outcome in calculator.outcomes]
    yield _entry(spot, "calculator", calculator.title or calculator.id, words, calculator.id)


def example_entry(spot: Spot) -> Iterator[Entry]:
    """A worked example -> its entry, found at the nearest anchor above it; nothing for one without a name."""
    calculator = spot.book.rules.calculators.get(spot.token.info)
    if calculator is None:
        return
    example = calculator.examples[spot.token.meta["number"] - 1]
    labels = {each.name: each.label for each in calculator.inputs}
    given = [f"{labels.get(name, name)} {value}" for name, value in example.given.items()]
    if example.title:
        yield _entry(spot, "example", example.title, [calculator.title, *given, example.outcome or ""])


def sheet_entry(spot: Spot) -> Iterator[Entry]:
    """A character sheet where it stands first -> its entry."""
    sheet = spot.book.rules.sheet
    if sheet is None or "anchor" not in spot.token.meta:
        return
    words = [field.label for field in sheet.fields] + [derived.label for derived in sheet.derived]
    yield _entry(spot, "sheet", sheet.title or spot.under.title, words, sheet.id)


def _entry(spot: Spot, kind: str, title: str, words: list[str], *names: str) -> Entry:
    text = " · ".join(" ".join(each.split()) for each in words if each)
    return Entry(Kind(kind), title, spot.page, spot.anchor, spot.under, text, names)


def _choices(choices: tuple[Choice, ...]) -> list[str]:
    return [choice.name for choice in choices]
