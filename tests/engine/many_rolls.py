"""Ten thousand seeded expressions -> what each came to. Run by the tests in CPython and in Pyodide, to be compared."""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random

from rollbook.engine.dice import seeded
from rollbook.engine.problem import ProblemError
from rollbook.engine.roll import roll
from rollbook.engine.show import breakdown

# The deepest texts that are allowed: they must fit the stack wherever the engine runs.
DEEPEST = [
    "max(1," * 63 + "d6" + ")" * 63,
    "(" * 64 + "d6" + ")" * 64,
    "-" * 64 + "d6",
    "1+" * 499 + "d6",
    "if 1 then d6 else " * 50 + "1",
]


def many_rolls(write: Callable[[Random], str], values: dict[str, object], count: int) -> str:
    """A writer of expressions, values, how many -> a line for each: total and dice, or the problem's code."""
    chance = Random(31)
    lines = [f"Python {sys.version_info.major}"]
    for number in range(count + len(DEEPEST)):
        text = DEEPEST[number - count] if number >= count else write(chance)
        try:
            made = roll(text, values, seeded(number))  # type: ignore[arg-type]
            lines.append(f"{made.total} {[span.to_json() for span in breakdown(made)]}")
        except ProblemError as error:
            lines.append(f"{error.problem.code} {error.problem.start} {error.problem.end}")
    return "\n".join(lines)
