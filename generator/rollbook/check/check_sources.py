"""What fills a calculator's inputs in -> a problem for each name that neither the sheet nor an earlier input has."""

from __future__ import annotations

from collections.abc import Iterator

from rollbook.engine.calculator import Calculator
from rollbook.engine.names import names_in
from rollbook.engine.sheet import Sheet, derive, new_character
from rollbook.model.book import Shelf
from rollbook.model.diagnostic import Diagnostic, closest
from rollbook.model.yaml_tree import Node, place_in


def check_sources(shelf: Shelf) -> Iterator[Diagnostic]:
    """All books with a sheet -> the inputs that say `from` and stay at their default, because nothing is called so."""
    for book in shelf.books:
        if book.rules.sheet is None:
            continue
        known = _values(book.rules.sheet)
        for calculator in book.rules.calculators.values():
            yield from _unfilled(calculator, known, book.rules.written[f"calculator/{calculator.id}"].node)


def _values(sheet: Sheet) -> set[str]:
    """Every name that a character may have a value for; dice that nobody has rolled yet give one later."""
    return {*derive(sheet, new_character(sheet)).values, *(derived.name for derived in sheet.derived)}


def _unfilled(calculator: Calculator, known: set[str], node: Node) -> Iterator[Diagnostic]:
    before = set(known)
    for index, each in enumerate(calculator.inputs):
        for name in names_in(each.source.root) if each.source else ():
            if name.name not in before:
                place = place_in(node, ("inputs", index, "from"), name.start, name.end)
                message = f"the sheet has no value “{name.name}”, so this input is never filled in"
                yield Diagnostic("unknown-value", message, place, closest(name.name, before))
        before |= {each.name, *(f"{each.name}.{part}" for part in each.parts)}
