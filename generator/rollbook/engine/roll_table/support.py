"""A die expression -> every result that it can show, as spans."""

from __future__ import annotations

from ..expression import Expression
from ..nodes import Dice, Number
from ..odds import odds
from ..problem import Problem, ProblemError
from ..spans import Span, Spans, spans_of


def support(die: Expression) -> Spans:
    """Die -> its possible results; a die that can show something other than whole numbers is a problem."""
    root = die.root
    if isinstance(root, Dice) and isinstance(root.sides, Number) and isinstance(root.sides.value, int):
        count = 1 if root.count is None else root.count.value if isinstance(root.count, Number) else 0
        # Every sum between the least and the most comes up, so a million sides need no list.
        if isinstance(count, int) and count > 0:
            return (Span(count, count * root.sides.value),)
    values = odds(die).weights
    whole = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
    if len(whole) < len(values):
        message = f"“{die.text}” does not always come to a whole number, so it cannot pick a row"
        raise ProblemError(Problem("not-a-table-die", message, 0, len(die.text), "put floor(…) around it"))
    return spans_of(whole)
