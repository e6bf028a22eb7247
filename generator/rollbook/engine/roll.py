"""Expression, values, a source of chance -> Roll: the total, and every die that led to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .dice import DiceSource, Given, Seeded, given
from .expression import Expression
from .nodes import Exact, Value
from .parse import parse
from .plain_sum import PlainSum, plain_sum
from .plan import plan
from .readings import kept_items
from .rolled import Die, Rolled, plain
from .state import LookupTable, Meaning, State
from .vocabulary import EMPTY

_NOTHING: Mapping[str, Meaning] = {}
_NO_TABLES: Mapping[str, LookupTable] = {}


class Roll:
    """What an expression came to.

    The tree as rolled is worked out when first asked for where only the total was needed so far: from the faces
    thrown, so that it says the same whenever it is looked at.
    """

    __slots__ = ("_faces", "_rolled", "expression", "total")

    expression: Expression
    total: Value

    def __init__(
        self, expression: Expression, total: Value, rolled: Rolled | None, faces: list[int] | None = None
    ) -> None:
        self.expression = expression
        self.total = total
        self._rolled = rolled
        self._faces = faces

    @property
    def rolled(self) -> Rolled:
        """The tree as rolled."""
        if self._rolled is None:
            state = State(given(self._faces or ()), _NOTHING, _NO_TABLES)
            self._rolled = plan(self.expression).run(state)
        return self._rolled

    @property
    def natural(self) -> Exact | None:
        """What the kept dice of the first dice term show, before anything is added; None without dice."""
        return self.rolled.natural

    @property
    def items(self) -> tuple[Exact, ...] | None:
        """What its kept dice or members count as, one by one; None where they cannot be told apart."""
        return kept_items(self.rolled)

    @property
    def dice(self) -> tuple[Die, ...]:
        """Every die in the order thrown."""
        return tuple(self.rolled.all_dice())

    def to_json(self) -> dict[str, object]:
        """Roll -> the shape that `rollbook roll --json` prints."""
        return {
            "expression": self.expression.text,
            "total": plain(self.total),
            "dice": [die.to_json() for die in self.dice],
        }

    def __repr__(self) -> str:
        return f"Roll({self.expression.text!r}, {self.total})"


def roll(
    expression: Expression | str,
    values: Mapping[str, Meaning] = _NOTHING,
    rng: DiceSource | None = None,
    tables: Mapping[str, LookupTable] = _NO_TABLES,
) -> Roll:
    """Expression, what its names stand for, chance, tables to look up in -> Roll.

    Without `rng` it must throw no dice. Steps that share dice (a calculator's) pass earlier Rolls in `values`, and
    the same `rng` each time.
    """
    if not isinstance(expression, Expression):
        expression = EMPTY.parsed.get(expression) or parse(expression)
    if isinstance(rng, Seeded):
        memo = expression.memo
        simple = memo["sum"] if "sum" in memo else memo.setdefault("sum", plain_sum(expression.root))
        if isinstance(simple, PlainSum):
            total, faces = simple.throw(rng)
            return Roll(expression, total, None, faces)
    rolled = plan(expression).run(State(given(()) if rng is None else rng, values, tables))
    return Roll(expression, rolled.value, rolled)


def roll_faces(
    expression: Expression | str,
    faces: Iterable[Exact],
    values: Mapping[str, Meaning] = _NOTHING,
    tables: Mapping[str, LookupTable] = _NO_TABLES,
) -> Roll:
    """Expression, exactly the faces that its dice show in the order thrown -> Roll; left-over faces are a problem."""
    source = Given(faces)
    rolled = roll(expression, values, source, tables)
    source.finish()
    return rolled
