"""Expression -> an estimate of its odds, from rolls with a fixed seed: the same question has the same answer."""

from __future__ import annotations

from ..dice import seeded
from ..distribution import Distribution
from ..names import nodes_in
from ..plan import plan
from ..quick import quick
from ..state import State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ..distribution import Outcome
    from ..nodes import Expression, Value
    from ..state import Bound, LookupTable

_SEED = 20
_MOST_SAMPLES = 10_000
_FEWEST_SAMPLES = 20
# Dice, nodes of trees and other steps of all samples together, each one to two microseconds on a desktop.
_WORK = 150_000
_QUICK = 8  # dice of the short way (quick.py) that cost as much as one of a whole roll


def simulate(expression: Expression, values: Mapping[str, Bound], tables: Mapping[str, LookupTable]) -> Distribution:
    """Expression -> how often each value came up."""
    run, short = plan(expression).run, quick(expression.root)

    def once(state: State) -> Value:
        return run(state).value

    def once_quick(state: State) -> Value:
        assert short is not None
        total, faces = short.throw(state.source)  # type: ignore[arg-type]  # `sampled` makes it, seeded
        state.thrown = len(faces) // _QUICK
        return total

    return sampled(once_quick if short else once, [expression], values, tables)


def sampled(
    once: Callable[[State], Outcome],
    expressions: Iterable[Expression],
    values: Mapping[str, Bound],
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
