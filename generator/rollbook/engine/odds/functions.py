"""Functions of the language -> the chances of their values."""

from __future__ import annotations

from ..distribution import Distribution
from ..exact import apply_function, refuse, within
from ..nodes import Count, Dice, Expression, FaceDice, Group, Keep, Labelled, Pool
from ..plan import plan
from ..problem import ProblemError
from ..state import located
from .budget import TooCostlyError
from .counting import convolve, highest_of, lowest_of, mapped
from .explosions import Explosions
from .operate import tidy
from .question import refuse_early
from .terms import dice_term, group_term

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..nodes import Call, Modifier, Node, Value
    from .counting import Chances, Weights
    from .question import Question


def count_call(question: Question, node: Call) -> Chances:
    """Call -> the chances of its value."""
    if node.function in _OF_ITEMS and len(node.arguments) == 1:
        return tidy(_of_items(question, node), node)
    return _COUNT[node.function](question, node)


def _plain(question: Question, node: Call) -> Chances:
    """A function of one number."""
    return mapped(lambda value: apply_function(node, [value]), question.chances(node.arguments[0]))


def _highest(question: Question, node: Call) -> Chances:
    return tidy(highest_of(_arguments(question, node), question.budget), node)


def _lowest(question: Question, node: Call) -> Chances:
    return tidy(lowest_of(_arguments(question, node), question.budget), node)


def _sum(question: Question, node: Call) -> Chances:
    total, *others = _arguments(question, node)
    for part in others:
        total = convolve(total, part, question.budget)
    return tidy(total, node)


def _margin(question: Question, node: Call) -> Chances:
    result, target = _arguments(question, node)
    return tidy(convolve(result, {-value: ways for value, ways in target.items()}, question.budget), node)


def _arguments(question: Question, node: Call) -> list[Weights]:
    return [question.numbers(argument) for argument in node.arguments]


def _twice(question: Question, node: Call) -> Chances:
    """`adv`, `dis`: two independent rolls of the same; their dice count twice."""
    refuse_early(node)
    before = question.state.thrown
    argument = node.arguments[0]
    once = question.numbers(argument)
    question.state.throw(node, question.state.thrown - before, 1, ())
    extreme = highest_of if node.function == "adv" else lowest_of
    return tidy(extreme([once, once], question.budget), node)


_OF_ITEMS: dict[str, str] = {"highest": "kh", "lowest": "kl", "sum": ""}


def _of_items(question: Question, node: Call) -> Weights:
    """`highest`, `lowest` and `sum` of a lone argument: of dice or a group, the kept items one by one."""
    argument: Node = node.arguments[0]
    while isinstance(argument, Labelled):
        argument = argument.body
    source: Node = argument.source if isinstance(argument, Pool) else argument
    # Counting successes changes what the dice come to, not what they show.
    modifiers: list[Modifier] = [
        modifier
        for modifier in (argument.modifiers if isinstance(argument, Pool) else ())
        if not isinstance(modifier, Count)
    ]
    if _OF_ITEMS[node.function]:
        modifiers.append(Keep(_OF_ITEMS[node.function], None, node.start, node.end))
    if isinstance(source, (Dice, FaceDice)):
        return dice_term(question, source, modifiers)
    if isinstance(source, Group):
        return group_term(question, source, modifiers)
    return question.numbers(argument)


def _natural(question: Question, node: Call) -> Chances:
    from .natural import with_natural  # imported late: most questions never ask for a natural

    pairs = with_natural(question, node.arguments[0])
    return mapped(lambda pair: 0 if pair[1] is None else pair[1], pairs)


def _extent(question: Question, node: Call) -> Chances:
    """`maximum`, `minimum`, `mean`: one number, known before anything is rolled; never of explosions cut short."""
    thrown, explosions = question.state.thrown, question.explosions
    question.explosions = Explosions(cut=False)
    try:
        distribution = Distribution(question.numbers(node.arguments[0]))
    except TooCostlyError:
        raise refuse(node, "too-costly", f"the {node.function} of this takes too many steps to work out") from None
    question.state.thrown, question.explosions = thrown, explosions
    return {within(getattr(distribution, node.function), node): 1}


def _lookup(question: Question, node: Call) -> Chances:
    def cell(key: Value) -> Chances:
        content = look_up(question, node, key)
        if isinstance(content, Expression):
            return question.inner(node, cell_name(node), content, question.chances)
        return {content: 1}

    keys = question.chances(node.arguments[1])
    return question.cases(cell, [(ways, key) for key, ways in keys.items()])


def look_up(question: Question, node: Call, key: Value) -> Value | Expression:
    """Look-up, its key -> what stands in the cell."""
    table, _, column = node.arguments
    found = question.state.tables.get(getattr(table, "value", ""))
    if found is None:
        # A roll of the look-up says it best: it names the table that was probably meant.
        return plan(Expression("", node)).run(question.state).value
    try:
        return found.lookup(key, getattr(column, "value", ""))
    except ProblemError as error:
        raise located(error.problem, node) from error


def cell_name(node: Call) -> str:
    """Look-up -> what its cell is called in a circle of names."""
    return ".".join(getattr(node.arguments[place], "value", "") for place in (0, 2))


_COUNT: dict[str, Callable[[Question, Call], Chances]] = {
    "floor": _plain,
    "ceil": _plain,
    "round": _plain,
    "abs": _plain,
    "min": _lowest,
    "max": _highest,
    "sum": _sum,
    "highest": _highest,
    "lowest": _lowest,
    "margin": _margin,
    "adv": _twice,
    "dis": _twice,
    "natural": _natural,
    "maximum": _extent,
    "minimum": _extent,
    "mean": _extent,
    "lookup": _lookup,
}
