"""A roll as written -> what can be said of it before anyone rolls: its range, its average, what the reader adds.

A sum of dice, numbers and names -> its range and average, without asking how likely anything is. Most rolls of a book
are such sums. The least, the most and the average of a sum are the sums of those of its parts, so that a thousand dice
cost no more than one. What the reader adds counts as nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from copy import copy
from fractions import Fraction
from typing import TYPE_CHECKING

from rollbook.engine.expression import Expression, names_in, nodes_in, spine
from rollbook.engine.limits import MAX_DICE_PER_ROLL, MAX_DICE_PER_TERM, MAX_INTEGER, MAX_SIDES
from rollbook.engine.nodes import Binary, Dice, Labelled, Name, Number, Unary
from rollbook.engine.odds import affordable_odds
from rollbook.engine.odds.budget import Allowance
from rollbook.engine.parse import parse
from rollbook.engine.problem import ProblemError
from rollbook.engine.roll import free_names
from rollbook.engine.table import GameTable
from rollbook.engine.throw_plan import throw_plan
from rollbook.engine.vocabulary import Vocabulary, fold
from rollbook.model.quick_dataclass import dataclass

if TYPE_CHECKING:
    from rollbook.engine.nodes import Exact, Node


@dataclass(frozen=True, slots=True)
class Spread:
    """How far a roll reaches; `low` and `high` are the same where nothing is left to chance."""

    low: Exact
    high: Exact
    average: Fraction


@dataclass(frozen=True, slots=True)
class RollNote:
    """What is beside a roll.

    `spread` counts what the reader adds as 0, and is None where that means nothing (a division by it, a text).
    `asks` are the names that need a value: as the engine calls them -> as the author's text does. `called` are the
    words of a formula that the text beside it has others for: `[d20 + DEX bonus](<roll:d20 + DEX check>)`.
    """

    spread: Spread | None
    asks: Mapping[str, str]
    called: Mapping[str, str]
    one_d20: bool  # so that advantage and disadvantage have a meaning
    throw: str  # the plan by which a page throws it before the engine is there, as JSON; "" if only the engine can


def notes_allowance() -> Allowance:
    """-> what the odds in the notes of one shelf may cost together.

    Sums of dice need none. What a handbook rolls beside them takes a few thousand operations; a roll for which nothing
    is left has no range and no average beside it, and can be rolled like any other.
    """
    return Allowance(left=30_000_000, most=1_300_000)


_Asked = tuple[str, tuple[str, ...], str]
# Three attempts at a question and an estimate never get less than they may have of so many times what one may take.
_PLENTY = 4


class RollNotes:
    """Makes the notes of one book; the same expression is worked out once, though each who asks pays for it."""

    def __init__(
        self, phrases: Mapping[str, str], tables: Mapping[str, GameTable], allowance: Allowance | None = None
    ) -> None:
        self._phrases = phrases
        self._vocabulary = Vocabulary(phrases)
        self._tables = tables
        self._allowance = allowance or notes_allowance()
        self._priced: dict[_Asked, tuple[RollNote, int]] = {}  # the same for all who can pay so much
        self._paid: dict[_Asked, RollNote] = {}
        self._standing_for: dict[str, list[str]] = {}  # the phrases for a name and nothing else, by that name
        for phrase, meaning in phrases.items():
            self._standing_for.setdefault(meaning.strip("` "), []).append(phrase)

    def paid_by(self, allowance: Allowance) -> RollNotes:
        """What odds may cost -> the same notes for someone who pays for theirs with that."""
        other = copy(self)
        other._allowance, other._paid = allowance, {}
        return other

    def note(self, expression: str, names: Sequence[str], text: str = "") -> RollNote:
        """An expression, the names that only the table knows, the words it stands behind if others -> its note."""
        key = (expression, tuple(names), text)
        if (known := self._paid.get(key)) is None:
            known = self._paid[key] = self._pay_for(key)
        return known

    def _pay_for(self, key: _Asked) -> RollNote:
        """What is asked -> its note, from whoever worked it out if it comes out the same for everyone; then paid."""
        allowance, before = self._allowance, self._allowance.left
        has_plenty = before >= _PLENTY * allowance.most
        known, price = self._priced.get(key, (None, 0))
        if known is not None and (has_plenty or price == 0):
            allowance.left -= price
            return known
        expression, names, text = key
        made = self._work_out(expression, names, text or expression)
        price = before - allowance.left
        # What costs nothing because nothing is left is no gift to others.
        if has_plenty or (price == 0 and before >= allowance.most):
            self._priced[key] = made, price
        return made

    def _work_out(self, written: str, names: Sequence[str], text: str) -> RollNote:
        expression = parse(written, Vocabulary({name: f"`{name}`" for name in names}, self._vocabulary))
        asked = free_names(expression)
        called = self._called(expression, text) if text != written else {}
        as_written = {name: self._as_written(name, written, names) for name in asked}
        return RollNote(
            spread=self._spread(expression, asked),
            asks={name: called.get(words, words) for name, words in as_written.items()},
            called=called,
            one_d20=_is_one_d20(expression),
            throw=written_plan(expression),
        )

    def _spread(self, expression: Expression, asked: Sequence[str]) -> Spread | None:
        if (found := sum_spread(expression.root)) is not None:
            return Spread(found.low, found.high, found.mean)
        try:
            spread = affordable_odds(expression, dict.fromkeys(asked, 0), self._tables, self._allowance)
        except ProblemError:
            return None
        if spread is None or not spread.numeric or any(isinstance(outcome, bool) for outcome in spread.weights):
            return None
        return Spread(spread.minimum, spread.maximum, spread.mean)

    def _called(self, expression: Expression, text: str) -> dict[str, str]:
        """An expression, the words it stands behind -> its names in those words, if they say the same otherwise."""
        try:
            said = parse(text, self._vocabulary)
        except ProblemError:
            return {}
        names, between = _split_at_names(expression)
        said_names, said_between = _split_at_names(said)
        if between != said_between:
            return {}
        return {name: other for name, other in zip(names, said_names, strict=True) if name != other}

    def _as_written(self, name: str, written: str, names: Sequence[str]) -> str:
        """A name of the engine -> the author's words that brought it into the expression, or else itself."""
        text = " ".join(fold(written).split())
        own = [name] if name in names and name not in self._phrases else []
        phrases = sorted((*own, *self._standing_for.get(name, ())), key=len, reverse=True)
        return next((phrase for phrase in phrases if " ".join(fold(phrase).split()) in text), name)


