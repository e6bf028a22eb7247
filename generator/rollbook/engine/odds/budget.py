"""What an exact answer may cost, counted in elementary operations and never in time.

One operation is about one step of arithmetic on small whole numbers and one change of a dictionary: a tenth of a
microsecond on a desktop, half of one in a reader's browser. Work is charged before it is done, so that a hostile
expression is turned down (and estimated by simulation) at once rather than after the fact.
"""

from __future__ import annotations

from ..limits import MAX_EXPLOSIONS

EXACT_OPERATIONS = 1_300_000  # for one question: some 0.15 s on a desktop, 0.7 s in a browser
WEIGHT_BITS = 12_000  # of the total weight: 3,600 digits, below Python's own limit for showing a number
PAIR = 8  # operations for a function of two values that is called for each pair of them
FRACTION = 6  # times as much for fractions as for whole numbers
LOT = 30  # operations for merging two lots of remembered items
SIMULATION = 1_000_000  # operations that an estimate takes about as long as (simulate.py)
_WORD = 480  # bits of a weight that cost about as much again as the bookkeeping around them
_SHOWN = 400_000  # squared bits of a weight that one operation turns into digits


class TooCostlyError(Exception):
    """An exact answer would pass the limits; never leaves the odds package."""


class Budget:
    """Operations that are left for one attempt at a question."""

    __slots__ = ("left",)

    def __init__(self, operations: int = EXACT_OPERATIONS) -> None:
        self.left = operations

    def spend(self, operations: int, bits: int = 0) -> None:
        """Operations about to be done, on weights of so many bits -> nothing, or TooCostlyError."""
        if bits > WEIGHT_BITS:
            raise TooCostlyError
        self.left -= operations + operations * bits // _WORD
        if self.left < 0:
            raise TooCostlyError

    def spend_on_showing(self, outcomes: int, bits: int) -> None:
        """Outcomes of the answer, bits of their weights -> nothing, or TooCostlyError: digits cost more than sums."""
        self.spend(outcomes + outcomes * bits * bits // _SHOWN)


class Allowance:
    """Operations for many questions together: `left` in all, `most` for one attempt at one of them."""

    __slots__ = ("_given", "left", "most")

    def __init__(self, left: int, most: int) -> None:
        self.left = left
        self.most = most
        self._given: list[tuple[int, Budget]] = []

    def budget(self) -> Budget:
        """-> what the next attempt may spend."""
        granted = max(min(self.most, self.left), 0)
        self._given.append((granted, Budget(granted)))
        return self._given[-1][1]

    def take(self, operations: int) -> bool:
        """Operations -> whether so many were left; then they are taken."""
        enough = operations <= self.left
        self.left -= operations if enough else 0
        return enough

    def settle(self) -> None:
        """Take what was spent since the last time, in vain or not."""
        for granted, budget in self._given:
            self.left -= granted - max(budget.left, 0)
        self._given.clear()


CUT = 2.0**-80  # the chance of one die to explode further than is counted where explosions are cut short


class Explosions:
    """How many extra throws of a die are counted; remembers whether anything explodes at all."""

    __slots__ = ("cut", "met")

    def __init__(self, *, cut: bool) -> None:
        self.cut = cut
        self.met = False

    def followed(self, ways: int, total: int) -> int:
        """Ways of all in which an explosion goes on -> how many throws are followed."""
        self.met = self.met or ways > 0
        if not self.cut or not 0 < ways < total:
            return MAX_EXPLOSIONS
        throws, left = 1, ways / total
        while left > CUT and throws < MAX_EXPLOSIONS:
            left *= ways / total
            throws += 1
        return throws
