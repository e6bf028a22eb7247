"""A measured ratio: how much faster than another program, and what was aimed for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter

ROUNDS = 9


@dataclass(frozen=True, slots=True)
class Ratio:
    """`ours` and `theirs` in microseconds; `ratio` is theirs / ours, the median over rounds; no target: of interest."""

    what: str
    against: str
    ours: float
    theirs: float
    ratio: float
    target: float | None

    @property
    def met(self) -> bool | None:
        """Whether the target is reached; None without one."""
        return None if self.target is None else self.ratio >= self.target


def compare(
    what: str, against: str, ours: Callable[[], float], theirs: Callable[[], float], target: float | None
) -> Ratio:
    """Two ways to measure seconds -> their ratio, taken in turns so that a busy minute slows both."""
    ours(), theirs()  # the first of each fills caches of the operating system
    pairs = [(ours(), theirs()) for _ in range(ROUNDS)]
    return Ratio(
        what,
        against,
        median(mine for mine, _ in pairs) * 1e6,
        median(other for _, other in pairs) * 1e6,
        median(other / mine for mine, other in pairs),
        target,
    )


def per_call(action: Callable[[], object], calls: int) -> Callable[[], float]:
    """Action, how often -> a way to measure the seconds that one call takes."""

    def measure() -> float:
        start = perf_counter()
        for _ in range(calls):
            action()
        return (perf_counter() - start) / calls

    return measure
