"""Expression -> an estimate of its odds, from rolls with a fixed seed: the same question has the same answer."""

from __future__ import annotations

from ..dice import seeded
from ..distribution import Distribution
from ..plan import plan
from ..state import State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..distribution import Outcome
    from ..nodes import Expression, Value
    from ..state import Bound, LookupTable

_SEED = 20
_MOST_SAMPLES = 10_000
_FEWEST_SAMPLES = 20
# Dice and other steps of all samples together: about 0.3 s on a desktop.
_WORK = 150_000
_STEPS_OF_A_SAMPLE = 12


def simulate(expression: Expression, values: Mapping[str, Bound], tables: Mapping[str, LookupTable]) -> Distribution:
    """Expression -> how often each value came up."""
    run = plan(expression).run

    def once(state: State) -> Value:
        return run(state).value

    return sampled(once, values, tables)


def sampled(
    once: Callable[[State], Outcome], values: Mapping[str, Bound], tables: Mapping[str, LookupTable]
) -> Distribution:
    """What is rolled once -> how often each outcome came up, in as many rolls as the work allows."""
    source = seeded(_SEED)
    weights: dict[Outcome, int] = {}
    samples = work = 0
    while samples < _FEWEST_SAMPLES or (samples < _MOST_SAMPLES and work < _WORK):
        state = State(source, values, tables)
        outcome = once(state)
        weights[outcome] = weights.get(outcome, 0) + 1
        samples += 1
        work += state.thrown + state.steps + _STEPS_OF_A_SAMPLE
    return Distribution(weights, samples)
