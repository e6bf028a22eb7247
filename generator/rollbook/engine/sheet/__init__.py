"""A character sheet as read: what a reader fills in, what follows from it, and what each level brings."""

from __future__ import annotations

from collections.abc import Mapping

from ..choices import Choice
from ..document import Cursor
from ..expression import Expression
from ..lean import Literal, Memo, TypeAlias, frozen
from ..quantity import Quantity
from ..scope import Scope, read_name
from ..table import GameTable
from ..vocabulary import Vocabulary

# How much of a form's width something takes.
WIDTHS = ("full", "half", "third", "quarter", "sixth")
# Only what is worked out is beside something: a field stands where its author wrote it.
FIELD_KEYS = ("group", "width")
DERIVED_KEYS = (*FIELD_KEYS, "beside")


@frozen
class Placement:
    """Under which title, how wide, beside what; empty where nothing is said."""

    group: str = ""
    width: str = ""
    beside: str = ""


def read_placement(keys: dict[str, Cursor], vocabulary: Vocabulary, scope: Scope) -> Placement:
    """The keys of a field or of a derived value -> its place; beside something that came before it."""
    beside = read_name(keys["beside"], vocabulary) if "beside" in keys else ""
    if beside and beside not in scope.names:
        keys["beside"].unknown("unknown-name", f"nothing before this is called “{beside}”", beside, list(scope.names))
    return Placement(
        " ".join(keys["group"].text().split()) if "group" in keys else "",
        keys["width"].one_of(WIDTHS) if "width" in keys else "",
        beside,
    )


Kind: TypeAlias = Literal[
    "number", "text", "long text", "choice", "several", "points", "flag", "track", "clock", "list", "dice", "picture"
]
KINDS: tuple[Kind, ...] = (
    *("number", "text", "long text", "choice", "several", "points"),
    *("flag", "track", "clock", "list", "dice", "picture"),
)


@frozen
class Row:
    """A row that a reader wrote into a list; `number` is 0 where the list has none."""

    name: str
    number: Quantity


# What a reader filled in: of several choices their names; of a track that was never changed an empty text; of a picture
# an address that holds it whole.
Written: TypeAlias = Quantity | bool | str | tuple[str, ...] | tuple[Row, ...]


@frozen
class Field:
    """What a reader fills in. `when`: asked for only if it holds. A field of kind points draws on `pool`; `most` is
    the greatest that a track or clock can come to; `column` the number that each row of a list has, if any; `roll` the
    dice that a press on the sheet throws. `rich_label` is the label in Markdown, where that says
    more than its words."""

    name: str
    label: str
    kind: Kind
    low: Quantity | None
    high: Quantity | None
    default: Quantity | bool | str
    choices: tuple[Choice, ...]
    pool: str
    when: Expression | None
    unit: str
    note: str
    most: Expression | None = None
    column: str = ""
    placement: Placement = Placement()
    roll: Expression | None = None
    rich_label: str = ""

    @property
    def start(self) -> Written:
        """What a new character has in it."""
        if self.kind == "list":
            return ()
        if self.kind == "several":
            return (str(self.default),) if self.default else ()
        return self.default

    @property
    def parts(self) -> tuple[str, ...]:
        """What formulas reach with a point: a choice's columns in the order in which they first appear, each of several
        choices, a track's greatest, the sum of a list's numbers."""
        match self.kind:
            case "choice":
                return tuple(dict.fromkeys(name for choice in self.choices for name, _ in choice.parts))
            case "several":
                return tuple(choice.name for choice in self.choices)
            case "track" | "clock":
                return ("max",)
            case "list":
                return (self.column,) if self.column else ()
            case "number" | "text" | "long text" | "points" | "flag" | "dice" | "picture":
                return ()


@frozen
class PointPool:
    """Points to spend on the fields that draw on it. `with_bonuses`: whether bonuses count to `least` and `most`."""

    name: str
    label: str
    spend: Expression
    least: Expression
    most: Expression | None
    with_bonuses: bool
    rich_label: str = ""


@frozen
class Derived:
    """A value that follows from the others. One with dice is rolled once, at creation, and kept. `when`: it concerns
    only characters for whom it holds; `roll`: the dice that a press on it throws."""

    name: str
    label: str
    value: Expression
    rolled: bool
    note: str
    placement: Placement
    when: Expression | None = None
    roll: Expression | None = None
    rich_label: str = ""


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
class Sheet(Memo):
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
