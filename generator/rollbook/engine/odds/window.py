"""Keep and drop among dice that are alike, by counting how many show each value rather than which.

However many `kh`, `kl`, `dh` and `dl` follow each other, what is left of n sorted dice is one window of them: the
places `first` to `last` from the top. Values are dealt out from the top down; as soon as the window is full the dice
that are left may show anything lower, which is a power and not a search.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..nodes import Exact
from .budget import Budget
from .counting import Weights, bits, convolve, repeat


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
