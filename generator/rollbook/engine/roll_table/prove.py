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

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from heapq import heappop, heappush

from ..expression import Expression
from ..lean import frozen
from ..nodes import Dice, Number
from ..odds import odds
from ..problem import Problem, ProblemError
from ..spans import Span, Spans, end_of, moved, spans_of, start_of, union, within, without
from . import OPEN, RollTable, Row


def support(die: Expression) -> Spans:
    """Die -> its possible results; a die that can show something other than whole numbers is a problem."""
    root = die.root
    if isinstance(root, Dice) and isinstance(root.sides, Number) and isinstance(root.sides.value, int):
        count = 1 if root.count is None else root.count.value if isinstance(root.count, Number) else 0
        # Every sum between the least and the most comes up, so a million sides need no list.
        if isinstance(count, int) and count > 0:
            return (Span(count, count * root.sides.value),)
    values = odds(die).weights
    whole = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
    if len(whole) < len(values):
        message = f"“{die.text}” does not always come to a whole number, so it cannot pick a row"
        raise ProblemError(Problem("not-a-table-die", message, 0, len(die.text), "put floor(…) around it"))
    return spans_of(whole)


# Overlaps that are told of at once.
MOST_OVERLAPS = 200


@frozen
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
    ends = [(span, index) for index, row in enumerate(table.rows) if not row.natural for span in row.results.spans]
    highs = sorted((span.high, index) for span, index in ends if span.high is not None)
    lows = sorted((span.low, index) for span, index in ends if span.low is not None)
    for span in holes:
        rows = _neighbours(span, lows, highs)
        sure = "" if code == "hole" else ", if a modifier takes the roll there"
        hint = "state what may be added, such as “modifiers: 0 or more”, or add a row" if sure else "add a row for it"
        yield Finding(code, f"no row covers {span}{sure}", hint, rows, (span,))


def _neighbours(hole: Span, lows: list[tuple[int, int]], highs: list[tuple[int, int]]) -> tuple[int, ...]:
    """A hole, where rows start and end -> the rows just below and just above it."""
    below = 0 if hole.low is None else bisect_right(highs, hole.low, key=_number)
    above = len(lows) if hole.high is None else bisect_left(lows, hole.high, key=_number)
    return tuple(row for _, row in (*highs[:below][-1:], *lows[above : above + 1]))


def _number(end: tuple[int, int]) -> int:
    return end[0]


def _overlaps(table: RollTable, faces: Spans, totals: Spans) -> Iterator[Finding]:
    shared = {
        pair: union(part for span in spans for part in within(span, reached))
        for natural, reached in ((True, faces), (False, totals))
        for pair, spans in _shared(table.rows, natural).items()
    }
    for (i, j), spans in sorted(shared.items()):
        if spans:
            first, second = table.rows[i], table.rows[j]
            shown = ", ".join(str(span) for span in spans)
            message = f"{_natural(first)}{shown} is in two rows: “{first.label}” and “{second.label}”"
            yield Finding("overlap", message, "make one of the rows end sooner", (i, j), spans)


def _shared(rows: tuple[Row, ...], natural: bool) -> dict[tuple[int, int], list[Span]]:
    """Rows -> what any two of them both take, whether or not a roll ever reaches it.

    A table whose rows all say the same would have more pairs than anyone can read: the first ones are enough.
    """
    spans = [(span, index) for index, row in enumerate(rows) if row.natural == natural for span in row.takes]
    shared: dict[tuple[int, int], list[Span]] = {}
    open_spans: list[tuple[float, int]] = []  # those that reach to here: where they end, and their rows
    for span, index in sorted(spans, key=lambda each: (start_of(each[0]), each[1])):
        while open_spans and open_spans[0][0] < start_of(span):
            heappop(open_spans)
        for end, other in open_spans:
            both = Span(span.low, span.high if end_of(span) <= end else int(end))
            shared.setdefault((min(index, other), max(index, other)), []).append(both)
        if len(shared) > MOST_OVERLAPS:
            break
        heappush(open_spans, (end_of(span), index))
    return shared


def _dead_rows(table: RollTable, faces: Spans, totals: Spans) -> Iterator[Finding]:
    for index, row in enumerate(table.rows):
        reached = faces if row.natural else totals
        if not any(within(span, reached) for span in row.takes):
            message = f"no roll of {table.die.text} reaches the row “{row.label}”"
            hint = "correct the die or the row, or state what may be added under “modifiers:”"
            yield Finding("dead-row", message, hint, (index,), row.results.spans)


def _natural(row: Row) -> str:
    return "natural " if row.natural else ""
