"""Expression, values, tables -> Distribution: exact if that can be had at a fair price, or else as good as can be.

1. Count exactly, with every explosion up to the limit.
2. If that is too dear and something explodes: count with shorter explosions, so that what is left out has a chance
   below LEFT_OUT for a whole roll.
3. If that is still too dear: roll it many times with a fixed seed.
"""

from __future__ import annotations

from ..distribution import Distribution
from ..limits import MAX_DICE_PER_ROLL, MAX_EXPLOSIONS
from ..nodes import Expression
from ..parse import parse
from .budget import Budget, TooCostlyError
from .counting import bits
from .question import Question
from .short import short_way
from .simulate import simulate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from ..state import Bound, LookupTable
    from .counting import Chances

_CUT = 2.0**-80  # the chance of one die to explode further than is counted in the second attempt
LEFT_OUT = MAX_DICE_PER_ROLL * _CUT  # of a whole roll: about 10**-20


def odds(
    expression: Expression | str,
    values: Mapping[str, Bound] | None = None,
    tables: Mapping[str, LookupTable] | None = None,
) -> Distribution:
    """Expression, what its names stand for, tables to look up in -> the odds of everything it can come to.

    A name that stands for an expression is rolled anew at each use, as in a roll; for steps that share dice ask
    `joint_odds`. A problem that a roll might meet with any chance is raised here for certain.
    """
    if not isinstance(expression, Expression):
        expression = parse(expression)
    root, known, known_tables = expression.root, values or {}, tables or {}
    try:
        found = _shown(short_way(root, budget := Budget()), budget)
    except TooCostlyError:
        return simulate(expression, known, known_tables)
    if found is None:
        found = counted(lambda question: question.chances(root), known, known_tables)
    return found if found is not None else simulate(expression, known, known_tables)


def _shown(chances: Chances | None, budget: Budget) -> Distribution | None:
    """What the short way found -> it as an answer."""
    if chances is None:
        return None
    budget.spend_on_showing(len(chances), bits(chances))
    return Distribution(chances)


def counted(
    count: Callable[[Question], dict[Any, int]], values: Mapping[str, Bound], tables: Mapping[str, LookupTable]
) -> Distribution | None:
    """How to count an answer -> it, exact or with explosions cut short; None where even that costs too much."""
    explosions = Explosions(cut=False)
    found = _counted(count, Question(values, tables, Budget(), explosions), 0.0)
    if found is None and explosions.met:
        found = _counted(count, Question(values, tables, Budget(), Explosions(cut=True)), LEFT_OUT)
    return found


def _counted(count: Callable[[Question], dict[Any, int]], question: Question, left_out: float) -> Distribution | None:
    """One attempt -> its answer, None where it costs too much."""
    try:
        chances = count(question)
        question.budget.spend_on_showing(len(chances), bits(chances))
    except TooCostlyError:
        return None
    return Distribution(_settled(chances), 0, left_out)


class Explosions:
    """How many extra throws of a die are counted; remembers whether anything explodes at all."""

    __slots__ = ("cut", "met")

    def __init__(self, *, cut: bool) -> None:
        self.cut = cut
        self.met = False

    def __call__(self, ways: int, total: int) -> int:
        """Ways of all in which an explosion goes on -> how many throws are followed."""
        self.met = self.met or ways > 0
        if not self.cut or not 0 < ways < total:
            return MAX_EXPLOSIONS
        throws, left = 1, ways / total
        while left > _CUT and throws < MAX_EXPLOSIONS:
            left *= ways / total
            throws += 1
        return throws


def _settled(chances: dict[Any, int]) -> dict[Any, int]:
    """Chances -> the same; truth values beside numbers become 1 and 0, which they are equal to."""
    kinds = set(map(type, chances))
    if bool in kinds and len(kinds) > 1:
        return {int(value) if isinstance(value, bool) else value: ways for value, ways in chances.items()}
    return chances
