"""A GameTable that dice pick a row of -> RollTable: its die, as header and first column show it, and its rows.

The header and the labels of a table's first column -> the die that picks a row, or None for an ordinary table. A header
that names a die (`d20`, `2d6 roll`, `**d%**`) decides, if at least half of the labels are ranges. One that names it
with another letter, as other languages do (`W20`, `k6`), decides if the labels are all its numbers. A header that only
speaks of a roll, a result, a die or dice needs labels that are all ranges and that together fit one die: from 1 to the
number of its sides, or with Natural rows. `# of players | 1, 2, 3, 4+` speaks of no roll, so it stays an ordinary
table; 2 to 12 might be anything, so `2d6` has to be in the header.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import inf

from ..document import Cursor
from ..expression import Expression, has_dice, names_in
from ..lean import frozen
from ..problem import Problem
from ..quantity import Range, read_range
from ..spans import Span, Spans, union
from ..table import GameTable, fold
from ..vocabulary import any_die

_DIE = re.compile(r"(?<![\w/])(\d{0,3}d(?:\d{1,6}|%))(?![\w/])", re.IGNORECASE)
_OTHER_DIE = re.compile(r"(?<![\w/])(\d{0,3})[^\W\d_](\d{1,6}|%)(?![\w/])")
_ROLL_WORD = re.compile(r"\b(?:roll|rolls|rolled|result|results|die|dice)\b", re.IGNORECASE)
# A roll word alone is a weak sign, so only dice that people own are taken from the labels.
_SIDES = frozenset((2, 3, 4, 6, 8, 10, 12, 20, 30, 100, 1000))


def infer(header: str, labels: Sequence[str]) -> str | None:
    """Header text, label texts -> the die as an expression, or None."""
    ranges = [held for held in map(read_range, labels) if not isinstance(held, Problem)]
    named = _DIE.search(header)
    if named:
        return named[1].lower() if labels and 2 * len(ranges) >= len(labels) else None
    if die := _in_another_letter(header, ranges, len(labels)):
        return die
    if not _ROLL_WORD.search(header) or len(ranges) < max(len(labels), 2):
        return None
    return _spanned(ranges)


def _in_another_letter(header: str, ranges: Sequence[Range], labels: int) -> str | None:
    """A header, the ranges of the labels -> the die that it names, if they begin and end where the die does."""
    found = _OTHER_DIE.search(header)
    ends = [end for held in ranges for span in held.spans for end in (span.low, span.high) if end is not None]
    if not found or not ends or len(ranges) < labels:
        return None
    count, sides = int(found[1] or 1), 100 if found[2] == "%" else int(found[2])
    lowest, highest = {66: (11, 66), 666: (111, 666), 88: (11, 88)}.get(sides, (count, count * sides))
    return f"{found[1]}d{found[2]}" if (min(ends), max(ends)) == (lowest, highest) else None


def _spanned(ranges: Sequence[Range]) -> str | None:
    """The ranges of every row -> the one die whose faces they span, or None."""
    naturals = [end for held in ranges if held.natural for span in held.spans for end in (span.low, span.high)]
    if naturals:
        highest = max(end for end in naturals if end is not None)
        # A table may single out a natural 1 alone; naturals are spoken of on a d20 unless one says otherwise.
        return f"d{highest}" if highest in _SIDES and highest > 3 else "d20"
    ends = [end for held in ranges for span in held.spans for end in (span.low, span.high) if end is not None]
    opens_low = any(span.low is None for held in ranges for span in held.spans)
    # `1 or less` stands for the lowest face of a modified roll, as `20+` stands for the highest.
    lowest, highest = min(ends), max(ends)
    if highest in _SIDES and (lowest == 1 or (opens_low and lowest in (0, 1))):
        return f"d{highest}"
    return None


# What `roll:` says of a table whose labels look like results but that nobody rolls on.
NO_DIE = ("no", "none", "false")
# What may be added is anything, since the table does not say.
OPEN = Span(None, None)
_NOTHING = Span(0, 0)


@frozen
class Row:
    """The results that pick this row, and its cells; `label` is how the author wrote the results.

    `takes` is the results and, where the table clamps, everything beyond the first or the last row.
    """

    label: str
    results: Range
    takes: Spans
    cells: tuple[str, ...]

    @property
    def natural(self) -> bool:
        """Whether the row looks at the unmodified dice rather than at the total."""
        return self.results.natural


@frozen
class RollTable:
    """Rows picked by a die. `modifiers` is what may be added to it; `outside` is `clamp` or `report`."""

    id: str
    title: str
    columns: tuple[str, ...]
    die: Expression
    rows: tuple[Row, ...]
    modifiers: Span
    outside: str


def make_roll_table(table: GameTable) -> RollTable | tuple[Problem, ...] | None:
    """GameTable -> the same to be rolled on; None for one that no die picks from; or every problem in its rows."""
    if fold(table.roll) in NO_DIE:
        return None
    place = Cursor({}, (), [])
    weight = next((index for index, column in enumerate(table.columns) if column.kind == "weight"), None)
    if weight is not None:
        die, ranges = _weighed(table, weight, place)
    else:
        labels = _label_column(table)
        die = any_die(table.roll) or infer(table.columns[labels].title, [cells[labels] for cells in table.rows]) or ""
        if not die:
            return None
        ranges = _labelled(table, labels, place)
    expression = _read_die(place.at("roll", die))
    modifiers = _read_modifiers(table, ranges, place)
    if place.problems or expression is None:
        return tuple(place.problems)
    takes = _clamped(ranges) if table.outside == "clamp" else [held.spans for _, held in ranges]
    rows = tuple(
        Row(label, held, taken, cells) for (label, held), taken, cells in zip(ranges, takes, table.rows, strict=True)
    )
    columns = tuple(column.title for column in table.columns)
    return RollTable(table.id, table.title, columns, expression, rows, modifiers, table.outside)


def _read_die(place: Cursor) -> Expression | None:
    expression = place.expression()
    if expression is not None and (any(names_in(expression.root)) or not has_dice(expression.root)):
        hint = "write only dice; modifiers are added when readers roll on the table"
        place.report("not-a-table-die", f"“{expression.text}” is not a die that can pick a row", hint)
    return expression


def _label_column(table: GameTable) -> int:
    """The column that holds the results: the first of kind range, or else the first."""
    return next((index for index, column in enumerate(table.columns) if column.kind == "range"), 0)


def _labelled(table: GameTable, column: int, place: Cursor) -> list[tuple[str, Range]]:
    read: list[tuple[str, Range]] = []
    for index, cells in enumerate(table.rows):
        held = read_range(cells[column])
        if isinstance(held, Problem):
            place.problems.append(held.at("rows", index, table.columns[column].name))
        else:
            read.append((cells[column], held))
    return read


def _weighed(table: GameTable, column: int, place: Cursor) -> tuple[str, list[tuple[str, Range]]]:
    """Weights -> a die with as many sides as they come to, and that many faces for each row."""
    read: list[tuple[str, Range]] = []
    reached = 0
    for index, cells in enumerate(table.rows):
        here = place.at("rows", {}).at(index, {}).at(table.columns[column].name, cells[column])
        weight = here.whole(1)
        if weight < 1:
            here.report("bad-weight", "a weight is a whole number of at least 1", "leave out a row that never comes up")
        read.append((cells[column], Range((Span(reached + 1, reached + max(weight, 1)),))))
        reached += max(weight, 1)
    if table.roll:
        place.at("roll", table.roll).report(
            "two-dice", "the weights already decide how a row is picked", "leave out “roll:” or the weights"
        )
    return f"d{max(reached, 1)}", read


def _clamped(ranges: list[tuple[str, Range]]) -> list[Spans]:
    """The results of each row -> the same, with no end below the lowest total and above the highest."""
    takes = [held.spans for _, held in ranges]
    totals = [index for index, (_, held) in enumerate(ranges) if not held.natural]
    if totals:
        first = min(totals, key=lambda index: _low(takes[index]))
        takes[first] = union((Span(None, takes[first][0].high), *takes[first]))
        last = max(totals, key=lambda index: _high(takes[index]))
        takes[last] = union((*takes[last], Span(takes[last][-1].low, None)))
    return takes


def _low(spans: Spans) -> float:
    return -inf if spans[0].low is None else spans[0].low


def _high(spans: Spans) -> float:
    return inf if spans[-1].high is None else spans[-1].high


def _read_modifiers(table: GameTable, ranges: list[tuple[str, Range]], place: Cursor) -> Span:
    """`none`, `open` or a range such as `0 or more` -> what may be added to the die.

    Left out, it is open where a row asks for a natural result or has an open end: neither has a point without
    modifiers. Elsewhere nothing is added.
    """
    words = fold(table.modifiers)
    if not words:
        opened = any(held.natural or None in (held.spans[0].low, held.spans[-1].high) for _, held in ranges)
        return OPEN if opened else _NOTHING
    if words in (*NO_DIE, "open"):
        return OPEN if words == "open" else _NOTHING
    held = read_range(table.modifiers)
    if isinstance(held, Problem) or held.natural or len(held.spans) != 1:
        place.at("modifiers", table.modifiers).report(
            "bad-modifiers",
            f"“{table.modifiers}” does not say what may be added",
            "write none, open, or a range such as 0 or more",
        )
        return OPEN
    return held.spans[0]
