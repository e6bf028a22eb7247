"""Exact odds of everything that can be rolled, from the same tree: Expression, values, tables -> Distribution.

`odds` answers for one expression, `affordable_odds` for one of many that share what they may cost (budget.py), and
`joint_odds` (joint.py) for steps that share dice. The answer is exact if that can be had at a fair price, or else an
estimate:

1. Count exactly, with every explosion up to the limit.
2. If that is too dear and something explodes: count with shorter explosions, so that what is left out has a chance
   below LEFT_OUT for a whole roll.
3. If that is still too dear: roll it many times with a fixed seed.

What most rolls are, plain dice and numbers added up and perhaps compared with a number, takes a short way. It says the
same as the walk of question.py, with a tenth of the steps around the counting. A page that opens asks many such
questions, each for the first time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..distribution import Distribution
from ..expression import Expression
from ..lean import Any
from ..limits import MAX_DICE_PER_ROLL
from ..nodes import Binary, Exact, Node, Number
from ..parse import parse
from ..roll import plain_sum
from ..state import LookupTable, Meaning
from .budget import CUT, SIMULATION, Allowance, Budget, Explosions, TooCostlyError
from .counting import Chances, Weights, bits, convolve, repeat
from .keep_and_drop import kept_total
from .simulate import Answered, simulate
from .values import Values

LEFT_OUT = MAX_DICE_PER_ROLL * CUT  # chance of a whole roll: about 10**-20


def odds(
    expression: Expression | str,
    values: Mapping[str, Meaning] | None = None,
    tables: Mapping[str, LookupTable] | None = None,
) -> Distribution:
    """Expression, what its names stand for, tables to look up in -> the odds of everything it can come to.

    A name that stands for an expression is rolled again at each use, as in a roll; for steps that share dice ask
    `joint_odds`. A problem that a roll might meet with any chance is raised here for certain.
    """
    if not isinstance(expression, Expression):
        expression = parse(expression)
    known, known_tables = values or {}, tables or {}
    if isinstance(known, Answered):
        return known.answer(expression, lambda: _odds(expression, known, known_tables))
    return _odds(expression, known, known_tables)


def affordable_odds(
    expression: Expression, values: Mapping[str, Meaning], tables: Mapping[str, LookupTable], allowance: Allowance
) -> Distribution | None:
    """The same for whoever asks many questions: None where nothing is left to answer this one with."""
    root = expression.root
    try:
        found = _shown(_plain_sum_odds(root, budget := allowance.budget()), budget)
        if found is None:
            found = counted(lambda question: question.chances(root), values, tables, allowance.budget)
    except TooCostlyError:
        found = None
    finally:
        allowance.settle()
    if found is None and allowance.take(SIMULATION):
        return simulate(expression, values, tables)
    return found


def _odds(expression: Expression, values: Mapping[str, Meaning], tables: Mapping[str, LookupTable]) -> Distribution:
    root = expression.root
    try:
        found = _shown(_plain_sum_odds(root, budget := Budget()), budget)
    except TooCostlyError:
        return simulate(expression, values, tables)
    if found is None:
        found = counted(lambda question: question.chances(root), values, tables)
    return found if found is not None else simulate(expression, values, tables)


def _shown(chances: Chances | None, budget: Budget) -> Distribution | None:
    """What the short way found -> it as an answer."""
    if chances is None:
        return None
    budget.spend_on_showing(len(chances), bits(chances))
    return Distribution(chances)


def counted(
    count: Callable[[Values], dict[Any, int]],
    values: Mapping[str, Meaning],
    tables: Mapping[str, LookupTable],
    budget: Callable[[], Budget] = Budget,
) -> Distribution | None:
    """How to count an answer -> it, exact or with explosions cut short; None where even that costs too much."""
    explosions = Explosions(cut=False)
    found = _counted(count, Values.ask(values, tables, budget(), explosions), 0.0)
    if found is None and explosions.met:
        found = _counted(count, Values.ask(values, tables, budget(), Explosions(cut=True)), LEFT_OUT)
    return found


def _counted(count: Callable[[Values], dict[Any, int]], question: Values, left_out: float) -> Distribution | None:
    """One attempt -> its answer, None where it costs too much."""
    try:
        chances = count(question)
        question.budget.spend_on_showing(len(chances), bits(chances))
    except TooCostlyError:
        return None
    return Distribution(_settled(chances), 0, left_out)


def _settled(chances: dict[Any, int]) -> dict[Any, int]:
    """Chances -> the same; truth values beside numbers become 1 and 0, which they are equal to."""
    kinds = set(map(type, chances))
    if bool in kinds and len(kinds) > 1:
        return {int(value) if isinstance(value, bool) else value: ways for value, ways in chances.items()}
    return chances


def _plain_sum_odds(root: Node, budget: Budget) -> Chances | None:
    """The short way: tree -> its chances, or None where it takes the long way."""
    if isinstance(root, Binary) and root.operator in ("<", "<=", ">", ">="):
        bound = root.right
        if not isinstance(bound, Number) or (total := _sum(root.left, budget)) is None:
            return None
        budget.spend(len(total))
        return _against(root.operator, total, bound.value)
    return _sum(root, budget)  # type: ignore[return-value]  # numbers are values


def _against(operator: str, total: Weights, bound: Exact) -> Chances:
    """Weights, a number -> in how many ways they compare with it, yes and no; what never happens is left out."""
    if operator == ">=":
        yes = sum([ways for value, ways in total.items() if value >= bound])
    elif operator == ">":
        yes = sum([ways for value, ways in total.items() if value > bound])
    elif operator == "<=":
        yes = sum([ways for value, ways in total.items() if value <= bound])
    else:
        yes = sum([ways for value, ways in total.items() if value < bound])
    no = sum(total.values()) - yes
    return {truth: ways for truth, ways in ((True, yes), (False, no)) if ways}


def _sum(root: Node, budget: Budget) -> Weights | None:
    """Tree of a sum -> its weights, or None."""
    simple = plain_sum(root)
    if simple is None:
        return None
    total: Weights = {}
    for sign, count, sides, lowest, highest in simple.terms:
        budget.spend(2 * sides)
        if highest - lowest == 1 and count == 2:
            term = _better_of_two(sides) if highest == count else _worse_of_two(sides)
        elif highest - lowest == count:
            term = repeat(_die(sides), count, budget)
        else:
            term = kept_total(_die(sides), None, count, count - highest, count - lowest, budget)
        if sign < 0:
            term = {-value: ways for value, ways in term.items()}
        total = convolve(total, term, budget) if total else term
    constant = simple.constant
    return {value + constant: ways for value, ways in total.items()} if total else {constant: 1}


def _die(sides: int) -> Weights:
    return dict.fromkeys(range(1, sides + 1), 1)


def _better_of_two(sides: int) -> Weights:
    """Advantage, the commonest of all questions about kept dice: a face is the better of two in 2 * face - 1 ways."""
    return {face: 2 * face - 1 for face in range(1, sides + 1)}


def _worse_of_two(sides: int) -> Weights:
    """Disadvantage, the same from the other end."""
    return {face: 2 * (sides - face) + 1 for face in range(1, sides + 1)}
