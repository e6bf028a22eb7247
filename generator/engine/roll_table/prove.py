"""RollTable -> every result that has no row, or more than one, and every row that no result reaches.

How it is proven: the die's possible results are a set of spans; a modifier moves that set; rows are sets too. So
nothing is sampled, and a modifier without end is no harder than none.

A table rarely says what may be added to its die. What it does say counts as certain: no modifier at all is always
possible; a row that reaches beyond the die's highest result (`15+` on a d20) shows that totals rise, one that
reaches below its lowest shows that they fall. A result that needs a modifier in a direction that the table neither
states nor shows is only a `possible-hole`: a d20 with `Natural 1`, `2-9`, ... has no row for a total of 1 on a 3,
but whether anything is ever subtracted is not the table's to say. `modifiers: 0 or more` settles it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ..record import record
from ..spans import Span, Spans, common, moved, union, without
from .rows import OPEN, RollTable, Row
from .support import support


@record
class Finding:
    """`code` is hole, possible-hole, overlap or dead-row; `rows` are indexes, `results` what it is about."""

    code: str
    message: str
    suggestion: str
    rows: tuple[int, ...]
    results: Spans


def prove(table: RollTable) -> tuple[Finding, ...]:
    """RollTable -> its findings; none means that every possible result has exactly one row."""
    faces = support(table.die)
    naturals = union(span for row in table.rows if row.natural for span in row.results.spans)
    # A natural result is taken by its own row whatever its total, so only the other faces make totals.
    plain = without(faces, naturals)
    totals = moved(plain, table.modifiers)
    certain = moved(plain, _certain(table, faces))
    covered = union(span for row in table.rows if not row.natural for span in row.takes)
    holes = without(certain, covered)
    possible = without(without(totals, covered), holes)
    return (
        *_hole_findings(table, "hole", holes),
        *_overlaps(table, faces, totals),
        *_dead_rows(table, faces, totals),
        *_hole_findings(table, "possible-hole", possible),
    )


def _certain(table: RollTable, faces: Spans) -> Span:
    """The modifiers that the table itself states or shows to happen."""
    if table.modifiers != OPEN:
        return table.modifiers
    ends = [(row.results.spans[0].low, row.results.spans[-1].high) for row in table.rows if not row.natural]
    lowest, highest = faces[0].low, faces[-1].high
    falls = any(low is None or (lowest is not None and low < lowest) for low, _ in ends)
    rises = any(high is None or (highest is not None and high > highest) for _, high in ends)
    return Span(None if falls else 0, None if rises else 0)


def _hole_findings(table: RollTable, code: str, holes: Spans) -> Iterator[Finding]:
    for span in holes:
        rows = _neighbours(table, span)
        sure = "" if code == "hole" else ", if a modifier takes the roll there"
        hint = "state what may be added, such as “modifiers: 0 or more”, or add a row" if sure else "add a row for it"
        yield Finding(code, f"no row holds {span}{sure}", hint, rows, (span,))


def _neighbours(table: RollTable, hole: Span) -> tuple[int, ...]:
    """A hole -> the rows just below and just above it."""
    spans = [(index, span) for index, row in enumerate(table.rows) if not row.natural for span in row.results.spans]
    below = [(span.high, i) for i, span in spans if span.high is not None and span.high in Span(None, hole.low)]
    above = [(span.low, i) for i, span in spans if span.low is not None and span.low in Span(hole.high, None)]
    sides = (
        max(below)[1] if below and hole.low is not None else None,
        min(above)[1] if above and hole.high is not None else None,
    )
    return tuple(side for side in sides if side is not None)


def _overlaps(table: RollTable, faces: Spans, totals: Spans) -> Iterator[Finding]:
    for (i, first), (j, second) in combinations(enumerate(table.rows), 2):
        if first.natural != second.natural:
            continue
        reached = faces if first.natural else totals
        shared = common(common(first.takes, second.takes), reached)
        if shared:
            shown = ", ".join(str(span) for span in shared)
            message = f"{_natural(first)}{shown} stands in two rows: “{first.label}” and “{second.label}”"
            yield Finding("overlap", message, "let one of the rows end sooner", (i, j), shared)


def _dead_rows(table: RollTable, faces: Spans, totals: Spans) -> Iterator[Finding]:
    for index, row in enumerate(table.rows):
        reached = faces if row.natural else totals
        if not common(row.takes, reached):
            message = f"no roll of {table.die.text} reaches the row “{row.label}”"
            hint = "correct the die or the row, or state what may be added under “modifiers:”"
            yield Finding("dead-row", message, hint, (index,), row.results.spans)


def _natural(row: Row) -> str:
    return "natural " if row.natural else ""
