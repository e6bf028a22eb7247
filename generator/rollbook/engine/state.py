"""One roll under way: where its dice come from, what names stand for, and how much of the limits is used up."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .dice import DiceSource
from .exact import refuse
from .expression import Expression
from .lean import Protocol, TypeAlias
from .limits import MAX_DICE_PER_ROLL, MAX_STEPS
from .nodes import Exact, Node, Value
from .problem import Problem, ProblemError
from .rolled import Rolled


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
    """The only thing that changes while a roll is worked out; made again for each roll."""

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
