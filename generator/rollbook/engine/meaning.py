"""Values of tables, choices and sheets -> what a name of an expression may stand for."""

from __future__ import annotations

from functools import lru_cache

from .expression import Expression
from .names import has_dice
from .nodes import Text, Value
from .parse import parse
from .problem import ProblemError
from .vocabulary import EMPTY


def meaning_of(value: Value) -> Value | Expression:
    """A number or a truth value -> itself; `2d6` -> dice, thrown again at each use; any other text -> that text."""
    return _meaning_of_text(value) if isinstance(value, str) else value


# A sheet has the same few cells and choices each time that it is worked out.
@lru_cache(maxsize=1024)
def _meaning_of_text(text: str) -> Expression:
    try:
        expression = parse(text, EMPTY)
    except ProblemError:
        return text_meaning(text)
    # `light` would parse too, as a name; only what throws dice is meant as an expression.
    return expression if has_dice(expression.root) else text_meaning(text)


def text_meaning(text: str) -> Expression:
    """Text -> an expression that is just this text, whatever quotes stand in it."""
    return Expression(text, Text(text, 0, len(text)))
