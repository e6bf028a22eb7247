"""The tree as written: what the parser makes of an expression, and what rolling, odds and showing walk over.

Every node is immutable and knows the columns `start:end` of the text it was read from (0-based, end exclusive). Parts
that a book's vocabulary put in carry those of the phrase they stand for. Parentheses leave no node.
"""

from __future__ import annotations

from .lean import Fraction, TypeAlias, frozen

Exact: TypeAlias = int | Fraction
Value: TypeAlias = int | Fraction | bool | str


@frozen
class Number:
    """`5`, `1½`: exact. A Fraction is never whole: whole numbers are ints."""

    value: Exact
    start: int
    end: int


@frozen
class Text:
    """`"long sword"`; also the table and column of `lookup(weapons, key, damage)`, written bare."""

    value: str
    start: int
    end: int


@frozen
class Truth:
    """`true` or `false`."""

    value: bool
    start: int
    end: int


@frozen
class Name:
    """`level`, `weapon.damage`, `` `situation modifiers` ``, or a phrase's name; as the values spell it."""

    name: str
    start: int
    end: int


@frozen
class Dice:
    """`4d6`, `d%` (100 sides), `(1d4)d6`; `count` None means one die."""

    count: Node | None
    sides: Node
    start: int
    end: int


@frozen
class FaceDice:
    """`2d{1,2,4,4}` and `4dF` (faces -1, 0, 1): each face listed is equally likely; in the order written."""

    count: Node | None
    faces: tuple[Exact, ...]
    start: int
    end: int


@frozen
class Group:
    """`{2d6, 3d4}`: each member is one item, worth its total; without a modifier the items are summed."""

    members: tuple[Node, ...]
    start: int
    end: int


@frozen
class Condition:
    """`>=8`, `1` (an operator left out is `=`); operators are `<`, `<=`, `>`, `>=`, `=`, `!=`."""

    operator: str
    value: Node
    start: int
    end: int


@frozen
class Keep:
    """`kh3`, `kl`, `dh`, `dl1`; `number` None means one."""

    kind: str
    number: Node | None
    start: int
    end: int


@frozen
class Reroll:
    """`r<3` until none is left, `ro1` once, `ra6` throws one more and adds it. No condition: the lowest face.

    `r1r2` is one reroll of two conditions, either of which is enough.
    """

    kind: str
    conditions: tuple[Condition, ...]
    start: int
    end: int


@frozen
class Explode:
    """`!`, `!!` compounding, `!p` penetrating, `!!p` both. No condition: the highest face."""

    kind: str
    conditions: tuple[Condition, ...]
    start: int
    end: int


@frozen
class Bound:
    """`mi2`, `ma5`: each die counts as at least, or at most, that much; its face stays what it shows."""

    kind: str
    value: Node
    start: int
    end: int


@frozen
class Count:
    """`>=8f<=1`: the number of kept items that meet `success`, less those that meet `failure`."""

    success: Condition
    failure: Condition | None
    start: int
    end: int


@frozen
class Sort:
    """`s`, `sa` ascending, `sd` descending: how the dice are shown, never what they are worth."""

    descending: bool
    start: int
    end: int


@frozen
class Modified:
    """Dice or a group with modifiers, applied left to right; a Count is always the last."""

    source: Dice | FaceDice | Group
    modifiers: tuple[Modifier, ...]
    start: int
    end: int


@frozen
class Labelled:
    """`2d6[fire]`: worth its body."""

    body: Node
    label: str
    start: int
    end: int


@frozen
class Unary:
    """Operators `-`, `+` and `not`."""

    operator: str
    body: Node
    start: int
    end: int


@frozen
class Binary:
    """Operators `+ - * / // % **`, `< <= > >= = !=`, `and or` (their right side only if needed)."""

    operator: str
    left: Node
    right: Node
    start: int
    end: int


@frozen
class If:
    """`if … then … else …`; only the branch taken is rolled."""

    condition: Node
    then: Node
    otherwise: Node
    start: int
    end: int


@frozen
class Call:
    """One of FUNCTIONS: `d20 + 5 vs 15` is `margin(d20 + 5, 15)`, `1d6 (with a minimum of 3)` is `max(1d6, 3)`."""

    function: str
    arguments: tuple[Node, ...]
    start: int
    end: int


FUDGE: tuple[Exact, ...] = (-1, 0, 1)
MANY = 100
# Function -> the fewest and the most arguments that it takes.
FUNCTIONS: dict[str, tuple[int, int]] = {
    "floor": (1, 1),
    "ceil": (1, 1),
    "round": (1, 1),  # a half goes away from zero, as people at a table do it
    "abs": (1, 1),
    "min": (1, MANY),
    "max": (1, MANY),
    "sum": (1, MANY),  # of a lone argument that is dice or a group: their kept items
    "highest": (1, MANY),  # likewise: the highest kept item
    "lowest": (1, MANY),
    "nth": (2, 2),  # of dice or a group: the item at a place, 1 the highest, -1 the lowest
    "count": (1, 2),  # how many items there are, or meet a condition: arguments are then dice, operator, number
    "has": (2, 2),  # whether an item meets a condition, likewise
    "pairs": (1, 1),  # how many values are shown by two items or more
    "sets": (2, 2),  # the same of that many items
    "alike": (1, 1),  # how many items show what most of them show
    "faces": (1, 1),  # the items as text, from the highest
    "adv": (1, 1),  # rolled twice, the higher total counts
    "dis": (1, 1),
    "margin": (2, 2),  # the first less the second
    "natural": (1, 1),  # the face shown by the dice of the first dice term, before anything is added
    "maximum": (1, 1),  # the most that the argument can come to; nothing is rolled
    "minimum": (1, 1),
    "mean": (1, 1),
    "lookup": (3, 3),  # table, key, column
}

Modifier: TypeAlias = Keep | Reroll | Explode | Bound | Count | Sort
Node: TypeAlias = (
    Number | Text | Truth | Name | Dice | FaceDice | Group | Modified | Labelled | Unary | Binary | If | Call
)
