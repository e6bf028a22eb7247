"""One question for odds: the walk over the tree that mirrors a roll, with weights of values in place of values.

The parts of an expression are independent: a name that stands for dice throws them anew at each use, and a name that
stands for an earlier step's result is one number here (joint.py asks once for each that it may be).
"""

from __future__ import annotations

from ..exact import apply_unary, refuse
from ..limits import MAX_DEPTH
from ..nodes import (
    Binary,
    Call,
    Dice,
    Expression,
    FaceDice,
    Group,
    If,
    Labelled,
    Name,
    Number,
    Pool,
    Text,
    Truth,
    Unary,
    spine,
)
from ..parse import parse
from ..plan import plan
from ..problem import ProblemError
from ..record import record
from ..state import State, located
from .budget import Budget
from .counting import mapped, mix
from .operate import as_numbers, as_truth, operate, tidy, truths
from .terms import dice_term, group_term

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    from ..nodes import Exact, Node
    from ..rolled import Rolled
    from ..state import Bound, LookupTable
    from .counting import Chances, Weights
    from .explosions import Explosions


@record
class Shared:
    """Stands for a step whose one roll several parts share: whoever meets it must ask for one case at a time."""

    name: str


class SharedError(Exception):
    """A shared step was met that is not known in this case; never leaves the odds package."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class Question:
    """What is being asked, and what of the limits is left.

    `terms` remembers dice terms by what they were counted from, for questions that are asked case by case.
    """

    __slots__ = ("budget", "depth", "explosions", "naming", "state", "terms")

    def __init__(
        self,
        values: Mapping[str, Bound],
        tables: Mapping[str, LookupTable],
        budget: Budget,
        explosions: Explosions,
    ) -> None:
        # A roll's own state counts dice and steps here too, so that the limits are the same; it throws nothing.
        self.state = State(_NoDice(), values, tables)
        self.budget = budget
        self.explosions = explosions
        self.depth = 0
        self.naming: tuple[str, ...] = ()
        self.terms: dict[Any, dict[Any, int]] | None = None

    def with_values(self, values: Mapping[str, Bound]) -> Question:
        """Values of one case -> the question about that case, at the expense of the same budget."""
        case = Question(values, self.state.tables, self.budget, self.explosions)
        self.terms = case.terms = {} if self.terms is None else self.terms
        return case

    def meaning(self, node: Name) -> Expression | str | Rolled:
        """Name -> the expression that it stands for, or what a roll would find there, problems included."""
        value = self.state.values.get(node.name)
        if isinstance(value, (str, Expression)):
            return value
        if isinstance(value, Shared):
            raise SharedError(value.name)
        return plan(Expression(node.name, node)).run(self.state)

    def chances(self, node: Node) -> Chances:
        """Node -> the weights of the values that it may come to."""
        self.depth += 1
        found = _COUNT[type(node)](self, node)
        self.depth -= 1
        return found

    def numbers(self, node: Node) -> Weights:
        """Node -> the weights of the numbers that it may come to; a problem if one is text."""
        return as_numbers(self.chances(node), node)

    def inner(
        self, node: Node, name: str, value: str | Expression, count: Callable[[Node], dict[Any, int]]
    ) -> dict[Any, int]:
        """What a name or cell says, how to count it -> its chances, with circles and too much depth refused."""
        if name in self.naming:
            way = " → ".join([*self.naming[self.naming.index(name) :], name])
            raise refuse(node, "name-cycle", f"these names stand for each other in a circle: {way}")
        outer = self.naming
        try:
            expression = value if isinstance(value, Expression) else parse(value)
            height = plan(expression).height
            self.state.step(node, 1 + height)
            if self.depth + height > MAX_DEPTH + 1:
                raise refuse(node, "too-deep", f"more than {MAX_DEPTH} constructs inside each other")
            self.naming += (name,)
            found = count(expression.root)
        except ProblemError as error:
            raise located(error.problem, node) from error
        self.naming = outer
        return found

    def cases(self, count: Callable[[Any], dict[Any, int]], cases: Iterable[tuple[int, Any]]) -> dict[Any, int]:
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


class _NoDice:
    """Stands where a roll has its dice: nothing is thrown, the dice are only counted."""

    def throw(self, count: int, sides: int) -> list[int]:
        return []

    def pick(self, count: int, faces: tuple[Exact, ...]) -> list[Exact]:
        return []


def _constant(question: Question, node: Number | Text | Truth) -> Chances:
    return {node.value: 1}


def _name(question: Question, node: Name) -> Chances:
    meaning = question.meaning(node)
    if isinstance(meaning, (str, Expression)):
        return question.inner(node, node.name, meaning, question.chances)
    return {meaning.value: 1}


def _labelled(question: Question, node: Labelled) -> Chances:
    return question.chances(node.body)


def _unary(question: Question, node: Unary) -> Chances:
    return mapped(lambda value: apply_unary(node, value), question.chances(node.body))


def _binary(question: Question, node: Binary) -> Chances:
    first, chain = spine(node)
    left = question.chances(first)
    for link in chain:
        if link.operator in ("and", "or"):
            left = _either(question, link, left)
        else:
            left = operate(link, left, question.chances(link.right), question.budget)
    return left


def _either(question: Question, link: Binary, left: Chances) -> Chances:
    """`and`, `or`: the right side counts only where the left has not decided."""
    decides = link.operator == "or"
    fails, holds = truths(left, link.left)
    decided, open_ways = (holds, fails) if decides else (fails, holds)
    cases = [(decided, None), (open_ways, link.right)]

    def count(right: Node | None) -> Chances:
        return {decides: 1} if right is None else as_truth(question.chances(right), right)

    return question.cases(count, [(ways, right) for ways, right in cases if ways])


def _choice(question: Question, node: If) -> Chances:
    fails, holds = truths(question.chances(node.condition), node.condition)
    branches = ((holds, node.then), (fails, node.otherwise))
    return question.cases(question.chances, [(ways, body) for ways, body in branches if ways])


def _dice(question: Question, node: Dice | FaceDice) -> Chances:
    return tidy(dice_term(question, node, ()), node)


def refuse_early(node: Node) -> None:
    """Groups and advantage -> nothing, or the problem that planning a roll of them finds before any dice fall."""
    plan(Expression("", node))


def _group(question: Question, node: Group) -> Chances:
    return tidy(group_term(question, node, ()), node)


def _pool(question: Question, node: Pool) -> Chances:
    if isinstance(node.source, Group):
        refuse_early(node)
        return tidy(group_term(question, node.source, node.modifiers), node)
    return tidy(dice_term(question, node.source, node.modifiers), node)


def _call(question: Question, node: Call) -> Chances:
    from .functions import count_call

    return count_call(question, node)


_COUNT: dict[type, Callable[[Question, Any], Chances]] = {
    Number: _constant,
    Text: _constant,
    Truth: _constant,
    Name: _name,
    Labelled: _labelled,
    Unary: _unary,
    Binary: _binary,
    If: _choice,
    Dice: _dice,
    FaceDice: _dice,
    Group: _group,
    Pool: _pool,
    Call: _call,
}
