"""Worked examples -> a problem for each that the rules work out differently than the text says."""

from __future__ import annotations

from collections.abc import Iterator

from rollbook.cache import kept
from rollbook.engine import calculator as engine
from rollbook.model.book import Shelf
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.yaml_tree import place_in
from rollbook.words import speech

_check = kept(engine.check_examples)


def check_examples(shelf: Shelf) -> Iterator[Diagnostic]:
    """All books -> the examples of their calculators that do not come out as written."""
    for book in shelf.books:
        for name, calculator in book.rules.calculators.items():
            written = book.rules.written[f"calculator/{name}"].node
            for problem in _check(calculator, speech(book.settings.language)):
                place = place_in(written, problem.path, problem.start, problem.end)
                yield Diagnostic("example-differs", problem.message, place, problem.suggestion)
