"""One die and the modifiers that act on it alone -> the weights of its items, and what is remembered of them.

The modifiers of a die are followed from the value it shows to the end of the list. Each value branches into what a
reroll or an explosion may throw, so that a hundred explosions are a hundred short steps and not 6^100 sequences.

What is remembered of items while they are thrown: only their total, or also the extremes among them. Both ways answer
the same two questions, the weights of one item and of two independent lots together, so that rerolls and explosions
(throw.py) are worked out once for either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..lean import Any, Protocol, TypeAlias, frozen
from ..nodes import Exact
from ..problem import ProblemError
from .budget import LOT, Budget
from .counting import Weights, bits, convolve, mix

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


Test: TypeAlias = Callable[[Exact], bool]


@frozen
class Again:
    """A reroll, `once` or until the test no longer holds; `endless` is raised if that would never be."""

    once: bool
    test: Test
    endless: ProblemError


@frozen
class Burst:
    """An explosion: kind `!`, `!!`, `!p` or `!!p`, and which values it is for; `endless` as for Again."""

    kind: str
    test: Test
    endless: ProblemError


@frozen
class Worth:
    """A bound or a count: what an item that shows a value counts as from here on."""

    of: Callable[[Exact], Exact]


Effect: TypeAlias = Again | Burst | Worth


class Throw:
    """How one kind of die falls: its weights, what modifiers do to it, and how the items it becomes are gathered."""

    def __init__(self, die: Weights, effects: tuple[Effect, ...], gather: Gather, explosions: int) -> None:
        self.die = die
        self.effects = effects
        self.gather = gather
        self.explosions = explosions
        self._known: dict[tuple[int, Exact], Lots] = {}
        # What a reroll or an explosion throws is the same for every value that leads to it.
        self._fresh: dict[int, Lots] = {}

    def thrown(self) -> Lots:
        """-> the lots that one throw becomes."""
        return self._mixed(0, self.die.items())

    def from_value(self, value: Exact, index: int = 0) -> Lots:
        """A value shown, how many effects are behind it -> the lots that it becomes through those that follow."""
        known = self._known.get((index, value))
        if known is None:
            known = self._known[index, value] = self._follow(value, index)
        return known

    def _follow(self, value: Exact, index: int) -> Lots:
        if index == len(self.effects):
            return self.gather.item(value)
        effect = self.effects[index]
        if isinstance(effect, Worth):
            return self.from_value(effect.of(value), index + 1)
        if not effect.test(value):
            return self.from_value(value, index + 1)
        after = index + 1
        if isinstance(effect, Again):
            if after not in self._fresh:
                self._fresh[after] = self._again(effect, after)
            return self._fresh[after]
        return self._burst(effect, value, after)

    def _again(self, effect: Again, after: int) -> Lots:
        if effect.once:
            return self._mixed(after, self.die.items())
        # Whoever rerolls until it fits ends on a value that fits, each as likely as before beside the others.
        fitting = [(value, ways) for value, ways in self.die.items() if not effect.test(value)]
        if not fitting:
            raise effect.endless
        return self._mixed(after, fitting)

    def _burst(self, effect: Burst, value: Exact, after: int) -> Lots:
        compounds = effect.kind.startswith("!!")
        if after not in self._fresh:
            self._fresh[after] = (
                self._chain(effect, lambda v: {v: 1}, Total(self.gather.budget))
                if compounds
                else self._chain(effect, lambda v: self.from_value(v, after), self.gather)
            )
        extra = self._fresh[after]
        if compounds:
            return self._mixed(after, [(value + total, ways) for total, ways in extra.items()])
        return self.gather.together(self.from_value(value, after), extra)

    def _chain(self, effect: Burst, becomes: Callable[[Exact], Lots], gather: Gather) -> Lots:
        """Explosion -> everything that the extra throws add; each may earn another, up to the limit."""
        less = 1 if effect.kind.endswith("p") else 0
        ending: list[tuple[int, Lots]] = []
        going: list[tuple[int, Lots]] = []
        for value, ways in self.die.items():
            (going if effect.test(value) else ending).append((ways, becomes(value - less)))
        if not ending:
            raise effect.endless
        chain = mix([*ending, *going])
        if not going:
            return chain
        more, go_on = mix(going), sum(ways for ways, _ in going)
        for _ in range(self.explosions - 1):
            gather.budget.spend(8 * len(chain), bits(chain))
            chain = mix([*ending, (go_on, gather.together(more, chain))])
        return chain

    def _mixed(self, index: int, values: Iterable[tuple[Exact, int]]) -> Lots:
        cases = [(ways, self.from_value(value, index)) for value, ways in values]
        self.gather.budget.spend(4 * sum(len(lots) for _, lots in cases))
        return mix(cases)
