"""One roll under way: where its dice come from, what names stand for, and how much of the limits is used up.

Within it a Pool: the dice of one term while its modifiers work on them, one modifier after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .dice import DiceSource
from .exact import refuse
from .expression import Expression
from .lean import Protocol, TypeAlias
from .limits import MAX_DICE_PER_ROLL, MAX_STEPS
from .nodes import FUDGE, Exact, Node, Value
from .problem import Problem, ProblemError
from .rolled import Die, Rolled


class EarlierRoll(Protocol):
    """What an earlier step came to: its dice lie on the table and are not thrown again."""

    @property
    def total(self) -> Value: ...

    @property
    def natural(self) -> Exact | None: ...

    @property
    def items(self) -> tuple[Exact, ...] | None:
        """What its kept dice or members count as, one by one; None where they cannot be told apart."""


# What a name may stand for. A plain str is an expression's text: text as such is written in quotes inside it.
Meaning: TypeAlias = Value | Expression | EarlierRoll


class LookupTable(Protocol):
    """A table that `lookup(table, key, column)` asks; it raises ProblemError for an unknown key or column."""

    def lookup(self, key: Value, column: str) -> Value | Expression: ...


class State:
    """All that changes while a roll is worked out, but for the pools of its terms; made again for each roll."""

    __slots__ = ("depth", "naming", "source", "steps", "tables", "thrown", "values")

    def __init__(self, source: DiceSource, values: Mapping[str, Meaning], tables: Mapping[str, LookupTable]) -> None:
        self.source = source
        self.values = values
        self.tables = tables
        self.thrown = 0
        self.steps = 0
        self.depth = 0
        self.naming: tuple[str, ...] = ()

    def throw(self, node: Node, count: int, sides: int, faces: tuple[Exact, ...]) -> list[Exact]:
        """Dice term, how many, which -> the faces thrown. `faces` is empty for a die with the numbers 1 to `sides`."""
        self.thrown += count
        if self.thrown > MAX_DICE_PER_ROLL:
            raise refuse(node, "too-many-dice", f"one roll throws at most {MAX_DICE_PER_ROLL:,} dice")
        try:
            return self.source.pick(count, faces) if faces else [*self.source.throw(count, sides)]
        except ProblemError as error:
            raise located(error.problem, node) from error

    def step(self, node: Node, count: int) -> None:
        """Work about to be done -> nothing, or a problem when it comes to too much."""
        self.steps += count
        if self.steps > MAX_STEPS:
            raise refuse(node, "too-many-steps", "this takes too many steps to work out")


class Item:
    """One die, or one member of a group, that modifiers keep, drop, count or change.

    `earlier` are throws that were thrown again, `later` those that a compounding explosion put on top.
    """

    __slots__ = ("earlier", "face", "kept", "later", "marks", "order", "value")

    def __init__(self, face: Exact, order: int, mark: str = "") -> None:
        self.face = face
        self.value = face
        self.order = order
        self.kept = True
        self.marks: tuple[str, ...] = (mark,) if mark else ()
        self.earlier: list[tuple[Exact, int]] = []
        self.later: list[tuple[Exact, int]] = []

    def mark(self, mark: str) -> None:
        if mark not in self.marks:
            self.marks += (mark,)


class Pool:
    """The items of one term. For a group `sides` is 0 and nothing can be thrown.

    `parts` collects what was rolled for counts, sides and modifiers; `score` is set by counting successes.
    """

    __slots__ = ("faces", "items", "node", "parts", "score", "sides", "state")

    def __init__(self, state: State, node: Node, sides: int, faces: tuple[Exact, ...]) -> None:
        self.state = state
        self.node = node
        self.sides = sides
        self.faces = faces
        self.items: list[Item] = []
        self.parts: list[Rolled] = []
        self.score: int | None = None

    def throw(self, count: int, mark: str = "") -> list[Item]:
        """How many -> new items, not yet among the pool's."""
        first = self.state.thrown
        faces = self.state.throw(self.node, count, self.sides, self.faces)
        return [Item(face, first + place, mark) for place, face in enumerate(faces)]

    def kept(self) -> list[Item]:
        return [item for item in self.items if item.kept]

    @property
    def low(self) -> Exact:
        return min(self.faces) if self.faces else 1

    @property
    def high(self) -> Exact:
        return max(self.faces) if self.faces else self.sides

    def total(self) -> Exact:
        """-> the successes where they were counted, or else the sum of what is kept."""
        return sum([item.value for item in self.items if item.kept]) if self.score is None else self.score

    def natural(self) -> Exact:
        """-> what the kept dice show, without those that explosions added."""
        return sum([item.face for item in self.items if item.kept and "added" not in item.marks])

    def dice(self) -> tuple[Die, ...]:
        """-> the dice as rolled, in the order they are shown."""
        made: list[Die] = []
        for item in self.items:
            for face, order in item.earlier:
                made.append(self._die(face, face, order, False, ("rerolled",)))
            made.append(self._die(item.face, item.value, item.order, item.kept, item.marks))
            for face, order in item.later:
                made.append(self._die(face, 0, order, item.kept, ("compounded",)))
        return tuple(made)

    def _die(self, face: Exact, value: Exact, order: int, kept: bool, marks: tuple[str, ...]) -> Die:
        natural = "highest" if face == self.high else "lowest" if face == self.low else ""
        return Die(self.sides, face, value, order, kept, natural, marks, self.faces == FUDGE)


# What rolls a node, prepared once and used for every roll.
Run: TypeAlias = Callable[[State], Rolled]


class Planner(Protocol):
    """Prepares the nodes of one expression for rolling (plan.py); `depth` is that of the node being prepared."""

    depth: int

    def prepare(self, node: Node) -> Run:
        """Node -> what rolls it."""

    def prepare_twice(self, node: Node) -> Run:
        """Node that is rolled twice each time -> what rolls it once."""

    def roll_named(self, node: Node, name: str, meaning: str | Expression, state: State, depth: int) -> Rolled:
        """A name or cell that stands for an expression, at a depth of its tree -> what that comes to."""


def located(problem: Problem, node: Node) -> ProblemError:
    """Problem from elsewhere, the node that led there -> the error with this node's columns."""
    return ProblemError(
        Problem(
            problem.code,
            problem.message,
            node.start,
            node.end,
            problem.suggestion,
            problem.path,
            problem.values,
        )
    )
