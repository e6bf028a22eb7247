"""An expression as written -> the same with one thing changed, once for each thing that a rule could have otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from rollbook.engine.names import nodes_in
from rollbook.engine.nodes import Binary, Dice, Number, Text
from rollbook.engine.parse import parse
from rollbook.engine.problem import ProblemError
from rollbook.engine.vocabulary import Vocabulary

# One more or one less where it matters: at the border itself.
_BORDERS = {">": ">=", ">=": ">", "<": "<=", "<=": "<", "=": "!=", "!=": "="}
_SIGNS = {"+": "-", "-": "+"}
# Faces are given, so another die is noticed where a face stands on it that the next smaller one doesn't have.
_SMALLER = {100: 20, 20: 12, 12: 10, 10: 8, 8: 6, 6: 4, 4: 3, 3: 2}


@dataclass(frozen=True, slots=True)
class Edit:
    """The columns `start:end` of a text, and what stands there instead."""

    start: int
    end: int
    became: str

    def of(self, text: str) -> str:
        """The text -> as it is with this edit."""
        return text[: self.start] + self.became + text[self.end :]


def change_expression(text: str, vocabulary: Vocabulary) -> Iterator[Edit]:
    """An expression -> an edit for each number, die, comparison, compared word, and sum or difference in it."""
    try:
        root = parse(text, vocabulary).root
    except ProblemError:
        return
    sides = set()
    for node in nodes_in(root):
        if isinstance(node, Dice) and isinstance(node.sides, Number):
            sides.add(node.sides.start)
            if node.sides.value in _SMALLER:
                yield Edit(node.sides.start, node.sides.end, str(_SMALLER[int(node.sides.value)]))
        elif isinstance(node, Number) and node.start not in sides:
            yield Edit(node.start, node.end, one_more(node.value))
        elif isinstance(node, Binary):
            yield from _change_operation(node, text)


def one_more(value: int | Fraction) -> str:
    """A number -> the next one, as an expression has it."""
    return str(value + 1) if isinstance(value, int) else f"({value.numerator + value.denominator}/{value.denominator})"


def _change_operation(node: Binary, text: str) -> Iterator[Edit]:
    other = _BORDERS.get(node.operator) or _SIGNS.get(node.operator)
    # Parentheses leave no node, so they stand between the operands as well.
    at = text.find(node.operator, node.left.end, node.right.start)
    if other and at >= 0:
        yield Edit(at, at + len(node.operator), other)
    if node.operator in _BORDERS:
        for side in (node.left, node.right):
            if isinstance(side, Text):
                yield Edit(side.start, side.end, '"?"')
