"""Keep and drop among dice that are alike, by counting how many show each value; the lowest of exploding ones too.

Exploding dice without the lowest (or the highest) of all that fell: `4d6!dl1` -> the weights of the rest. To remember
the lowest beside the total of all others takes a state for each pair of them. It is enough to know the totals in which
every item is at least v, for each v: what they lose from one v to the next is where v is the lowest.

Keep and drop among dice that are alike, by counting how many show each value rather than which. However many `kh`,
`kl`, `dh` and `dl` follow each other, what is left of n sorted dice is one window of them: the places `first` to `last`
from the top. Values are dealt out from the top down; as soon as the window is full the dice that are left may show
anything lower, which is a power and not a search.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import lcm
from operator import ge, le

from ..lean import frozen
from ..nodes import Exact
from .budget import Budget
from .counting import Weights, bits, convolve, repeat
from .throw import Effect, Lots, Throw


def kept_total(
    die: Weights,
    worth: Mapping[Exact, Weights] | None,
    count: int,
    first: int,
    last: int,
    budget: Budget,
) -> Weights:
    """A die, what each value of it adds, how many, the window kept -> the weights of the kept dice's total.

    Without `worth` a value adds itself. Every `worth` must have the same total weight, since each result takes
    exactly last - first of them.
    """
    if first >= last:
        return {0: 1}
    descending = first <= count - last
    if not descending:  # closer to the bottom: deal from there, so that fewer places are passed over
        first, last = count - last, count - first
    if last == 1:
        return _extreme(die, worth, count, descending, budget)
    _charge(die, worth, count, last - first, last, budget)
    result: Weights = {}
    open_windows: list[Weights] = [{0: 1}, *({} for _ in range(last - 1))]
    left = sum(die.values())
    for value in sorted(die, reverse=descending):
        ways = die[value]
        left -= ways
        dealt: list[Weights] = [{} for _ in range(last)]
        each = {value: 1} if worth is None else worth[value]
        # What so many dice of this value add, as often as the window may hold it.
        adds = [repeat(each, number, budget) for number in range(last - first + 1)]
        for placed, totals in enumerate(open_windows):
            if totals:
                _deal(totals, placed, (first, last, count), (ways, left), adds, dealt, result, budget)
        open_windows = dealt
    return result


def _extreme(
    die: Weights, worth: Mapping[Exact, Weights] | None, count: int, descending: bool, budget: Budget
) -> Weights:
    """The highest or lowest alone: all dice stay beyond a value exactly when each of them does."""
    budget.spend(2 * len(die), count * bits(die))
    chosen: Weights = {}
    left = sum(die.values())
    within = left**count
    for value in sorted(die, reverse=descending):
        left -= die[value]
        beyond = left**count
        chosen[value] = within - beyond
        within = beyond
    if worth is None:
        return chosen
    result: Weights = {}
    for value, ways in chosen.items():
        _add(result, worth[value], ways)
    return result


def _deal(
    totals: Weights,
    placed: int,
    window: tuple[int, int, int],
    shares: tuple[int, int],
    adds: list[Weights],
    dealt: list[Weights],
    result: Weights,
    budget: Budget,
) -> None:
    """Deal one value to the dice after `placed`: too few to fill the window go on to `dealt`, the rest is settled."""
    first, last, count = window
    ways, left = shares
    free, need, kept_from = count - placed, last - placed, max(placed, first)
    settled: int = (ways + left) ** free
    choices = 1
    for number in range(need):
        settled -= choices * left ** (free - number)
        if left:
            kept = max(0, placed + number - kept_from)
            _add(dealt[placed + number], convolve(totals, adds[kept], budget) if kept else totals, choices)
        choices = choices * ways * (free - number) // (number + 1)
    _add(result, convolve(totals, adds[last - kept_from], budget), settled)


def _add(target: Weights, more: Weights, factor: int) -> None:
    for value, ways in more.items():
        target[value] = target.get(value, 0) + ways * factor


def _charge(
    die: Weights, worth: Mapping[Exact, Weights] | None, count: int, kept: int, last: int, budget: Budget
) -> None:
    """The whole price before anything is dealt: values x ways to go from one place to another x length of totals."""
    added = [die] if worth is None else worth.values()
    span = max(map(max, added)) - min(map(min, added))
    length = min(int(span) * kept // 2 + 1, (len(die) + kept) ** min(kept, 4))
    moves = len(die) * (last * (last + 1) // 2)
    budget.spend(moves * (length + 8), count * bits(die))


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
