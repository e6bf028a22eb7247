"""Calculators and sheets -> what goes wrong in them for inputs that readers may give, and in worked examples."""

from __future__ import annotations

from collections.abc import Iterator

from rollbook.cache import stored
from rollbook.engine import calculator as calculators
from rollbook.engine import calculator as engine
from rollbook.engine import sheet as sheets
from rollbook.model.book import Shelf
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.yaml_tree import place_in
from rollbook.words import speech

_try_calculator = stored(calculators.find_faults)
_try_sheet = stored(sheets.find_faults)


_check = stored(engine.check_examples)


def try_rules(shelf: Shelf) -> Iterator[Diagnostic]:
    """All books -> what goes wrong when their calculators and characters are tried out."""
    for book in shelf.books:
        words, read = speech(book.settings.language), book.rules.calculators.items()
        tried = [(f"calculator/{name}", _try_calculator(calculator, words)) for name, calculator in read]
        tried += [(f"sheet/{name}", _try_sheet(sheet)) for name, sheet in book.rules.sheets.items()]
        for name, problems in tried:
            for problem in problems:
                place = place_in(book.rules.written[name].node, problem.path, problem.start, problem.end)
                yield Diagnostic("failing-formula", problem.message, place, problem.suggestion)


def check_examples(shelf: Shelf) -> Iterator[Diagnostic]:
    """All books -> the examples of their calculators that do not come out as written."""
    for book in shelf.books:
        for name, calculator in book.rules.calculators.items():
            written = book.rules.written[f"calculator/{name}"].node
            for problem in _check(calculator, speech(book.settings.language)):
                place = place_in(written, problem.path, problem.start, problem.end)
                yield Diagnostic("example-differs", problem.message, place, problem.suggestion)
