"""A short way to the odds of what most rolls are: plain dice and numbers added up, perhaps compared with a number.

It says the same as the walk of question.py, with a tenth of the steps around the counting. A page that opens asks
many such questions, each for the first time.
"""

from __future__ import annotations

from ..nodes import Binary, Number
from ..quick import quick
from .counting import compare, convolve, repeat
from .window import kept_total

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..nodes import Node
    from .budget import Budget
    from .counting import Chances, Weights


def short_way(root: Node, budget: Budget) -> Chances | None:
    """Tree -> its chances, or None where it takes the long way."""
    if isinstance(root, Binary) and root.operator in ("<", "<=", ">", ">="):
        bound = root.right
        if not isinstance(bound, Number) or (total := _sum(root.left, budget)) is None:
            return None
        return compare(root.operator, total, {bound.value: 1}, budget)
    return _sum(root, budget)  # type: ignore[return-value]  # numbers are values


def _sum(root: Node, budget: Budget) -> Weights | None:
    """Tree of a sum -> its weights, or None."""
    short = quick(root)
    if short is None:
        return None
    total: Weights = {}
    for sign, count, sides, lowest, highest in short.terms:
        budget.spend(2 * sides)
        die: Weights = dict.fromkeys(range(1, sides + 1), 1)
        if highest - lowest == count:
            term = repeat(die, count, budget)
        else:
            term = kept_total(die, None, count, count - highest, count - lowest, budget)
        if sign < 0:
            term = {-value: ways for value, ways in term.items()}
        total = convolve(total, term, budget) if total else term
    constant = short.constant
    return {value + constant: ways for value, ways in total.items()} if total else {constant: 1}
