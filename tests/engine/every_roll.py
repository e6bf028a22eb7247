"""Every way that the dice of something can fall: `roll` itself, run once for each sequence of faces.

Independent of the odds: it knows nothing but which faces a die has. Sequences less likely than `least` are not
followed further (an explosion has no end); their chance is given beside the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rollbook.engine.dice import DiceSource


class _TooUnlikelyError(Exception):
    pass


class _Script:
    """Dice that show what a list of choices says, and the first face of each die after its end."""

    def __init__(self, choices: list[int], least: Fraction) -> None:
        self.choices = choices
        self.sizes: list[int] = []
        self.chance = Fraction(1)
        self.least = least

    def throw(self, count: int, sides: int) -> list[int]:
        return [self._next(sides) + 1 for _ in range(count)]

    def pick(self, count: int, faces: tuple[Any, ...]) -> list[Any]:
        return [faces[self._next(len(faces))] for _ in range(count)]

    def _next(self, size: int) -> int:
        self.chance /= size
        self.sizes.append(size)
        if len(self.choices) < len(self.sizes):
            self.choices.append(0)
        if self.chance < self.least:
            raise _TooUnlikelyError
        return self.choices[len(self.sizes) - 1]


def every_roll(
    once: Callable[[DiceSource], Hashable], least: Fraction = Fraction(0)
) -> tuple[dict[Hashable, Fraction], Fraction]:
    """What is rolled with given dice -> the chance of each outcome, and that of the sequences given up."""
    found: dict[Hashable, Fraction] = {}
    given_up = Fraction(0)
    for script in _scripts(least):
        try:
            outcome = once(script)
        except _TooUnlikelyError:
            given_up += script.chance
        else:
            found[outcome] = found.get(outcome, Fraction(0)) + script.chance
    return found, given_up


def _scripts(least: Fraction) -> Iterator[_Script]:
    """-> a script for every sequence, counting up like an odometer whose last digit turns first."""
    choices: list[int] = []
    while True:
        script = _Script(choices, least)
        yield script
        choices = script.choices[: len(script.sizes)]
        while choices and choices[-1] + 1 == script.sizes[len(choices) - 1]:
            choices.pop()
        if not choices:
            return
        choices[-1] += 1
