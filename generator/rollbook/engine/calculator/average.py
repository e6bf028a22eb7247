"""A value of a calculator, when it counts -> its average.

The average of a sum is the sum of the averages, whatever its parts share: what two blades do to a foe need not be
worked out for each roll of the one beside each roll of the other.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..expression import Expression, spine
from ..frozen import frozen
from ..lean_typing import Fraction
from ..nodes import Binary, Name, Node
from ..problem import Problem, ProblemError
from ..state import Meaning
from .model import Calculator
from .odds import spread_where


@frozen
class Mean:
    """An average in the long run; `exact` is False where it had to be estimated."""

    value: Fraction
    exact: bool


def average_where(
    calculator: Calculator, values: Mapping[str, Meaning], value: Expression, when: Expression | None
) -> Mean | None:
    """What inputs stand for, a value and when it counts -> its average where it does; None: it never counts."""
    parts = _parts(calculator, value.root)
    if len(parts) > 1 and (when is None or _is_sure(calculator, values, when)):
        means = [average_where(calculator, values, Expression(value.text, part), None) for _, part in parts]
        known = [(sign, mean) for (sign, _), mean in zip(parts, means, strict=True) if mean]
        total = sum((sign * mean.value for sign, mean in known), start=0 * known[0][1].value)
        return Mean(total, all(mean.exact for _, mean in known))
    spread = spread_where(calculator, values, value, when)
    if spread is None:
        return None
    if not spread.numeric:
        message = f"“{value.text}” is not a number, so it has no average"
        raise ProblemError(Problem("not-a-number", message, 0, 0))
    return Mean(spread.mean, spread.exact)


def _is_sure(calculator: Calculator, values: Mapping[str, Meaning], when: Expression) -> bool:
    spread = spread_where(calculator, values, when, None)
    return spread is not None and spread.exact and spread.outcomes == (True,)


def _parts(calculator: Calculator, node: Node) -> list[tuple[int, Node]]:
    """A value -> what is added up there, also by the step that it is the name of, each with its sign."""
    steps = {step.name: step.expression.root for step in calculator.steps}
    node = steps.get(node.name, node) if isinstance(node, Name) else node
    if not isinstance(node, Binary):
        return [(1, node)]
    first, chain = spine(node)
    if any(link.operator not in ("+", "-") for link in chain):
        return [(1, node)]
    return [(1, first), *((1 if link.operator == "+" else -1, link.right) for link in chain)]