def written_plan(expression: Expression) -> str:
    """Expression -> its plan for throwing as short JSON, "" without one."""
    plan = throw_plan(expression)
    return "" if plan is None else short_json(plan)


def short_json(data: object) -> str:
    """Data -> JSON without spaces: it is in a page many times."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _split_at_names(expression: Expression) -> tuple[list[str], list[str]]:
    """An expression -> its names as written, and what is between them."""
    spans = sorted({(node.start, node.end) for node in names_in(expression.root)})
    ends = [0, *(end for _, end in spans)]
    starts = [*(start for start, _ in spans), len(expression.text)]
    between = [" ".join(fold(expression.text[end:start]).split()) for end, start in zip(ends, starts, strict=True)]
    return [expression.text[start:end] for start, end in spans], between


def _is_one_d20(expression: Expression) -> bool:
    dice = [node for node in nodes_in(expression.root) if isinstance(node, Dice)]
    return len(dice) == 1 and _is(dice[0].sides, 20) and (dice[0].count is None or _is(dice[0].count, 1))


def _is(node: object, number: int) -> bool:
    return isinstance(node, Number) and node.value == number


_ONE = Number(1, 0, 0)


@dataclass(frozen=True, slots=True)
class SumSpread:
    """The least and the most that a sum comes to, and how many dice it throws."""

    low: int
    high: int
    dice: int = 0

    @property
    def mean(self) -> Fraction:
        """Faces lie evenly on both sides of the middle, and so do sums of them."""
        return Fraction(self.low + self.high, 2)


def sum_spread(root: Node) -> SumSpread | None:
    """Tree -> its spread; None for anything but a sum, and where a limit is passed."""
    first, chain = spine(root) if isinstance(root, Binary) else (root, [])
    total = SumSpread(0, 0)
    for sign, node in [("+", first), *[(link.operator, link.right) for link in chain]]:
        part = _part(node)
        if part is None or sign not in ("+", "-"):
            return None
        low, high = (part.low, part.high) if sign == "+" else (-part.high, -part.low)
        total = SumSpread(total.low + low, total.high + high, total.dice + part.dice)
        if total.dice > MAX_DICE_PER_ROLL or max(abs(total.low), abs(total.high)) > MAX_INTEGER:
            return None
    return total


def _part(node: Node) -> SumSpread | None:
    while isinstance(node, Labelled):
        node = node.body
    if isinstance(node, Name):
        return SumSpread(0, 0)
    if isinstance(node, Number) and isinstance(node.value, int):
        return SumSpread(node.value, node.value)
    if isinstance(node, Unary) and node.operator in ("+", "-"):
        body = _part(node.body)
        return body if body is None or node.operator == "+" else SumSpread(-body.high, -body.low, body.dice)
    return _dice(node) if isinstance(node, Dice) else sum_spread(node) if isinstance(node, Binary) else None


def _dice(node: Dice) -> SumSpread | None:
    count, sides = (part.value if isinstance(part, Number) else None for part in (node.count or _ONE, node.sides))
    if not isinstance(count, int) or not isinstance(sides, int):
        return None
    fits = 0 <= count <= MAX_DICE_PER_TERM and 1 <= sides <= MAX_SIDES
    return SumSpread(count, count * sides, count) if fits else None
