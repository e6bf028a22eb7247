"""A short way to the odds of what most rolls are: plain dice and numbers added up, perhaps compared with a number.

It says the same as the walk of question.py, with a tenth of the steps around the counting. A page that opens asks
many such questions, each for the first time.
"""

from __future__ import annotations

from ..nodes import Binary, Exact, Node, Number
from ..plain_sum import plain_sum
from .budget import Budget
from .counting import Chances, Weights, convolve, repeat
from .window import kept_total


def plain_sum_odds(root: Node, budget: Budget) -> Chances | None:
    """Tree -> its chances, or None where it takes the long way."""
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
