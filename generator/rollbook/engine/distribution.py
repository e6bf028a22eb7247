"""How likely each result is: exact whole-number weights over exact values.

The chance of a value is its weight divided by the total, so nothing is ever rounded: the weights of `3d6` are the 216
ways that three dice can fall. An estimate (of what would cost too much to count) has the same shape: its weights are
how often each value came up in `samples` rolls, and it says how far off it may be. Odds that are counted but leave
out what is next to impossible (a die that explodes thirty times) have no samples and say how likely the rest is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import gcd, prod, sqrt

from .lean import Any, Fraction, TypeAlias, frozen
from .nodes import Exact, Value

# What a joint question has for an outcome: one value for each of its results.
Outcome: TypeAlias = Value | tuple[Value, ...]


@frozen
class Distribution:
    """Weights of the possible outcomes.

    `samples` is 0 when they are counted, or else the number of rolls that they were estimated from; `left_out` is
    a bound for the chance of everything that counting left out.
    """

    weights: Mapping[Any, int]
    samples: int = 0
    left_out: float = 0.0

    @property
    def total(self) -> int:
        """All weights together: what the chances are parts of."""
        return sum(self.weights.values())

    @property
    def exact(self) -> bool:
        """Whether every chance is exactly right, rather than estimated."""
        return not self.samples and not self.left_out

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Every outcome that can happen, in order: truth values, numbers upwards, texts by the alphabet."""
        return tuple(sorted(self.weights, key=_rank))

    @property
    def minimum(self) -> Exact:
        """The least that can come out."""
        return min(self._numbers())

    @property
    def maximum(self) -> Exact:
        """The most that can come out."""
        return max(self._numbers())

    @property
    def mean(self) -> Fraction:
        """The average in the long run; of truth values, the chance of true."""
        return self._moment(1)

    @property
    def variance(self) -> Fraction:
        """The average squared distance from the mean."""
        return self._moment(2) - self._moment(1) ** 2

    @property
    def spread(self) -> float:
        """The standard deviation: how far from the mean results usually lie."""
        return sqrt(self.variance)

    @property
    def error(self) -> float:
        """How far off an estimate may be; 0 when exact.

        Of samples the standard error: of the mean of numbers, of the least certain chance of texts. Otherwise what
        was left out, by which no chance is off.
        """
        if not self.samples:
            return self.left_out
        if self.numeric:
            return self.spread / sqrt(self.samples)
        # No share of n samples is less certain than one near a half: sqrt(1/2 * 1/2 / n).
        return 0.5 / sqrt(self.samples)

    @property
    def numeric(self) -> bool:
        """Whether every outcome is a number or a truth value, so that it has a mean."""
        return not any(isinstance(outcome, (str, tuple)) for outcome in self.weights)

    def exactly(self, outcome: Outcome) -> Fraction:
        """Outcome -> its chance, 0 if it cannot happen."""
        return self._chance(self.weights.get(outcome, 0))

    def at_least(self, bound: Exact) -> Fraction:
        """Number -> the chance to reach it."""
        return self._chance(sum(w for v, w in self.weights.items() if _number(v) >= bound))

    def at_most(self, bound: Exact) -> Fraction:
        """Number -> the chance to stay within it."""
        return self._chance(sum(w for v, w in self.weights.items() if _number(v) <= bound))

    def marginal(self, index: int) -> Distribution:
        """Cursor in the tuple of a joint outcome -> the distribution of that result alone."""
        weights = _summed((_part(outcome, index), w) for outcome, w in self.weights.items())
        return Distribution(weights, self.samples, self.left_out)

    def given(self, index: int, value: Value) -> Distribution | None:
        """Cursor and value of one result -> the joint outcomes where it holds, or None where it never does."""
        kept = {outcome: w for outcome, w in self.weights.items() if _part(outcome, index) == value}
        if not kept:
            return None
        # A part of the ways has fewer samples, and what was left out may all belong to it.
        share = sum(kept.values()) / self.total
        return Distribution(kept, sum(kept.values()) if self.samples else 0, self.left_out / share)

    def to_json(self) -> dict[str, object]:
        """Distribution -> plain data; fractions as exact text, so that no reader of it rounds them."""
        numeric = self.numeric
        shown: dict[str, object] = {
            "outcomes": dict(zip(map(_key, self.outcomes), self._ratios(), strict=True)),
            "mean": str(self.mean) if numeric else None,
            "min": _plain(self.minimum) if numeric else None,
            "max": _plain(self.maximum) if numeric else None,
            "exact": self.exact,
        }
        if not self.exact:
            shown |= {"error": self.error, "samples": self.samples}
        return shown

    def _ratios(self) -> list[str]:
        """-> the chance of each outcome as the text of a reduced fraction, in order."""
        total = self.total
        shared = _shared_factor(total)
        known: dict[int, str] = {}  # most distributions of dice are symmetric, and long digits are dear
        ratios = []
        for outcome in self.outcomes:
            weight = self.weights[outcome]
            if weight not in known:
                factor = shared(weight)
                below = total // factor
                known[weight] = f"{weight // factor}/{below}" if below > 1 else f"{weight // factor}"
            ratios.append(known[weight])
        return ratios

    def _numbers(self) -> list[Exact]:
        return [_number(outcome) for outcome in self.weights]

    def _moment(self, power: int) -> Fraction:
        return self._chance(sum(_number(v) ** power * w for v, w in self.weights.items()))

    def _chance(self, weight: Exact) -> Fraction:
        # Imported late: decimals and regular expressions come with it, and most rolls never ask for a fraction.
        import fractions

        return fractions.Fraction(weight) / self.total


