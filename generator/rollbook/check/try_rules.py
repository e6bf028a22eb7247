"""Calculators and sheets -> what goes wrong in them for inputs that readers may give, and in worked examples."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rollbook.cache import stored, work_ahead
from rollbook.engine import find_faults
from rollbook.engine.calculator import Calculator
from rollbook.engine.expression import names_in
from rollbook.engine.problem import Problem, ProblemError
from rollbook.engine.roll_table import RollTable
from rollbook.engine.roll_table.prove import Finding, prove
from rollbook.engine.sheet import Sheet
from rollbook.engine.sheet.character import new_character
from rollbook.engine.sheet.derive import derive
from rollbook.model.book import Page, Shelf
from rollbook.model.diagnostic import Diagnostic, closest, listed
from rollbook.model.document.blocks import TableBlock
from rollbook.model.document.walk import every_block
from rollbook.model.ruleset import Ruleset
from rollbook.model.source import Place
from rollbook.model.way_out import way_out
from rollbook.model.yaml_tree import Node, place_in
from rollbook.words import speech

_try_calculator = stored(find_faults.calculator_faults)
_try_sheet = stored(find_faults.sheet_faults)
_check = stored(find_faults.check_examples)


def try_rules(shelf: Shelf) -> Iterator[Diagnostic]:
    """All books -> what goes wrong when their calculators and characters are tried out."""
    work_ahead([call for book in shelf.books for call in trials(book.rules, book.settings.language)])
    for book in shelf.books:
        words, read = speech(book.settings.language), book.rules.calculators.items()
        tried = [(f"calculator/{name}", _try_calculator(calculator, words)) for name, calculator in read]
        tried += [(f"sheet/{name}", _try_sheet(sheet)) for name, sheet in book.rules.sheets.items()]
        for name, problems in tried:
            for problem in problems:
                place = place_in(book.rules.written[name].node, problem.path, problem.start, problem.end)
                yield Diagnostic("failing-formula", problem.message, place, way_out(problem))


def trials(rules: Ruleset, language: str) -> Iterator[partial[tuple[Problem, ...]]]:
    """A book's rules, its language -> all that is tried out here and in check_examples, what takes longest first."""
    words = speech(language)
    yield from (partial(_try_sheet, sheet) for sheet in rules.sheets.values())
    for calculator in rules.calculators.values():
        yield from (partial(_try_calculator, calculator, words), partial(_check, calculator, words))


def check_examples(shelf: Shelf) -> Iterator[Diagnostic]:
    """All books -> the examples of their calculators that do not come out as written."""
    for book in shelf.books:
        for name, calculator in book.rules.calculators.items():
            written = book.rules.written[f"calculator/{name}"].node
            for problem in _check(calculator, speech(book.settings.language)):
                place = place_in(written, problem.path, problem.start, problem.end)
                yield Diagnostic("example-differs", problem.message, place, problem.suggestion)


# A hole that only an unlikely modifier could reach is no fault of the table.
_CODES = {"hole": "range-hole", "overlap": "range-overlap", "dead-row": "range-unreachable"}


def prove_tables(shelf: Shelf) -> Iterator[Diagnostic]:
    """Every table that a die picks a row of -> what keeps it from being whole."""
    for book in shelf.books:
        for page in (page for page in book.pages if TableBlock in page.kinds):
            yield from _prove_on(page)


@stored
def _prove_on(page: Page) -> tuple[Diagnostic, ...]:
    tables = (block for block in every_block(page.blocks) if isinstance(block, TableBlock))
    return tuple(problem for table in tables if table.roll for problem in _prove(table.roll, table.labels))


def _prove(table: RollTable, labels: tuple[Place, ...]) -> Iterator[Diagnostic]:
    try:
        findings = prove(table)
    except ProblemError as error:
        yield Diagnostic("bad-range", error.problem.message, labels[0], error.problem.suggestion)
        return
    for finding in findings:
        if finding.code in _CODES:
            yield _diagnostic(finding, labels)


def _diagnostic(finding: Finding, labels: tuple[Place, ...]) -> Diagnostic:
    """A finding about rows -> a problem at the last of them, naming the line of the other."""
    rows = [labels[row] for row in finding.rows] or [labels[0]]
    others = "".join(f"; the other is on line {place.line}" for place in rows[:-1] if finding.code == "overlap")
    return Diagnostic(_CODES[finding.code], finding.message + others, rows[-1], finding.suggestion)


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
                hint = closest(name.name, before) or listed("its values are", sorted(before))
                yield Diagnostic("unknown-value", message, place, hint)
        before |= {each.name, *(f"{each.name}.{part}" for part in each.parts)}
