"""Values of tables, choices and sheets -> what a name of an expression may stand for."""

from __future__ import annotations

from .expression import Expression
from .names import has_dice
from .nodes import Text, Value
from .parse import parse
from .problem import ProblemError
from .vocabulary import EMPTY


def meaning_of(value: Value) -> Value | Expression:
    """A number or a truth value -> itself; `2d6` -> dice, thrown anew at each use; any other text -> that text."""
    if not isinstance(value, str):
        return value
    try:
        expression = parse(value, EMPTY)
    except ProblemError:
        return text_meaning(value)
    # `light` would parse too, as a name; only what throws dice is meant as an expression.
    return expression if has_dice(expression.root) else text_meaning(value)


def text_meaning(text: str) -> Expression:
    """Text -> an expression that is just this text, whatever quotes stand in it."""
    return Expression(text, Text(text, 0, len(text)))
