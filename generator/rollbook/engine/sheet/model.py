"""A character sheet as read: what a reader fills in, what follows from it, and what each level adds."""

from __future__ import annotations

from collections.abc import Mapping

from ..choices import Choice
from ..expression import Expression
from ..frozen import frozen
from ..quantity import Quantity
from ..table import GameTable

KINDS = ("number", "text", "choice", "points", "flag")


@frozen
class Field:
    """What a reader fills in. `when`: asked for only if it holds. A field of kind points draws on `pool`."""

    name: str
    label: str
    kind: str
    low: Quantity | None
    high: Quantity | None
    default: Quantity | bool | str
    choices: tuple[Choice, ...]
    pool: str
    when: Expression | None
    unit: str
    note: str

    @property
    def parts(self) -> tuple[str, ...]:
        """The columns that any of the choices has, in the order in which they first appear."""
        return tuple(dict.fromkeys(name for choice in self.choices for name, _ in choice.parts))


@frozen
class PointPool:
    """Points to spend on the fields that draw on it. `with_bonuses`: whether bonuses count to `least` and `most`."""

    name: str
    label: str
    spend: Expression
    least: Expression
    most: Expression | None
    with_bonuses: bool


@frozen
class Derived:
    """A value that follows from the others. One with dice is rolled once, at creation, and kept."""

    name: str
    label: str
    value: Expression
    rolled: bool
    note: str


@frozen
class SheetRule:
    """What must hold, and the message to show where it doesn't."""

    must: Expression
    message: str
    when: Expression | None


@frozen
class Gain:
    """What a level adds, if `when` holds: values, points, or one of several choices that `choice` names."""

    when: Expression | None
    add: tuple[tuple[str, Expression], ...]
    points: tuple[tuple[str, Expression], ...]
    choice: str
    label: str
    choices: tuple[Choice, ...]


@frozen
class Levels:
    """`xp` is what it takes to leave a level, None where levels are simply awarded; `most` the last level."""

    start: int
    most: int | None
    xp: Expression | None
    carry: bool
    gains: tuple[Gain, ...]


@frozen
class Sheet:
    """A book's character. `version` rises when characters saved with an older sheet need a second look."""

    id: str
    title: str
    version: int
    fields: tuple[Field, ...]
    pools: tuple[PointPool, ...]
    derived: tuple[Derived, ...]
    rules: tuple[SheetRule, ...]
    levels: Levels | None
    tables: Mapping[str, GameTable]

    def field(self, name: str) -> Field | None:
        """A field's name -> the field."""
        return next((field for field in self.fields if field.name == name), None)
