"""The tree as written -> a plan: one small function for each node that rolls it, made once and used for every roll.

Dice in a term are thrown in this order: those in its count, in its sides, its own, then what its modifiers ask for,
left to right. Operands are rolled left to right.
"""

from __future__ import annotations

from collections.abc import Callable

from .exact import OF_WHOLE_NUMBERS, apply_binary, apply_unary, given_value, refuse, truth, within
from .expression import Expression, spine
from .lean import TypeVar, assert_never
from .limits import MAX_DEPTH, MAX_STEPS, MAX_TEXT
from .nodes import Binary, Call, Dice, FaceDice, Group, If, Labelled, Modified, Name, Node, Number, Text, Truth, Unary
from .parse import parse
from .plan_operands import plan_call, plan_pool
from .problem import ProblemError, closest
from .rolled import Rolled
from .state import Planner, Run, State, located

Result = TypeVar("Result")

# Following a name to its expression takes about as long as this many plain steps.
_STEPS_OF_A_NAME = 50


class TreePlanner:
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
        run = _prepare(self, node)
        self.depth -= 1
        return run

    def prepare_twice(self, node: Node) -> Run:
        """Node that is rolled twice each time -> what rolls it once."""
        self.times *= 2
        if self.times * MAX_TEXT > MAX_STEPS:
            raise refuse(node, "too-many-steps", "advantage inside advantage takes too many steps to work out")
        run = self.prepare(node)
        self.times //= 2
        return run

    def roll_named(self, node: Node, name: str, meaning: str | Expression, state: State, depth: int) -> Rolled:
        """A name or cell that stands for an expression -> what it comes to; its dice are thrown again at each use."""
        rolled = follow_name(state, node, name, meaning, state.depth + depth, lambda inner: plan(inner).run(state))
        return Rolled(node, rolled.value, (rolled,), (), rolled.natural)


class Plan:
    """What rolls an expression, and how deep its tree is."""

    __slots__ = ("height", "run")

    def __init__(self, root: Node) -> None:
        planner = TreePlanner()
        self.run = planner.prepare(root)
        self.height = planner.height


def plan(expression: Expression) -> Plan:
    """Expression -> its plan, made at the first use."""
    ready = expression.memo.get("plan")
    if ready is None:
        ready = expression.memo["plan"] = Plan(expression.root)
    assert isinstance(ready, Plan)
    return ready


def given(node: Name, value: object) -> Rolled:
    """A name, what it stands for other than an expression -> what it comes to.

    An earlier roll brings its total, its natural faces and its items; its dice were thrown with it, not here.
    """
    if type(value) is int:  # most are, and have nothing to be looked for
        return Rolled(node, within(value, node))
    total, natural = getattr(value, "total", value), getattr(value, "natural", None)
    earlier = None if total is value else value
    return Rolled(node, given_value(total, node.name, node), natural=natural, earlier=earlier)


def follow_name(
    state: State,
    node: Node,
    name: str,
    meaning: str | Expression,
    depth: int,
    work_out: Callable[[Expression], Result],
) -> Result:
    """A name or cell that stands for an expression, the depth reached, what to do with the expression -> its result.

    Rolls and odds follow names here and nowhere else: circles and too much depth are refused alike for both.
    """
    if name in state.naming:
        way = " → ".join([*state.naming[state.naming.index(name) :], name])
        raise refuse(node, "name-cycle", f"these names stand for each other in a circle: {way}")
    outer = state.naming, state.depth
    try:
        expression = meaning if isinstance(meaning, Expression) else parse(meaning)
        height = plan(expression).height
        state.step(node, _STEPS_OF_A_NAME + height)
        if depth + height > MAX_DEPTH + 1:
            raise refuse(node, "too-deep", f"more than {MAX_DEPTH} levels of nesting")
        state.naming += (name,)
        state.depth = depth
        result = work_out(expression)
    except ProblemError as error:
        raise located(error.problem, node) from error
    state.naming, state.depth = outer
    return result


def _prepare(planner: Planner, node: Node) -> Run:
    match node:
        case Number() | Text() | Truth():
            return _constant(node)
        case Name():
            return _name(planner, node)
        case Labelled():
            return _labelled(planner, node)
        case Unary():
            return _unary(planner, node)
        case Binary():
            return _binary(planner, node)
        case If():
            return _choice(planner, node)
        case Dice() | FaceDice() | Group() | Modified():
            return plan_pool(planner, node)
        case Call():
            return plan_call(planner, node)
        case _:
            assert_never(node)


def _constant(node: Number | Text | Truth) -> Run:
    rolled = Rolled(node, node.value)
    return lambda state: rolled


def _name(planner: Planner, node: Name) -> Run:
    depth = planner.depth

    def run(state: State) -> Rolled:
        try:
            value = state.values[node.name]
        except KeyError:
            raise _unknown(node, state) from None
        if isinstance(value, (str, Expression)):
            return planner.roll_named(node, node.name, value, state, depth)
        return given(node, value)

    return run


def _unknown(node: Name, state: State) -> ProblemError:
    near = closest(node.name, state.values)
    way_out = f"; did you mean {near}?" if near else ""
    return refuse(node, "unknown-name", f"nothing here is called {node.name}{way_out}", near, name=node.name)


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
    links = [
        (link, planner.prepare(link.right), link.operator in ("and", "or"), OF_WHOLE_NUMBERS.get(link.operator))
        for link in chain
    ]

    def run(state: State) -> Rolled:
        part = run_first(state)
        parts = [part]
        value, natural = part.value, part.natural
        for link, run_right, is_logical, simple in links:
            if is_logical:
                value = truth(value, link.left)
                if value == (link.operator == "or"):
                    continue
            part = run_right(state)
            parts.append(part)
            if natural is None:
                natural = part.natural
            if is_logical:
                value = truth(part.value, link.right)
            elif simple is not None and type(value) is int and type(part.value) is int:
                value = within(simple(value, part.value), link)
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
