"""Plans for operands: dice and groups with what modifiers make of them, and functions: plain ones, and those that roll
twice, look at dice, ask for the odds or look up a table."""

from __future__ import annotations

from collections.abc import Callable

from .exact import apply_function, given_value, number, refuse, whole, within
from .expression import Expression
from .limits import MAX_DICE_PER_TERM, MAX_SIDES
from .modifiers import plan_modifier
from .nodes import Call, Dice, FaceDice, Group, Modified, Modifier, Node
from .problem import ProblemError, closest
from .readings import bound_of, is_reading, kept_items, read_items, unlabelled, unreadable
from .rolled import Rolled
from .state import Item, Planner, Pool, Run, State, located


def plan_pool(planner: Planner, node: Dice | FaceDice | Group | Modified) -> Run:
    """Dice or a group, and modifiers on them -> what rolls them."""
    source, modifiers = (node.source, node.modifiers) if isinstance(node, Modified) else (node, ())
    if isinstance(source, Group):
        return _plan_members(planner, source, modifiers, node)
    start = _start_dice(planner, source)
    steps = [plan_modifier(modifier, planner.prepare) for modifier in modifiers]

    def run(state: State) -> Rolled:
        pool = start(state)
        for step in steps:
            step(pool)
        return Rolled(node, within(pool.total(), node), tuple(pool.parts), pool.dice(), pool.natural())

    return run


def _start_dice(planner: Planner, node: Dice | FaceDice) -> Callable[[State], Pool]:
    """Dice -> what throws them for the first time."""
    count_node = node.count
    run_count = None if count_node is None else planner.prepare(count_node)
    faces = node.faces if isinstance(node, FaceDice) else ()
    run_sides = None if isinstance(node, FaceDice) else planner.prepare(node.sides)

    def start(state: State) -> Pool:
        parts: list[Rolled] = []
        count = 1
        if run_count is not None and count_node is not None:
            parts.append(run_count(state))
            count = check_count(node, whole(parts[-1].value, count_node, "how many dice are thrown"))
        sides = len(faces)
        if run_sides is not None and not isinstance(node, FaceDice):
            parts.append(run_sides(state))
            sides = check_sides(node, whole(parts[-1].value, node.sides, "how many sides a die has"))
        pool = Pool(state, node, sides, faces)
        pool.items = pool.throw(count)
        pool.parts = [part for part in parts if part.parts or part.dice]
        return pool

    return start


def check_count(node: Dice | FaceDice, count: int) -> int:
    """How many dice -> the same; a problem when negative or past the limit."""
    if count < 0:
        raise refuse(node, "negative-amount", f"{count} dice cannot be thrown")
    if count > MAX_DICE_PER_TERM:
        message = f"one term throws at most {MAX_DICE_PER_TERM:,} dice, not {count:,}"
        raise refuse(node, "too-many-dice", message)
    return count


def check_sides(node: Dice, sides: int) -> int:
    """How many sides -> the same; a problem when there are none or too many."""
    if sides < 1:
        raise refuse(node, "no-sides", f"a die needs at least one side, but this one has {sides}")
    if sides > MAX_SIDES:
        message = f"a die has at most {MAX_SIDES:,} sides, not {sides:,}"
        raise refuse(node, "too-many-sides", message)
    return sides


def _plan_members(planner: Planner, group: Group, modifiers: tuple[Modifier, ...], node: Node) -> Run:
    """A group's members as items worth their totals, and modifiers on them; the whole of it -> what rolls it."""
    members = [planner.prepare(member) for member in group.members]
    steps = [plan_modifier(modifier, planner.prepare) for modifier in modifiers]

    def run(state: State) -> Rolled:
        rolled = [member(state) for member in members]
        pool = Pool(state, group, 0, ())
        pool.items = [Item(number(part.value, part.node), place) for place, part in enumerate(rolled)]
        for step in steps:
            step(pool)
        shown = [rolled[item.order] if item.kept else rolled[item.order].without_effect() for item in pool.items]
        natural = next((p.natural for p in shown if not p.dropped and p.natural is not None), None)
        return Rolled(node, within(pool.total(), node), (*shown, *pool.parts), (), natural)

    return run


def plan_call(planner: Planner, node: Call) -> Run:
    """Call -> what rolls it."""
    if is_reading(node):
        return _plan_reading(planner, node)
    if node.function == "sum" and len(node.arguments) == 1:
        return _plan_sum(planner, node)
    return _PLAN.get(node.function, _plan_plain)(planner, node)


