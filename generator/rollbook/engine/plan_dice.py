"""Plans for dice, groups and what modifiers make of them."""

from __future__ import annotations

from collections.abc import Callable

from . import nodes
from .exact import number, refuse, whole, within
from .limits import MAX_DICE_PER_TERM, MAX_SIDES
from .modifiers import plan_modifier
from .nodes import FaceDice, Group
from .rolled import Rolled
from .state import Item, Planner, Pool, Run, State

Start = Callable[[State], Pool]


def plan_dice(planner: Planner, node: nodes.Dice | nodes.FaceDice) -> Run:
    """Dice without modifiers -> what rolls them."""
    start = _start_dice(planner, node)

    def run(state: State) -> Rolled:
        pool = start(state)
        return Rolled(node, within(pool.total(), node), tuple(pool.parts), pool.dice(), pool.natural())

    return run


def plan_group(planner: Planner, node: nodes.Group) -> Run:
    """A group without modifiers -> what rolls it."""
    return _plan_members(planner, node, ())


def plan_modified(planner: Planner, node: nodes.Modified) -> Run:
    """Dice or a group with modifiers -> what rolls them."""
    if isinstance(node.source, Group):
        return _plan_members(planner, node.source, node.modifiers, node)
    start = _start_dice(planner, node.source)
    modifiers = [plan_modifier(modifier, planner.prepare) for modifier in node.modifiers]

    def run(state: State) -> Rolled:
        pool = start(state)
        for modify in modifiers:
            modify(pool)
        return Rolled(node, within(pool.total(), node), tuple(pool.parts), pool.dice(), pool.natural())

    return run


def _start_dice(planner: Planner, node: nodes.Dice | nodes.FaceDice) -> Start:
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


def check_count(node: nodes.Dice | nodes.FaceDice, count: int) -> int:
    """How many dice -> the same; a problem when negative or past the limit."""
    if count < 0:
        raise refuse(node, "negative-amount", f"{count} dice cannot be thrown")
    if count > MAX_DICE_PER_TERM:
        message = f"one term throws at most {MAX_DICE_PER_TERM:,} dice, not {count:,}"
        raise refuse(node, "too-many-dice", message)
    return count


def check_sides(node: nodes.Dice, sides: int) -> int:
    """How many sides -> the same; a problem when there are none or too many."""
    if sides < 1:
        raise refuse(node, "no-sides", f"a die needs at least one side, but this one has {sides}")
    if sides > MAX_SIDES:
        message = f"a die has at most {MAX_SIDES:,} sides, not {sides:,}"
        raise refuse(node, "too-many-sides", message)
    return sides


def _plan_members(
    planner: Planner,
    group: nodes.Group,
    modifiers: tuple[nodes.Modifier, ...],
    whole_node: nodes.Modified | None = None,
) -> Run:
    """A group's members as items worth their totals, and modifiers on them -> what rolls them."""
    node = whole_node or group
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
