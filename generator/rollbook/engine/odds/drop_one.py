"""Exploding dice without the lowest (or the highest) of all that fell: `4d6!dl1` -> the weights of the rest.

To remember the lowest beside the total of all others takes a state for each pair of them. It is enough to know the
totals in which every item is at least v, for each v: what they lose from one v to the next is where v is the lowest.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import lcm
from operator import ge, le

from ..frozen import frozen
from ..nodes import Exact
from .budget import Budget
from .counting import Weights, convolve
from .gather import Lots
from .throw import Effect, Throw

_BROKEN = None  # stands for every lot with an item that is not allowed


class Within:
    """Remembers the sum of what the items are worth, while all of them are within a bound. `seen` are all items."""

    def __init__(self, allowed: Callable[[Exact], bool], worth: Callable[[Exact], Exact], budget: Budget) -> None:
        self.allowed = allowed
        self.worth = worth
        self.budget = budget
        self.seen: set[Exact] = set()

    def item(self, value: Exact) -> Lots:
        """One item -> its worth, or a broken lot."""
        self.seen.add(value)
        return {self.worth(value) if self.allowed(value) else _BROKEN: 1}

    def together(self, left: Lots, right: Lots) -> Lots:
        """Two lots -> their sum; broken if one of them is."""
        whole_left, whole_right = _whole(left), _whole(right)
        result: Lots = dict(convolve(whole_left, whole_right, self.budget)) if whole_left and whole_right else {}
        broken = sum(left.values()) * sum(right.values()) - sum(result.values())
        if broken:
            result[_BROKEN] = broken
        return result


@frozen
class AlikeThrow:
    """Alike dice: how one falls, how many there are, what befalls each, and how often one may explode."""

    die: Weights
    count: int
    effects: tuple[Effect, ...]
    explosions: int


def without_one(dice: AlikeThrow, worth: Callable[[Exact], Exact], budget: Budget, *, highest: bool) -> Weights:
    """Dice that explode, what an item of theirs is worth, which end is dropped -> the weights of what is left."""

    def totals(within: Within) -> Lots:
        thrown = Throw(dice.die, dice.effects, within, dice.explosions).thrown()
        lots: Lots = {0: 1}
        for _ in range(dice.count):
            lots = within.together(lots, thrown)
        return lots

    every = Within(lambda item: True, worth, budget)
    found = [totals(every)]
    items = sorted(every.seen, reverse=highest)
    for bound in items[1:]:
        found.append(totals(Within(partial(ge if highest else le, bound), worth, budget)))
    common = lcm(*(sum(lots.values()) for lots in found))
    scaled = [*(_scaled(lots, common) for lots in found), {}]
    result: Weights = {}
    for dropped, now, later in zip(items, scaled, scaled[1:], strict=False):
        for total, ways in now.items():
            ending = ways - later.get(total, 0)
            if ending:
                left = total - worth(dropped)
                result[left] = result.get(left, 0) + ending
    return result


def _whole(lots: Lots) -> Weights:
    return {total: ways for total, ways in lots.items() if total is not _BROKEN}


def _scaled(lots: Lots, common: int) -> Weights:
    factor = common // sum(lots.values())
    return {total: ways * factor for total, ways in lots.items() if total is not _BROKEN}
