"""Functions that read dice one by one: what the kept items count as -> the answer, the same for rolls and odds.

`highest(pool)` and `lowest(pool)` are two of them; of several arguments these are plain functions (exact.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .exact import meets, number, refuse, whole, within
from .lean import TypeAlias
from .nodes import Call, Dice, Exact, FaceDice, Group, If, Labelled, Modified, Name, Node, Text, Value
from .problem import ProblemError
from .rolled import Rolled

# The call, the items from the highest down, what the call's number came to -> the answer.
Reading: TypeAlias = Callable[[Call, Sequence[Exact], Value], Value]


def is_reading(node: Call) -> bool:
    """Whether a call reads single dice of its first argument."""
    return node.function in READINGS and (len(node.arguments) == 1 or node.function not in ("highest", "lowest"))


def bound_of(node: Call) -> Node | None:
    """A reading -> the number beside its dice, if it has one: the 6 of `count(pool, >= 6)`."""
    return node.arguments[-1] if len(node.arguments) > 1 else None


def read_items(node: Call, items: Sequence[Exact], bound: Value) -> Value:
    """A reading, what kept items count as, what its number came to -> the answer; of no items it is 0."""
    answer = READINGS[node.function](node, sorted(items, reverse=True), bound)
    return answer if isinstance(answer, (bool, str)) else within(answer, node)


def kept_items(rolled: Rolled) -> tuple[Exact, ...] | None:
    """What dice, a group or a name for them came to -> what the kept items count as; None of anything else."""
    while isinstance(rolled.node, (Labelled, Name, If)):
        if not rolled.parts:
            return getattr(rolled.earlier, "items", None)
        rolled = rolled.parts[-1]  # of a choice: the branch taken
    node: Node = rolled.node.source if isinstance(rolled.node, Modified) else rolled.node
    if isinstance(node, Group):
        members = rolled.parts[: len(node.members)]
        return tuple([number(part.value, part.node) for part in members if not part.dropped])
    if isinstance(node, (Dice, FaceDice)):
        return tuple([die.value for die in rolled.dice if die.kept and "compounded" not in die.marks])
    return None


def has_items(node: Node) -> bool:
    """Whether single dice or members may be told apart in what a node comes to; of a name that shows in a roll."""
    node = unlabelled(node)
    if isinstance(node, If):
        return has_items(node.then) and has_items(node.otherwise)
    return isinstance(node, (Dice, FaceDice, Group, Modified, Name))


def unlabelled(node: Node) -> Node:
    """Node -> what stands inside its labels."""
    while isinstance(node, Labelled):
        node = node.body
    return node


def unreadable(node: Call) -> ProblemError:
    """A function of single dice that has none to look at -> the error to raise."""
    return refuse(node.arguments[0], "unreadable-dice", unreadable_message(node.function), readable(node.function))


def unreadable_message(function: str) -> str:
    return f"{function} looks at single dice or the members of a group, but this is one number"


# How dice alone are read, where a function wants more than them.
_EXAMPLES = {"nth": "nth(3d6, 2)", "count": "count(3d6, >= 5)", "has": "has(3d6, 6)", "sets": "sets(3d6, 3)"}


def readable(function: str) -> str:
    """A function of single dice -> a way to write it that works."""
    return _EXAMPLES.get(function, f"{function}(3d6)")


def _count(node: Call, items: Sequence[Exact], bound: Value) -> int:
    if len(node.arguments) == 1:
        return len(items)
    operator, value = node.arguments[1], number(bound, node.arguments[2])
    assert isinstance(operator, Text)  # the parser put it there
    return sum([meets(operator.value, item, value) for item in items])


def _nth(node: Call, items: Sequence[Exact], bound: Value) -> Exact:
    place = whole(bound, node.arguments[1], "the place of a die")
    if place == 0:
        message = "places are counted from 1, the highest, or from -1, the lowest"
        raise refuse(node.arguments[1], "no-such-place", message, "1")
    if abs(place) > len(items):
        return 0
    return items[place - 1 if place > 0 else place]


def _sets(node: Call, items: Sequence[Exact], bound: Value) -> int:
    size = 2
    if len(node.arguments) > 1:
        size = whole(bound, node.arguments[1], "the size of a set")
        if size < 2:
            message = f"a set is two or more dice that show the same, not {size}"
            raise refuse(node.arguments[1], "no-such-set", message, "2")
    return sum([alike >= size for alike in _alike(items)])


def _alike(items: Sequence[Exact]) -> list[int]:
    """Items -> how many show each value among them."""
    found: dict[Exact, int] = {}
    for item in items:
        found[item] = found.get(item, 0) + 1
    return list(found.values())


# Of the items that were dealt so far, from the highest down, each answer says all that the final answer needs of
# them (odds/items.py relies on it); but for places that are counted from the lowest.
READINGS: dict[str, Reading] = {
    "highest": lambda node, items, bound: items[0] if items else 0,
    "lowest": lambda node, items, bound: items[-1] if items else 0,
    "nth": _nth,
    "count": _count,
    "has": lambda node, items, bound: _count(node, items, bound) > 0,
    "pairs": _sets,
    "sets": _sets,
    "alike": lambda node, items, bound: max(_alike(items), default=0),
    "faces": lambda node, items, bound: ", ".join(map(str, items)),
}
