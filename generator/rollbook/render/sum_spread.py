"""A sum of dice, numbers and names -> its range and average, without asking how likely anything is.

Most rolls of a book are such sums. The least, the most and the average of a sum are the sums of those of its parts, so
that a thousand dice cost no more than one. What the reader adds counts as nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from rollbook.engine.expression import spine
from rollbook.engine.limits import MAX_DICE_PER_ROLL, MAX_DICE_PER_TERM, MAX_INTEGER, MAX_SIDES
from rollbook.engine.nodes import Binary, Dice, Labelled, Name, Number, Unary

if TYPE_CHECKING:
    from rollbook.engine.nodes import Node

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
