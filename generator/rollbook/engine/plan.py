"""The tree as written -> a plan: one small function for each node that rolls it, made once and used for every roll.

Dice in a term are thrown in this order: those in its count, in its sides, its own, then what its modifiers ask for,
left to right. Operands are rolled left to right.
"""

from __future__ import annotations

from . import plan_call, plan_dice
from .exact import apply_binary, apply_unary, given_value, refuse, truth
from .limits import MAX_DEPTH, MAX_STEPS, MAX_TEXT
from .nodes import (
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
from .parse import parse
from .problem import ProblemError, closest
from .rolled import Rolled
from .state import State, located

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .modifiers import Run
    from .nodes import Node
    from .state import Bound

# Binding a name to its expression takes about as long as this many plain steps.
_STEPS_OF_A_NAME = 50


class Planner:
    """Prepares the nodes of one expression. `height` becomes the depth of its tree, `times` how often a part is
    rolled: advantage inside advantage doubles that each time, which must not get out of hand."""

    __slots__ = ("depth", "height", "times")

    def __init__(self) -> None:
        self.depth = 0
        self.height = 0
        self.times = 1

    def prepare(self, node: Node) -> Run:
        """Node -> what rolls it."""
        self.depth += 1
        self.height = max(self.height, self.depth)
        run = _PREPARE[type(node)](self, node)
        self.depth -= 1
        return run

    def bind(self, node: Node, name: str, value: Bound, state: State, depth: int) -> Rolled:
        """What a name or a table's cell stands for -> what it comes to."""
        return _bind(node, name, value, state, depth)

    def prepare_twice(self, node: Node) -> Run:
        """Node that is rolled twice each time -> what rolls it once."""
        self.times *= 2
        if self.times * MAX_TEXT > MAX_STEPS:
            raise refuse(node, "too-many-steps", "advantage inside advantage takes too many steps to work out")
        run = self.prepare(node)
        self.times //= 2
        return run


class Plan:
    """What rolls an expression, and how deep its tree is."""

    __slots__ = ("height", "run")

    def __init__(self, root: Node) -> None:
        planner = Planner()
        self.run = planner.prepare(root)
        self.height = planner.height


def plan(expression: Expression) -> Plan:
    """Expression -> its plan, made at the first use."""
    made = expression.memo.get("plan")
    if made is None:
        made = expression.memo["plan"] = Plan(expression.root)
    assert isinstance(made, Plan)
    return made


def _constant(planner: Planner, node: Number | Text | Truth) -> Run:
    rolled = Rolled(node, node.value)
    return lambda state: rolled


def _name(planner: Planner, node: Name) -> Run:
    depth = planner.depth

    def run(state: State) -> Rolled:
        try:
            value = state.values[node.name]
        except KeyError:
            raise _unknown(node, state) from None
        return _bind(node, node.name, value, state, depth)

    return run


def _bind(node: Node, name: str, value: Any, state: State, depth: int) -> Rolled:
    """What a name stands for -> what it comes to; dice in an expression are thrown anew at each use."""
    if isinstance(value, (str, Expression)):
        return _expression(node, name, value, state, depth)
    # An earlier roll brings its total and its natural faces; its dice were thrown with it and are not thrown again.
    total, natural = getattr(value, "total", value), getattr(value, "natural", None)
    return Rolled(node, given_value(total, name, node), natural=natural)


def _expression(node: Node, name: str, value: str | Expression, state: State, depth: int) -> Rolled:
    """A name that stands for an expression -> what that comes to, with cycles and too much depth refused."""
    if name in state.naming:
        way = " → ".join([*state.naming[state.naming.index(name) :], name])
        raise refuse(node, "name-cycle", f"these names stand for each other in a circle: {way}")
    outer = state.naming, state.depth
    try:
        inner = plan(value if isinstance(value, Expression) else parse(value))
        state.step(node, _STEPS_OF_A_NAME + inner.height)
        state.naming += (name,)
        state.depth += depth
        if state.depth + inner.height > MAX_DEPTH + 1:
            raise refuse(node, "too-deep", f"more than {MAX_DEPTH} constructs inside each other")
        rolled = inner.run(state)
    except ProblemError as error:
        raise located(error.problem, node) from error
    state.naming, state.depth = outer
    return Rolled(node, rolled.value, (rolled,), (), rolled.natural)


def _unknown(node: Name, state: State) -> ProblemError:
    near = closest(node.name, state.values)
    way_out = f"; did you mean {near}?" if near else ""
    return refuse(node, "unknown-name", f"nothing here is called {node.name}{way_out}", near)


def _labelled(planner: Planner, node: Labelled) -> Run:
    body = planner.prepare(node.body)

    def run(state: State) -> Rolled:
        part = body(state)
        return Rolled(node, part.value, (part,), (), part.natural)

    return run


def _unary(planner: Planner, node: Unary) -> Run:
    body = planner.prepare(node.body)

    def run(state: State) -> Rolled:
        part = body(state)
        return Rolled(node, apply_unary(node, part.value), (part,), (), part.natural)

    return run


def _binary(planner: Planner, node: Binary) -> Run:
    """A whole chain of operations, in one loop; its parts are the operands that were needed."""
    first, chain = spine(node)
    run_first = planner.prepare(first)
    links = [(link, planner.prepare(link.right)) for link in chain]

    def run(state: State) -> Rolled:
        part = run_first(state)
        parts = [part]
        value, natural = part.value, part.natural
        for link, run_right in links:
            if link.operator in ("and", "or"):
                value = truth(value, link.left)
                if value == (link.operator == "or"):
                    continue
            part = run_right(state)
            parts.append(part)
            if natural is None:
                natural = part.natural
            if link.operator in ("and", "or"):
                value = truth(part.value, link.right)
            else:
                value = apply_binary(link, value, part.value)
        return Rolled(node, value, tuple(parts), (), natural)

    return run


def _choice(planner: Planner, node: If) -> Run:
    condition = planner.prepare(node.condition)
    branches = planner.prepare(node.otherwise), planner.prepare(node.then)

    def run(state: State) -> Rolled:
        asked = condition(state)
        taken = branches[truth(asked.value, node.condition)](state)
        return Rolled(node, taken.value, (asked, taken), (), taken.natural)

    return run


_PREPARE: dict[type, Callable[[Planner, Any], Run]] = {
    Number: _constant,
    Text: _constant,
    Truth: _constant,
    Name: _name,
    Labelled: _labelled,
    Unary: _unary,
    Binary: _binary,
    If: _choice,
    Dice: plan_dice.plan_dice,
    FaceDice: plan_dice.plan_dice,
    Group: plan_dice.plan_group,
    Pool: plan_dice.plan_pool,
    Call: plan_call.plan_call,
}
