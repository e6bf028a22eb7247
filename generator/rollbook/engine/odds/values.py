"""Node -> the chances of the values that it may come to: the question that nearly everyone asks.

Operations and functions on chances have the meanings and the limits that they have in a roll.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .. import nodes
from ..distribution import Distribution
from ..exact import apply_binary, apply_function, apply_unary, refuse, within
from ..lean import Any
from ..nodes import Exact, Node, Value
from ..readings import is_reading, unlabelled
from ..state import LookupTable, Meaning, State
from .budget import Budget, Explosions, TooCostlyError
from .counting import (
    Chances,
    Weights,
    as_numbers,
    combine,
    compare,
    convolve,
    highest_of,
    is_whole,
    lowest_of,
    mapped,
    truths,
)
from .question import NoDice, Question, refuse_early
from .terms import dice_term, group_term


class Values(Question[Value]):
    """A question about values. `alone` may know the chances of what a name stands for, without walking its tree."""

    __slots__ = ("alone",)

    def __init__(
        self, state: State, budget: Budget, explosions: Explosions, terms: dict[Any, dict[Any, int]] | None
    ) -> None:
        super().__init__(state, budget, explosions, terms)
        self.alone: Callable[[str], Chances | None] | None = None

    @classmethod
    def ask(
        cls,
        values: Mapping[str, Meaning],
        tables: Mapping[str, LookupTable],
        budget: Budget,
        explosions: Explosions,
    ) -> Values:
        """What names stand for, tables, what the answer may cost -> the question."""
        return cls(State(NoDice(), values, tables), budget, explosions, None)

    def with_values(self, values: Mapping[str, Meaning]) -> Values:
        """What names stand for in one case -> the question about that case, at the expense of the same budget."""
        self.terms = {} if self.terms is None else self.terms
        return Values(State(NoDice(), values, self.state.tables), self.budget, self.explosions, self.terms)

    @property
    def values(self) -> Values:
        return self

    def numbers(self, node: Node) -> Weights:
        """Node -> the weights of the numbers that it may come to; a problem if one is text."""
        return as_numbers(self.chances(node), node)

    def _named(self, node: nodes.Name) -> Chances:
        found = None if self.alone is None else self.alone(node.name)
        return super()._named(node) if found is None else found

    def certain(self, value: Value, natural: Exact | None) -> Chances:
        return {value: 1}

    def unary(self, node: nodes.Unary, body: Chances) -> Chances:
        return mapped(lambda value: apply_unary(node, value), body)

    def operate(self, link: nodes.Binary, left: Chances) -> Chances:
        right = self.chances(link.right)
        if (operator := link.operator) in ("+", "-"):
            first, second = as_numbers(left, link.left), as_numbers(right, link.right)
            if operator == "-":
                second = {-value: ways for value, ways in second.items()}
            return tidy(convolve(first, second, self.budget), link)
        if operator in ("<", "<=", ">", ">="):
            return compare(operator, as_numbers(left, link.left), as_numbers(right, link.right), self.budget)
        return combine(lambda a, b: apply_binary(link, a, b), left, right, self.budget)

    def either(self, link: nodes.Binary, left: Chances) -> Chances:
        decides = link.operator == "or"
        fails, holds = truths(left, link.left)
        decided, open_ways = (holds, fails) if decides else (fails, holds)
        cases = [(decided, None), (open_ways, link.right)]

        def count(right: Node | None) -> Chances:
            if right is None:
                return {decides: 1}
            ways_of = zip((False, True), truths(self.chances(right), right), strict=True)
            return {value: ways for value, ways in ways_of if ways}

        return self.cases(count, [(ways, right) for ways, right in cases if ways])

    def dice(self, source: nodes.Dice | nodes.FaceDice, modifiers: tuple[nodes.Modifier, ...], node: Node) -> Chances:
        return tidy(dice_term(self, source, modifiers), node)

    def group(self, source: nodes.Group, modifiers: tuple[nodes.Modifier, ...], node: Node) -> Chances:
        if modifiers:
            refuse_early(node)
        return tidy(group_term(self, source, modifiers), node)

    def call(self, node: nodes.Call) -> Chances:
        if is_reading(node):
            from .items import reading_chances  # imported late: most questions never look at single dice

            return reading_chances(self, node)
        if node.function == "sum" and len(node.arguments) == 1:
            return tidy(_sum_of_items(self, node), node)
        return COUNT[node.function](self, node)


def tidy(weights: Weights, node: Node) -> Chances:
    """Weights of numbers -> the same with whole fractions as ints; a problem if one passes the limit."""
    if is_whole(weights):
        within(min(weights), node)
        within(max(weights), node)
        return weights  # type: ignore[return-value]  # numbers are values
    return mapped(lambda value: within(value, node), weights)


def _plain(question: Values, node: nodes.Call) -> Chances:
    """A function of one number."""
    return mapped(lambda value: apply_function(node, [value]), question.chances(node.arguments[0]))


def _extreme(question: Values, node: nodes.Call) -> Chances:
    extreme = highest_of if node.function in ("max", "highest") else lowest_of
    return tidy(extreme(_arguments(question, node), question.budget), node)


def _sum(question: Values, node: nodes.Call) -> Chances:
    total, *others = _arguments(question, node)
    for part in others:
        total = convolve(total, part, question.budget)
    return tidy(total, node)


def _margin(question: Values, node: nodes.Call) -> Chances:
    result, target = _arguments(question, node)
    return tidy(convolve(result, {-value: ways for value, ways in target.items()}, question.budget), node)


def _arguments(question: Values, node: nodes.Call) -> list[Weights]:
    return [question.numbers(argument) for argument in node.arguments]


def _twice(question: Values, node: nodes.Call) -> Chances:
    """`adv`, `dis`: two independent rolls of the same; their dice count twice."""
    refuse_early(node)
    before = question.state.thrown
    once = question.numbers(node.arguments[0])
    question.state.throw(node, question.state.thrown - before, 1, ())
    extreme = highest_of if node.function == "adv" else lowest_of
    return tidy(extreme([once, once], question.budget), node)


def _sum_of_items(question: Values, node: nodes.Call) -> Weights:
    """`sum` of a lone argument: of dice or a group the kept items, of anything else what it comes to."""
    argument = unlabelled(node.arguments[0])
    source = argument.source if isinstance(argument, nodes.Modified) else argument
    if isinstance(source, (nodes.Dice, nodes.FaceDice)):
        return dice_term(question, source, without_count(argument))
    if isinstance(source, nodes.Group):
        return group_term(question, source, without_count(argument))
    return question.numbers(argument)


def without_count(node: Node) -> list[nodes.Modifier]:
    """Dice or a group -> their modifiers without counting, which changes what they come to, not what they show."""
    modifiers = node.modifiers if isinstance(node, nodes.Modified) else ()
    return [modifier for modifier in modifiers if not isinstance(modifier, nodes.Count)]


def _natural(question: Values, node: nodes.Call) -> Chances:
    from .natural import with_natural  # imported late: most questions never ask for a natural

    pairs = with_natural(question, node.arguments[0])
    return mapped(lambda pair: 0 if pair[1] is None else pair[1], pairs)


def _extent(question: Values, node: nodes.Call) -> Chances:
    """`maximum`, `minimum`, `mean`: one number, known before anything is rolled; never of explosions cut short."""
    thrown, explosions = question.state.thrown, question.explosions
    question.explosions = Explosions(cut=False)
    try:
        distribution = Distribution(question.numbers(node.arguments[0]))
    except TooCostlyError:
        raise refuse(node, "too-costly", f"the {node.function} of this takes too many steps to work out") from None
    question.state.thrown, question.explosions = thrown, explosions
    return {within(getattr(distribution, node.function), node): 1}


# A function of nodes.FUNCTIONS -> how its chances are counted; tests hold both to the same names.
COUNT: dict[str, Callable[[Values, nodes.Call], Chances]] = {
    "floor": _plain,
    "ceil": _plain,
    "round": _plain,
    "abs": _plain,
    "min": _extreme,
    "max": _extreme,
    "sum": _sum,
    "highest": _extreme,
    "lowest": _extreme,
    "margin": _margin,
    "adv": _twice,
    "dis": _twice,
    "natural": _natural,
    "maximum": _extent,
    "minimum": _extent,
    "mean": _extent,
    "lookup": Values.look_up,
}
