"""What is remembered of items while they are thrown: only their total, or also the extremes among them.

Both ways answer the same two questions, the weights of one item and of two independent lots together, so that
rerolls and explosions (throw.py) are worked out once for either.
"""

from __future__ import annotations

from collections.abc import Callable

from ..lean_typing import Any, Protocol, TypeAlias
from ..nodes import Exact
from .budget import LOT, Budget
from .counting import Weights, bits, convolve

# Weights of lots; what a lot looks like is the gatherer's own affair.
Lots: TypeAlias = dict[Any, int]


class Gather(Protocol):
    """A way to remember lots of items."""

    budget: Budget

    def item(self, value: Exact) -> Lots: ...

    def together(self, left: Lots, right: Lots) -> Lots: ...


# The extremes, the outermost first, and the total of every item that had to make way for them.
Extremes: TypeAlias = tuple[tuple[Exact, ...], Exact]


class Total:
    """Remembers the sum of what the items are worth."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def item(self, value: Exact) -> Weights:
        """One item -> its worth, for certain."""
        return {value: 1}

    def together(self, left: Weights, right: Weights) -> Weights:
        """Two lots -> their sum."""
        return convolve(left, right, self.budget)


class Outermost:
    """Remembers the `size` highest (or lowest) items, and of all others only what `rest` says that they add.

    With a size that is never reached it remembers every item: the general and dearest way.
    """

    def __init__(self, size: int, *, highest: bool, rest: Callable[[Exact], Exact], budget: Budget) -> None:
        self.size = size
        self.highest = highest
        self.rest = rest
        self.budget = budget

    def item(self, value: Exact) -> dict[Extremes, int]:
        """One item -> it is the outermost, for certain."""
        return {((value,), 0): 1} if self.size else {((), self.rest(value)): 1}

    def together(self, left: dict[Extremes, int], right: dict[Extremes, int]) -> dict[Extremes, int]:
        """Two lots -> the outermost of both; what no longer belongs to them is added to the rest."""
        size = self.size
        self.budget.spend(LOT * len(left) * len(right), bits(left) + bits(right))
        result: dict[Extremes, int] = {}
        for (items_a, rest_a), ways_a in left.items():
            for (items_b, rest_b), ways_b in right.items():
                items = sorted(items_a + items_b, reverse=self.highest)
                spilled = sum(map(self.rest, items[size:]))
                lot = (tuple(items[:size]), rest_a + rest_b + spilled)
                result[lot] = result.get(lot, 0) + ways_a * ways_b
        return result
