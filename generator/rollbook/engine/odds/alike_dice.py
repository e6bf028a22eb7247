"""Dice with their modifiers -> the weights of what they come to.

1. No keep or drop: every die goes its own way; one die's total, as often as there are dice.
2. Keep or drop among dice that are still one item each: a window of sorted dice (keep_and_drop.py).
3. Otherwise (exploded dice among the sorted ones, or totals of a group): remember only the outermost items.
4. Keep, change and keep again: remember every item, as far as the budget goes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import lcm

from ..lean import TypeAlias, frozen
from ..nodes import Exact
from .budget import Budget
from .counting import Weights, bits, convolve, highest_of, lowest_of, mapped, mix, repeat
from .keep_and_drop import AlikeThrow, kept_total, without_one
from .throw import Burst, Effect, Extremes, Lots, Outermost, Test, Throw, Total, Worth


@frozen
class Pick:
    """`kh`, `kl`, `dh` or `dl` of so many items."""

    kind: str
    number: int


@frozen
class Extra:
    """`ra`: one more die when a kept one meets the test."""

    test: Test


Step: TypeAlias = Pick | Extra | Effect

_EVERYTHING = 1 << 30  # a size that no throw reaches: every item is remembered


@frozen
class AlikeDice:
    """Alike dice: how one falls, how many there are, what is done to them in order, and how often one may explode."""

    die: Weights
    count: int
    steps: tuple[Step, ...]
    explosions: int


def total_of(dice: AlikeDice, budget: Budget) -> Weights:
    """Alike dice -> the weights of their total."""
    if not dice.steps:
        return repeat(dice.die, dice.count, budget)
    if len(picks := _picks(dice.steps)) == len(dice.steps):
        return kept_total(dice.die, None, dice.count, *window(dice.count, picks), budget)
    together = [index for index, step in enumerate(dice.steps) if isinstance(step, (Pick, Extra))]
    if not together:
        throw = Throw(dice.die, _effects(dice.steps), Total(budget), dice.explosions)
        return repeat(throw.thrown(), dice.count, budget)
    before, after = _effects(dice.steps[: together[0]]), _effects(dice.steps[together[-1] + 1 :])
    middle = dice.steps[together[0] : together[-1] + 1]
    if not any(map(splits, before)):
        if isinstance(middle[0], Extra) and len(middle) == 1:
            return _with_extra(dice, before, middle[0], after, budget)
        if len(picks := _picks(middle)) == len(middle):
            return _by_window(dice, before, picks, after, budget)
    if isinstance(middle[0], Pick) and len(middle) == 1 and all(isinstance(step, Worth) for step in after):
        return _by_outermost(dice, before, middle[0], after, budget)
    return _totals(every_item(dice, budget), sum)


def group_total(members: Sequence[Weights], steps: Sequence[Step], budget: Budget) -> Weights:
    """Totals of a group's members, picks and perhaps a count -> the weights of the group's total."""
    worth = _worth(_effects([step for step in steps if not isinstance(step, Pick)]))
    first, last = window(len(members), _picks(steps))
    if first >= last:
        return {0: 1}
    if last - first == 1 and (first == 0 or last == len(members)):
        return mapped(worth, (highest_of if first == 0 else lowest_of)(members, budget))
    highest = first <= len(members) - last
    if not highest:
        first, last = len(members) - last, len(members) - first
    # Remember the items down to the last that is kept or, where none below is dropped, only those dropped above.
    open_ended = last == len(members)
    size = first if open_ended else last
    gather = Outermost(size, highest=highest, rest=worth if open_ended else _nothing, budget=budget)
    lots: Lots = {((), 0): 1}
    for member in members:
        lots = gather.together(lots, mix((ways, gather.item(total)) for total, ways in member.items()))
    return _totals(lots, lambda items: sum(map(worth, items[first:])))


def window(count: int, picks: Sequence[Pick]) -> tuple[int, int]:
    """Number of items, picks in order -> the places, from the highest, of the first kept and of the first after."""
    first, last = 0, count
    for pick in picks:
        if pick.kind == "kh":
            last = min(last, first + pick.number)
        elif pick.kind == "kl":
            first = max(first, last - pick.number)
        elif pick.kind == "dh":
            first = min(last, first + pick.number)
        else:
            last = max(first, last - pick.number)
    return first, last


def _by_window(
    dice: AlikeDice, before: tuple[Effect, ...], picks: Sequence[Pick], after: tuple[Effect, ...], budget: Budget
) -> Weights:
    die = Throw(dice.die, before, Total(budget), dice.explosions).thrown() if before else dice.die
    worth = None
    if after:
        throw = Throw(dice.die, after, Total(budget), dice.explosions)
        worth = _same_total({value: throw.from_value(value) for value in die})
    return kept_total(die, worth, dice.count, *window(dice.count, picks), budget)


def _with_extra(
    dice: AlikeDice, before: tuple[Effect, ...], extra: Extra, after: tuple[Effect, ...], budget: Budget
) -> Weights:
    """All ways but those in which no die meets the test have one more die."""
    die = Throw(dice.die, before, Total(budget), dice.explosions).thrown()
    throw = Throw(dice.die, after, Total(budget), dice.explosions)
    worth = _same_total({value: throw.from_value(value) for value in {*die, *dice.die}})
    calm = {value: ways for value, ways in die.items() if not extra.test(value)}
    without = repeat(_weighed(calm, worth), dice.count, budget) if calm else {}
    either = repeat(_weighed(die, worth), dice.count, budget)
    fresh = _weighed(dice.die, worth)
    meeting = {total: ways - without.get(total, 0) for total, ways in either.items()}
    scale = sum(fresh.values())
    result = convolve({total: ways for total, ways in meeting.items() if ways}, fresh, budget)
    for total, ways in without.items():
        result[total] = result.get(total, 0) + ways * scale
    return result


def _weighed(die: Weights, worth: dict[Exact, Weights]) -> Weights:
    """A die, what each value of it adds, over one common total -> what the die adds."""
    result: Weights = {}
    for value, ways in die.items():
        for total, share in worth[value].items():
            result[total] = result.get(total, 0) + ways * share
    return result


def _by_outermost(
    dice: AlikeDice, before: tuple[Effect, ...], pick: Pick, after: tuple[Effect, ...], budget: Budget
) -> Weights:
    worth, keeps = _worth(after), pick.kind.startswith("k")
    if not keeps and pick.number == 1 and dice.count:
        thrown = AlikeThrow(dice.die, dice.count, before, dice.explosions)
        return without_one(thrown, worth, budget, highest=pick.kind == "dh")
    rest = _nothing if keeps else worth
    gather = Outermost(pick.number, highest=pick.kind.endswith("h"), rest=rest, budget=budget)
    lots = _thrown_together(dice, before, gather)
    return _totals(lots, lambda items: sum(map(worth, items)) if keeps else 0)


def every_item(dice: AlikeDice, budget: Budget) -> Lots:
    """Alike dice -> the lots of what the kept ones count as, one by one from the highest."""
    gather = Outermost(_EVERYTHING, highest=True, rest=_nothing, budget=budget)
    lots = _thrown_together(dice, (), gather)
    for step in dice.steps:
        effect = () if isinstance(step, (Pick, Extra)) else (step,)
        throw = Throw(dice.die, effect, gather, dice.explosions)
        budget.spend(len(lots), bits(lots))
        lots = mix((ways, _step_on(items, step, throw)) for (items, _), ways in lots.items())
    return lots


def _step_on(items: tuple[Exact, ...], step: Step, throw: Throw) -> Lots:
    """Items of one lot, a step, how a die falls in it -> the lots that they become."""
    if isinstance(step, Pick):
        first, last = window(len(items), [step])
        return {(items[first:last], 0): 1}
    together = throw.gather.together
    if isinstance(step, Extra):
        lot: Lots = {(items, 0): 1}
        return together(lot, throw.thrown()) if any(map(step.test, items)) else lot
    lots: Lots = {((), 0): 1}
    for item in items:
        lots = together(lots, throw.from_value(item))
    return lots


def _thrown_together(dice: AlikeDice, effects: tuple[Effect, ...], gather: Outermost) -> Lots:
    thrown = Throw(dice.die, effects, gather, dice.explosions).thrown()
    lots: Lots = {((), 0): 1}
    for _ in range(dice.count):
        lots = gather.together(lots, thrown)
    return lots


def _totals(lots: dict[Extremes, int], worth: Callable[[tuple[Exact, ...]], Exact]) -> Weights:
    """Lots, what the remembered items of one add -> the weights of totals."""
    result: Weights = {}
    for (items, rest), ways in lots.items():
        total = worth(items) + rest
        result[total] = result.get(total, 0) + ways
    return result


def _same_total(worth: dict[Exact, Weights]) -> dict[Exact, Weights]:
    """What each value adds -> the same over one common total."""
    totals = {value: sum(weights.values()) for value, weights in worth.items()}
    common = lcm(*totals.values())
    if common == 1:
        return worth
    return {
        value: {total: ways * (common // totals[value]) for total, ways in weights.items()}
        for value, weights in worth.items()
    }


def splits(effect: Effect) -> bool:
    """Whether a die may become several items by it."""
    return isinstance(effect, Burst) and not effect.kind.startswith("!!")


def _worth(effects: Sequence[Effect]) -> Callable[[Exact], Exact]:
    """Bounds and counts in order -> what an item adds through all of them."""

    def worth(value: Exact) -> Exact:
        for effect in effects:
            assert isinstance(effect, Worth)
            value = effect.of(value)
        return value

    return worth


def _nothing(value: Exact) -> Exact:
    return 0


def _picks(steps: Sequence[Step]) -> list[Pick]:
    return [step for step in steps if isinstance(step, Pick)]


def _effects(steps: Sequence[Step]) -> tuple[Effect, ...]:
    return tuple(step for step in steps if not isinstance(step, (Pick, Extra)))
