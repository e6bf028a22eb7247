"""Points to spend -> how many are spent and left, and which limits are broken."""

from __future__ import annotations

from ..expression import Expression
from ..frozen import frozen
from ..problem import ProblemError
from ..quantity import Quantity
from .derivation import Derivation
from .model import PointPool


@frozen
class PointsSpent:
    """Points of one pool: how many there are, and how many are spent."""

    name: str
    label: str
    points: Quantity
    spent: Quantity

    @property
    def left(self) -> Quantity:
        """How many may still be spent; below zero where too many are."""
        return self.points - self.spent


def check_points(found: Derivation) -> tuple[PointsSpent, ...]:
    """A derivation with all its values -> the state of every pool; broken limits are reported."""
    return tuple(_check_pool(found, pool) for pool in found.sheet.pools)


def _check_pool(found: Derivation, pool: PointPool) -> PointsSpent:
    fields = [field for field in found.sheet.fields if field.kind == "points" and field.pool == pool.name]
    written = {field.name: _number(found.character.fields.get(field.name, 0)) for field in fields}
    gained = sum((_number(level.points.get(pool.name, 0)) for level in found.character.levels), start=0)
    state = PointsSpent(pool.name, pool.label, _ask(found, pool.spend) + gained, sum(written.values(), start=0))
    if state.left < 0:
        message = f"{pool.label}: {state.spent} points are spent, and there are {state.points}"
        found.report("too-many-points", message, "fields", label=pool.label, spent=state.spent, points=state.points)
    least, most = _ask(found, pool.least), None if pool.most is None else _ask(found, pool.most)
    for field in fields:
        value = written[field.name] + (found.bonus(field.name) if pool.with_bonuses else 0)
        if value < least:
            message = f"{field.label} is {value}, and at least {least} is needed"
            found.report("too-low", message, "fields", field.name, label=field.label, least=least)
        if most is not None and value > most:
            message = f"{field.label} is {value}, and at most {most} is allowed"
            found.report("too-high", message, "fields", field.name, label=field.label, most=most)
    return state


def _ask(found: Derivation, expression: Expression) -> Quantity:
    """A limit -> its number; one that cannot be worked out yet counts as 0 and is reported."""
    try:
        return _number(found.ask(expression))
    except ProblemError as error:
        found.problems.append(error.problem)
        return 0


def _number(value: object) -> Quantity:
    return 0 if isinstance(value, str) else value  # type: ignore[return-value]  # texts are no points