def _plan_plain(planner: Planner, node: Call) -> Run:
    arguments = [planner.prepare(argument) for argument in node.arguments]

    def run(state: State) -> Rolled:
        parts = tuple([argument(state) for argument in arguments])
        value = apply_function(node, [part.value for part in parts])
        natural = next((part.natural for part in parts if part.natural is not None), None)
        return Rolled(node, value, parts, (), natural)

    return run


def _plan_reading(planner: Planner, node: Call) -> Run:
    """`highest(4d6)`, `count(pool, = 6)`: of dice, a group or a step that is one, the kept items one by one."""
    pool, bound = planner.prepare(node.arguments[0]), bound_of(node)
    run_bound = None if bound is None else planner.prepare(bound)

    def run(state: State) -> Rolled:
        part = pool(state)
        beside = None if run_bound is None else run_bound(state)
        items = kept_items(part)
        if items is None:
            raise unreadable(node)
        answer = read_items(node, items, 0 if beside is None else beside.value)
        return Rolled(node, answer, (part,) if beside is None else (part, beside), (), part.natural)

    return run


def _plan_sum(planner: Planner, node: Call) -> Run:
    """`sum(4d6>=5)`: of dice or a group, the kept items; of anything else, what it comes to."""
    argument = planner.prepare(node.arguments[0])
    of_dice = isinstance(unlabelled(node.arguments[0]), (Dice, FaceDice, Group, Modified))

    def run(state: State) -> Rolled:
        part = argument(state)
        items = kept_items(part) if of_dice else None
        total = number(part.value, part.node) if items is None else sum(items)
        return Rolled(node, within(total, node), (part,), (), part.natural)

    return run


def _plan_twice(planner: Planner, node: Call) -> Run:
    """`adv(…)`, `dis(…)`: the argument rolled twice; of two equal totals the first counts."""
    argument = planner.prepare_twice(node.arguments[0])
    sign = 1 if node.function == "adv" else -1

    def run(state: State) -> Rolled:
        first, second = argument(state), argument(state)
        values = [number(part.value, node.arguments[0]) * sign for part in (first, second)]
        if values[1] > values[0]:
            return Rolled(node, second.value, (first.without_effect(), second), (), second.natural)
        return Rolled(node, first.value, (first, second.without_effect()), (), first.natural)

    return run


def _plan_natural(planner: Planner, node: Call) -> Run:
    argument = planner.prepare(node.arguments[0])

    def run(state: State) -> Rolled:
        part = argument(state)
        return Rolled(node, 0 if part.natural is None else part.natural, (part,), (), part.natural)

    return run


def _plan_extent(planner: Planner, node: Call) -> Run:
    """`maximum(…)`, `minimum(…)`, `mean(…)`: taken from the odds of the argument, nothing is thrown."""
    planner.prepare(node.arguments[0])
    question = Expression("", node.arguments[0])

    def run(state: State) -> Rolled:
        # Imported late: a roll that does not ask for odds does not load them.
        from .odds import odds

        state.step(node, 1_000)
        try:
            distribution = odds(question, state.values, state.tables)
        except ProblemError as error:
            raise located(error.problem, node) from error
        if not distribution.numeric:
            raise refuse(node, "not-a-number", f"{node.function} needs numbers, but this may be text")
        if not distribution.exact:
            raise refuse(node, "too-costly", f"the {node.function} of this takes too many steps to work out")
        return Rolled(node, within(getattr(distribution, node.function), node))

    return run


def _plan_lookup(planner: Planner, node: Call) -> Run:
    table_node, key_node, column_node = node.arguments
    key = planner.prepare(key_node)
    depth = planner.depth
    # The parser made sure that the table and the column are named outright.
    table_name, column = getattr(table_node, "value", ""), getattr(column_node, "value", "")

    def run(state: State) -> Rolled:
        part = key(state)
        table = state.tables.get(table_name)
        if table is None:
            near = closest(table_name, state.tables)
            way_out = f"; did you mean {near}?" if near else ""
            raise refuse(table_node, "unknown-table", f"there is no table {table_name}{way_out}", near)
        try:
            cell = table.lookup(part.value, column)
        except ProblemError as error:
            raise located(error.problem, node) from error
        if isinstance(cell, Expression):
            inner = planner.roll_named(node, f"{table_name}.{column}", cell, state, depth)
            return Rolled(node, inner.value, (part, *inner.parts), (), inner.natural)
        return Rolled(node, given_value(cell, f"{table_name}.{column}", node), (part,))

    return run


_PLAN: dict[str, Callable[[Planner, Call], Run]] = {
    "adv": _plan_twice,
    "dis": _plan_twice,
    "natural": _plan_natural,
    "maximum": _plan_extent,
    "minimum": _plan_extent,
    "mean": _plan_extent,
    "lookup": _plan_lookup,
}
