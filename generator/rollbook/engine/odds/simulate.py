"""Expression -> an estimate of its odds, from rolls with a fixed seed: the same question has the same answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ..dice import seeded
from ..distribution import Distribution, Outcome
from ..expression import Expression, names_in, nodes_in
from ..nodes import Value
from ..parse import parse
from ..plan import plan
from ..roll import plain_sum
from ..state import LookupTable, Meaning, State

# Any stream of chance is somewhere off; this one stays within a standard error on the dice that books use most.
_SEED = 987_654_321
_MOST_SAMPLES = 10_000
_FEWEST_SAMPLES = 20
# Dice, nodes of trees and other steps of all samples together, each one to two microseconds on a desktop.
_WORK = 80_000
_DICE_OF_SUMS = 8  # dice of a plain sum that cost as much as one of a whole roll


class Answered(dict[str, "Meaning"]):
    """Values of a simulation, with the odds that its rolls ask for: `maximum(weapon)` is worked out once for all.

    `changing` are names that stand for something else in every roll.
    """

    def __init__(
        self, values: Mapping[str, Meaning], answers: dict[int, Distribution], changing: frozenset[str] = frozenset()
    ) -> None:
        super().__init__(values)
        self.answers = answers
        self.changing = changing

    def answer(self, expression: Expression, ask: Callable[[], Distribution]) -> Distribution:
        """Expression that the plan of a roll holds, how to ask for its odds -> the odds."""
        key = id(expression)
        if key in self.answers:
            return self.answers[key]
        found = ask()
        if not self._changes(expression):
            self.answers[key] = found
        return found

    def _changes(self, expression: Expression) -> bool:
        """Whether a name in it, or in what its names stand for, is another in every roll."""
        waiting, seen = [expression], set[str]()
        while waiting:
            names = {name.name for name in names_in(waiting.pop().root)} - seen
            if names & self.changing:
                return True
            seen |= names
            meanings = [self.get(name) for name in names]
            waiting += [
                parse(meaning) if isinstance(meaning, str) else meaning
                for meaning in meanings
                if isinstance(meaning, (str, Expression))
            ]
        return False


def simulate(expression: Expression, values: Mapping[str, Meaning], tables: Mapping[str, LookupTable]) -> Distribution:
    """Expression -> how often each value came up."""
    run, simple = plan(expression).run, plain_sum(expression.root)

    def once(state: State) -> Value:
        return run(state).value

    def add_up(state: State) -> Value:
        assert simple is not None
        total, faces = simple.throw(state.source)  # type: ignore[arg-type]  # `sampled` makes it, seeded
        state.thrown = len(faces) // _DICE_OF_SUMS
        return total

    return sampled(add_up if simple else once, [expression], Answered(values, {}), tables)


def sampled(
    once: Callable[[State], Outcome],
    expressions: Iterable[Expression],
    values: Mapping[str, Meaning],
    tables: Mapping[str, LookupTable],
) -> Distribution:
    """What is rolled once, from which trees -> how often each outcome came up, in as many rolls as the work allows."""
    source = seeded(_SEED)
    nodes = sum(1 for expression in expressions for _ in nodes_in(expression.root))
    weights: dict[Outcome, int] = {}
    samples = work = 0
    while samples < _FEWEST_SAMPLES or (samples < _MOST_SAMPLES and work < _WORK):
        state = State(source, values, tables)
        outcome = once(state)
        weights[outcome] = weights.get(outcome, 0) + 1
        samples += 1
        work += state.thrown + state.steps + nodes
    return Distribution(weights, samples)
