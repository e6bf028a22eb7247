"""Dice tables -> a problem for each result that has no row, or more than one, or that no roll reaches."""

from __future__ import annotations

from collections.abc import Iterator

from rollbook.cache import stored
from rollbook.engine.problem import ProblemError
from rollbook.engine.roll_table import Finding, RollTable, prove
from rollbook.model.book import Page, Shelf
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import TableBlock
from rollbook.model.document.walk import every_block
from rollbook.model.source import Place

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
    others = "".join(f"; the other is in line {place.line}" for place in rows[:-1] if finding.code == "overlap")
    return Diagnostic(_CODES[finding.code], finding.message + others, rows[-1], finding.suggestion)
