"""RollTable -> the row that the dice pick, and the exact chance of each row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from heapq import heappop, heappush

from ..dice import DiceSource
from ..lean import frozen
from ..odds import odds
from ..problem import Problem, ProblemError
from ..roll import Roll, roll
from ..rolls_in_text import NO_WORDS, DieWords, RollInText, rolls_in_text
from ..spans import Spans, end_of, start_of
from ..vocabulary import EMPTY, Vocabulary
from . import RollTable


@frozen
class RollOn:
    """Something in the row that came up that can be rolled in turn; `cell` is the column it stands in."""

    cell: int
    found: RollInText


@frozen
class TableRoll:
    """The dice as rolled and the row they picked: an index, or None where the result is outside every row."""

    table: str
    roll: Roll
    natural: int
    modifiers: Mapping[str, int]
    total: int
    row: int | None
    clamped: bool
    cells: tuple[str, ...]
    rolls_on: tuple[RollOn, ...]


@frozen
class RowOdds:
    """The chance of each row, in order, and of no row at all."""

    rows: tuple[Fraction, ...]
    outside: Fraction


def roll_on(
    table: RollTable,
    rng: DiceSource,
    modifiers: Mapping[str, int] | None = None,
    vocabulary: Vocabulary = EMPTY,
    around: DieWords = NO_WORDS,
) -> TableRoll:
    """Table, chance, named modifiers -> the row that came up. Natural rows look at the dice, others at the total."""
    rolled = roll(table.die, {}, rng)
    natural = _whole(table, rolled.total)
    total = natural + sum((modifiers or {}).values())
    row, clamped = pick(table, natural, total)
    cells = () if row is None else table.rows[row].cells
    found = (RollOn(cell, it) for cell, text in enumerate(cells) for it in rolls_in_text(text, vocabulary, around))
    return TableRoll(table.id, rolled, natural, dict(modifiers or {}), total, row, clamped, cells, tuple(found))


def row_odds(table: RollTable, modifier: int = 0) -> RowOdds:
    """Table, what is added to the die -> the exact chance of each row."""
    spread = odds(table.die)
    chances = [Fraction(0)] * (len(table.rows) + 1)
    naturals = _RisingPick((row.results.spans if row.natural else ()) for row in table.rows)
    totals = _RisingPick((() if row.natural else row.takes) for row in table.rows)
    for value in sorted(_whole(table, value) for value in spread.weights):
        row = naturals.row(value)
        row = totals.row(value + modifier) if row is None else row
        chances[-1 if row is None else row] += spread.exactly(value)
    return RowOdds(tuple(chances[:-1]), chances[-1])


class _RisingPick:
    """Picks the first row that holds a value, for one value after the other, each higher than the last."""

    __slots__ = ("_coming", "_here")

    def __init__(self, rows: Iterable[Spans]) -> None:
        spans = [(start_of(span), end_of(span), row) for row, held in enumerate(rows) for span in held]
        self._coming = sorted(spans, reverse=True)
        self._here: list[tuple[int, float]] = []  # rows that have begun, and where they end

    def row(self, value: int) -> int | None:
        while self._coming and self._coming[-1][0] <= value:
            _, end, row = self._coming.pop()
            heappush(self._here, (row, end))
        while self._here and self._here[0][1] < value:
            heappop(self._here)
        return self._here[0][0] if self._here else None


def rows_to_pick(table: RollTable) -> list[list[int | None]]:
    """Table -> what a page needs to find the row by itself, as `pick` does: for each row the ends of its spans, low and
    high, None for no end; and a 1 at the end of a row that looks at the dice alone."""
    return [
        [end for span in (row.results.spans if row.natural else row.takes) for end in (span.low, span.high)]
        + [1] * row.natural
        for row in table.rows
    ]


def pick(table: RollTable, natural: int, total: int) -> tuple[int | None, bool]:
    """The dice alone and with modifiers -> the row's index, and whether the total had to be clamped to it.

    A natural result wins over the total. Where two rows hold it the first one counts; `prove` reports that.
    """
    for index, row in enumerate(table.rows):
        if row.natural and natural in row.results:
            return index, False
    for index, row in enumerate(table.rows):
        if not row.natural and any(total in span for span in row.takes):
            return index, total not in row.results
    return None, False


def _whole(table: RollTable, value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    message = f"“{table.die.text}” came to {value}, which is not a whole number, so it picks no row"
    raise ProblemError(Problem("not-a-table-die", message, 0, len(table.die.text), "put floor(…) around it"))
