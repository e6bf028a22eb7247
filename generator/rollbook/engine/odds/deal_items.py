"""Alike dice -> the weights of what the kept ones count as, one by one: as few sets as tell apart what is asked.

Values are dealt from the highest down, each to none, one or more of the dice. Hands of items that answer alike so far
are one from there on, and one of them stands for all: ten dice of ten sides have 92,378 sets, but only eleven counts
of successes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import dropwhile
from math import comb

from ..lean import TypeAlias
from ..nodes import Exact
from .alike_dice import AlikeDice, Extra, Pick, every_item, splits, window
from .budget import LOT, Budget
from .counting import Weights, bits
from .throw import Throw, Total

Items: TypeAlias = tuple[Exact, ...]
# Items dealt so far, how many there will be -> what tells them apart.
Key: TypeAlias = Callable[[Items, int], Hashable]
# How many dice are dealt and the key of the kept ones -> the ways to get there, and items that stand for all of them.
Hands: TypeAlias = dict[tuple[int, Hashable], tuple[int, Items]]


def items_of(dice: AlikeDice, key: Key | None, budget: Budget) -> dict[Items, int]:
    """Alike dice, what tells items apart (None: everything) -> the weights of the kept items, from the highest down.

    What `key` says of the items dealt so far must be enough to go on: equal keys stay equal whatever is dealt next.
    """
    later = list(dropwhile(lambda step: not isinstance(step, Pick), dice.steps))
    picks = [step for step in later if isinstance(step, Pick)]
    before = dice.steps[: len(dice.steps) - len(later)]
    effects = tuple(step for step in before if not isinstance(step, (Pick, Extra)) and not splits(step))
    if key is None or len(picks) < len(later) or len(effects) < len(before):
        return {items: ways for (items, _), ways in every_item(dice, budget).items()}
    die = Throw(dice.die, effects, Total(budget), dice.explosions).thrown() if effects else dice.die
    return _dealt(die, dice.count, window(dice.count, picks), key, budget)


def _dealt(die: Weights, count: int, kept: tuple[int, int], key: Key, budget: Budget) -> dict[Items, int]:
    size = _overlap(0, count, *kept)
    hands: Hands = {(0, key((), size)): (1, ())}
    lowest = min(die)
    for value in sorted(die, reverse=True):
        budget.spend(LOT * sum([count - placed + 1 for placed, _ in hands]), count * bits(die))
        dealt: Hands = {}
        for (placed, _), (ways, items) in hands.items():
            free = count - placed
            # The last value takes all dice that are left.
            for number in range(free if value == lowest else 0, free + 1):
                hand = items + (value,) * _overlap(placed, placed + number, *kept)
                state = placed + number, key(hand, size)
                more = ways * comb(free, number) * die[value] ** number
                before, standing = dealt.get(state, (0, hand))
                dealt[state] = before + more, standing
        hands = dealt
    return {items: ways for ways, items in hands.values()}


def _overlap(start: int, end: int, first: int, last: int) -> int:
    """Places dealt to, the window that is kept -> how many of the places are kept."""
    return max(0, min(end, last) - max(start, first))