def _summed(pairs: Iterable[tuple[Outcome, int]]) -> dict[Outcome, int]:
    """Outcomes that may repeat, with weights -> the weight of each."""
    weights: dict[Outcome, int] = {}
    for outcome, weight in pairs:
        weights[outcome] = weights.get(outcome, 0) + weight
    return weights


def _part(outcome: Outcome, index: int) -> Value:
    if not isinstance(outcome, tuple):
        raise TypeError("this distribution is not a joint one")
    return outcome[index]


def _number(outcome: Outcome) -> Exact:
    if isinstance(outcome, (str, tuple)):
        raise TypeError(f"{outcome!r} is not a number: only numbers have a mean or an order")
    return outcome


def _rank(outcome: Outcome) -> tuple[object, ...]:
    if isinstance(outcome, tuple):
        return tuple(_rank(part) for part in outcome)
    if isinstance(outcome, str):
        return (1, outcome)
    return (0, outcome)


def _key(outcome: Outcome) -> str:
    """Outcome -> its exact text: `true`, `-3`, `7/2`, `hit`, and `3, true` for a joint one."""
    if isinstance(outcome, tuple):
        return ", ".join(_key(part) for part in outcome)
    if isinstance(outcome, bool):
        return "true" if outcome else "false"
    return str(outcome)


def _plain(number: Exact) -> int | str:
    return number if isinstance(number, int) else str(number)


def _shared_factor(total: int) -> Callable[[int], int]:
    """Total -> what finds the greatest common factor of a weight and it.

    Totals of dice are products of few small primes to high powers (6**1000), of which a weight has few: looking for
    low powers first takes one short division, where `gcd` of two long numbers takes a hundred times that.
    """
    primes = [prime for prime in (2, 3, 5, 7, 11, 13, 17, 19) if total % prime == 0]
    rest = total
    for prime in primes:
        for power in (prime**64, prime):
            while rest % power == 0:
                rest //= power
    if rest > 1 or total.bit_length() < 256:
        return lambda weight: gcd(weight, total)
    low_powers = [prime**16 for prime in primes]
    low = gcd(total, prod(low_powers))

    def shared(weight: int) -> int:
        factor = gcd(weight % low, low)
        return gcd(weight, total) if any(factor % power == 0 for power in low_powers) else factor

    return shared
