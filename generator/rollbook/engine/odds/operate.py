"""Chances of values -> chances of what an operation makes of them, with the meanings and limits that a roll has."""

from __future__ import annotations

from ..exact import apply_binary, number, truth, within
from .counting import combine, compare, convolve, is_whole, mapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..nodes import Binary, Node
    from .budget import Budget
    from .counting import Chances, Weights


def as_numbers(chances: Chances, node: Node) -> Weights:
    """Chances of values -> of numbers; a problem if one is text."""
    if is_whole(chances):
        return chances  # type: ignore[return-value]  # just looked
    return mapped(lambda value: number(value, node), chances)


def tidy(weights: Weights, node: Node) -> Chances:
    """Weights of numbers -> the same with whole fractions as ints; a problem if one passes the limit."""
    if is_whole(weights):
        within(min(weights), node)
        within(max(weights), node)
        return weights  # type: ignore[return-value]  # numbers are values
    return mapped(lambda value: within(value, node), weights)


def truths(chances: Chances, node: Node) -> tuple[int, int]:
    """Chances -> the weights of false and of true."""
    holds = sum(ways for value, ways in chances.items() if truth(value, node))
    return sum(chances.values()) - holds, holds


def as_truth(chances: Chances, node: Node) -> Chances:
    """Chances of values -> of false and true, as far as each is possible."""
    fails, holds = truths(chances, node)
    return {value: ways for value, ways in ((False, fails), (True, holds)) if ways}


def operate(link: Binary, left: Chances, right: Chances, budget: Budget) -> Chances:
    """Operation other than `and` and `or`, both sides -> the chances of its value."""
    operator = link.operator
    if operator in ("+", "-"):
        first, second = as_numbers(left, link.left), as_numbers(right, link.right)
        if operator == "-":
            second = {-value: ways for value, ways in second.items()}
        return tidy(convolve(first, second, budget), link)
    if operator in ("<", "<=", ">", ">="):
        return compare(operator, as_numbers(left, link.left), as_numbers(right, link.right), budget)
    return combine(lambda a, b: apply_binary(link, a, b), left, right, budget)
