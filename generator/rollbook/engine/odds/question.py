"""One question for odds: the walk over the tree that mirrors a roll, with weights of outcomes in place of values.

An outcome is a value (values.py) or, where it is asked for, a value beside its natural (natural.py); both take the one
walk here. The parts of an expression are independent: a name that stands for dice throws them again at each use, and a
name that stands for an earlier step's result is one number here (joint.py asks once for each that it may be).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable

from .. import nodes
from ..exact import within
from ..expression import Expression, spine
from ..lean import Any, Generic, TypeVar, assert_never, frozen
from ..nodes import Exact, Node, Value
from ..plan import follow_name, given, plan
from ..problem import ProblemError
from ..rolled import Rolled
from ..state import State, located
from .budget import Budget, Explosions
from .counting import mix, truths

Outcome = TypeVar("Outcome")
Case = TypeVar("Case")


@frozen
class Shared:
    """Stands for a step whose one roll several parts share: whoever meets it must ask for one case at a time."""

    name: str


class SharedError(Exception):
    """A shared step was met that is not known in this case; never leaves the odds package."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class NoDice:
    """Stands where a roll has its dice: nothing is thrown, the dice are only counted."""

    def throw(self, count: int, sides: int) -> list[int]:
        return []

    def pick(self, count: int, faces: tuple[Exact, ...]) -> list[Exact]:
        return []


