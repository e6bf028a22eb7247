"""What a calculator takes from the sheet and does to it -> a problem for each name that the sheet doesn't have."""

from __future__ import annotations

from collections.abc import Iterator

from rollbook.engine.calculator import Calculator
from rollbook.engine.names import names_in
from rollbook.engine.sheet import Sheet, derive, new_character
from rollbook.model.book import Shelf
from rollbook.model.diagnostic import Diagnostic, closest
from rollbook.model.yaml_tree import Node, place_in


def check_sources(shelf: Shelf) -> Iterator[Diagnostic]:
    """All books -> the inputs that say `from` and stay at their default, and the changes of tracks that nobody has."""
    for book in shelf.books:
        sheets = book.rules.sheets.values()
        known = {name for sheet in sheets for name in _values(sheet)}
        tracks = {field.name for sheet in sheets for field in sheet.fields if field.most}
        for calculator in book.rules.calculators.values():
            node = book.rules.written[f"calculator/{calculator.id}"].node
            if sheets:
                yield from _unfilled(calculator, known, node)
            yield from _unchanged(calculator, tracks, node)


def _values(sheet: Sheet) -> set[str]:
    """Every name that a character may have a value for; dice that nobody has rolled yet give one later."""
    tracks = (name for field in sheet.fields if field.most for name in (field.name, f"{field.name}.max"))
    return {*derive(sheet, new_character(sheet)).values, *(derived.name for derived in sheet.derived), *tracks}


def _unchanged(calculator: Calculator, tracks: set[str], node: Node) -> Iterator[Diagnostic]:
    for index, change in enumerate(calculator.changes):
        if change.track not in tracks:
            place = place_in(node, ("changes", index, "track"), 0, len(change.track))
            hint = closest(change.track, tracks) or "give the sheet a field of this name with “kind: track”"
            yield Diagnostic("unknown-track", f"no sheet of the book has a track “{change.track}”", place, hint)


def _unfilled(calculator: Calculator, known: set[str], node: Node) -> Iterator[Diagnostic]:
    before = set(known)
    for index, each in enumerate(calculator.inputs):
        for name in names_in(each.source.root) if each.source else ():
            if name.name not in before:
                place = place_in(node, ("inputs", index, "from"), name.start, name.end)
                message = f"the sheet has no value “{name.name}”, so this input is never filled in"
                yield Diagnostic("unknown-value", message, place, closest(name.name, before))
        before |= {each.name, *(f"{each.name}.{part}" for part in each.parts)}