class Question(Generic[Outcome]):
    """What is being asked, what of the limits is left, and the walk.

    A roll's own `state` counts dice, steps and depth here too, so that the limits are the same; it throws nothing.
    `terms` remembers dice terms by what they were counted from, for questions that are asked case by case.
    """

    __slots__ = ("budget", "explosions", "state", "terms")

    def __init__(
        self, state: State, budget: Budget, explosions: Explosions, terms: dict[Any, dict[Any, int]] | None
    ) -> None:
        self.state = state
        self.budget = budget
        self.explosions = explosions
        self.terms = terms

    def chances(self, node: Node) -> dict[Outcome, int]:
        """Node -> the weights of the outcomes that it may have."""
        self.state.depth += 1
        found = self._chances(node)
        self.state.depth -= 1
        return found

    def _chances(self, node: Node) -> dict[Outcome, int]:
        match node:
            case nodes.Number() | nodes.Text() | nodes.Truth():
                return self.certain(node.value, None)
            case nodes.Binary():
                return self._chain(node)
            case nodes.Name():
                return self._named(node)
            case nodes.Dice() | nodes.FaceDice():
                return self.dice(node, (), node)
            case nodes.Modified():
                source = node.source
                if isinstance(source, nodes.Group):
                    return self.group(source, node.modifiers, node)
                return self.dice(source, node.modifiers, node)
            case nodes.Call():
                return self.call(node)
            case nodes.If():
                fails, holds = truths(self.values.chances(node.condition), node.condition)
                branches = ((holds, node.then), (fails, node.otherwise))
                return self.cases(self.chances, [(ways, body) for ways, body in branches if ways])
            case nodes.Unary():
                return self.unary(node, self.chances(node.body))
            case nodes.Labelled():
                return self.chances(node.body)
            case nodes.Group():
                return self.group(node, (), node)
            case _:
                assert_never(node)

    def _named(self, node: nodes.Name) -> dict[Outcome, int]:
        # Most names stand for a number, and most time goes to them: nothing is planned for these.
        number = self.state.values.get(node.name)
        if type(number) is int:
            return self.certain(within(number, node), None)
        meaning = self.meaning(node)
        if isinstance(meaning, (str, Expression)):
            return self._follow(node, node.name, meaning)
        return self.certain(meaning.value, meaning.natural)

    def meaning(self, node: nodes.Name) -> Expression | str | Rolled:
        """Name -> the expression that it stands for, or what a roll would find there, problems included."""
        value = self.state.values.get(node.name)
        if isinstance(value, (str, Expression)):
            return value
        if isinstance(value, Shared):
            raise SharedError(value.name)
        return plan(Expression(node.name, node)).run(self.state) if value is None else given(node, value)

    def _follow(self, node: Node, name: str, meaning: str | Expression) -> dict[Outcome, int]:
        depth = self.state.depth
        return follow_name(self.state, node, name, meaning, depth, lambda inner: self.chances(inner.root))

    def _chain(self, node: nodes.Binary) -> dict[Outcome, int]:
        first, chain = spine(node)
        left = self.chances(first)
        for link in chain:
            left = self.either(link, left) if link.operator in ("and", "or") else self.operate(link, left)
        return left

    def look_up(self, node: nodes.Call) -> dict[Outcome, int]:
        """`lookup(table, key, column)` -> the chances of what is in the cells."""
        table, _, column = (getattr(argument, "value", "") for argument in node.arguments)

        def cell(key: Value) -> dict[Outcome, int]:
            found = self.state.tables.get(table)
            if found is None:
                # A roll of the look-up says it best: it names the table that was probably meant.
                return self.certain(plan(Expression("", node)).run(self.state).value, None)
            try:
                content = found.lookup(key, column)
            except ProblemError as error:
                raise located(error.problem, node) from error
            if isinstance(content, Expression):
                return self._follow(node, f"{table}.{column}", content)
            return self.certain(content, None)

        keys = self.values.chances(node.arguments[1])
        return self.cases(cell, [(ways, key) for key, ways in keys.items()])

    def cases(self, count: Callable[[Case], dict[Any, int]], cases: Iterable[tuple[int, Case]]) -> dict[Any, int]:
        """How to count a case, cases that exclude each other with their weights -> the chances over all.

        Dice of one case only are thrown in a roll, so the one with most of them counts for the limit.
        """
        before = most = self.state.thrown
        branches = []
        for ways, case in cases:
            self.state.thrown = before
            branches.append((ways, count(case)))
            most = max(most, self.state.thrown)
            self.budget.spend(len(branches[-1][1]))
        self.state.thrown = most
        if len(branches) > 1:
            # Cases over one common total have at most the bits of all different totals together.
            totals = {sum(chances.values()) for _, chances in branches}
            self.budget.spend(
                3 * sum(len(chances) for _, chances in branches), sum(total.bit_length() for total in totals)
            )
        return mix(branches)

    # What an outcome is, and so how outcomes are made and joined, is the subclass's affair.

    @property
    @abstractmethod
    def values(self) -> Question[Value]:
        """The same question about values alone: of conditions, keys, counts and sides nothing else is wanted."""

    @abstractmethod
    def certain(self, value: Value, natural: Exact | None) -> dict[Outcome, int]: ...

    @abstractmethod
    def unary(self, node: nodes.Unary, body: dict[Outcome, int]) -> dict[Outcome, int]: ...

    @abstractmethod
    def operate(self, link: nodes.Binary, left: dict[Outcome, int]) -> dict[Outcome, int]:
        """An operation other than `and` and `or`, chances of its left side -> chances of its result."""

    @abstractmethod
    def either(self, link: nodes.Binary, left: dict[Outcome, int]) -> dict[Outcome, int]:
        """`and`, `or`: the right side counts only where the left has not decided."""

    @abstractmethod
    def dice(
        self, source: nodes.Dice | nodes.FaceDice, modifiers: tuple[nodes.Modifier, ...], node: Node
    ) -> dict[Outcome, int]: ...

    @abstractmethod
    def group(self, source: nodes.Group, modifiers: tuple[nodes.Modifier, ...], node: Node) -> dict[Outcome, int]: ...

    @abstractmethod
    def call(self, node: nodes.Call) -> dict[Outcome, int]: ...


def refuse_early(node: Node) -> None:
    """Groups and advantage -> nothing, or the problem that planning a roll of them finds before any dice fall."""
    plan(Expression("", node))
