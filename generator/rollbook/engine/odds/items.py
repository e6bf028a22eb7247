"""Node -> the chances of what it comes to together with its items: its kept dice or members, one by one.

Asked only about a step whose dice a later step looks at: `highest(pool)`. Outcomes are a value, its natural and its
items from the highest; no items where single dice cannot be told apart.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..expression import Expression
from ..lean_typing import TypeAlias
from ..nodes import (
    Count,
    Dice,
    Exact,
    FaceDice,
    Group,
    Keep,
    Labelled,
    Modified,
    Modifier,
    Name,
    Node,
    Number,
    Sort,
    Value,
)
from ..plan import follow_name
from ..pool import any_of
from .alike_dice import Pick, items_of, window
from .budget import TooCostlyError
from .counting import as_numbers, mapped, mix
from .gather import Outermost
from .natural import with_natural
from .terms import dice_term
from .values import Values

Items: TypeAlias = tuple[Exact, ...] | None
Seen: TypeAlias = dict[tuple[Value, Exact | None, Items], int]


def with_items(question: Values, node: Node, *, natural: bool) -> Seen:
    """Node, whether its natural is asked for too -> the chances of its value, natural and items."""
    while isinstance(node, Labelled):
        node = node.body
    if isinstance(node, Name):
        return _named(question, node, natural=natural)
    source, modifiers = (node.source, node.modifiers) if isinstance(node, Modified) else (node, ())
    if not isinstance(source, (Dice, FaceDice, Group)):
        return {(value, shown, None): ways for (value, shown), ways in with_natural(question, node).items()}
    if natural and (isinstance(source, Group) or not all(isinstance(each, (Keep, Count, Sort)) for each in modifiers)):
        raise TooCostlyError  # dice that count as other than they show: left to simulation
    others = [each for each in modifiers if not isinstance(each, Count)]
    if isinstance(source, Group):
        items = _members(question, source, others)
    else:
        items = dice_term(question, source, others, items_of)
    counts = [each for each in modifiers if isinstance(each, Count)]
    return mapped(lambda seen: (_score(seen, counts), sum(seen) if natural else None, seen), items)


def _named(question: Values, node: Name, *, natural: bool) -> Seen:
    meaning = question.meaning(node)
    if isinstance(meaning, (str, Expression)):
        state = question.state
        return follow_name(
            state,
            node,
            node.name,
            meaning,
            state.depth,
            lambda inner: with_items(question, inner.root, natural=natural),
        )
    return {(meaning.value, meaning.natural, getattr(meaning.earlier, "items", None)): 1}


def _members(question: Values, group: Group, modifiers: Iterable[Modifier]) -> dict[tuple[Exact, ...], int]:
    """A group -> the weights of its kept members' totals."""
    gather = Outermost(len(group.members), highest=True, rest=lambda item: 0, budget=question.budget)
    lots: dict[tuple[tuple[Exact, ...], Exact], int] = {((), 0): 1}
    for member in group.members:
        totals = as_numbers(question.chances(member), member)
        lots = gather.together(lots, mix((ways, gather.item(total)) for total, ways in totals.items()))
    picks = [Pick(each.kind, _plain(each.number)) for each in modifiers if isinstance(each, Keep)]
    first, last = window(len(group.members), picks)
    return mapped(lambda lot: lot[0][first:last], lots)


def _score(items: tuple[Exact, ...], counts: list[Count]) -> Exact:
    """Items, how their successes are counted if they are -> what they come to."""
    if not counts:
        return sum(items)
    (count,) = counts
    score = 0
    for condition, worth in ((count.success, 1), (count.failure, -1)):
        if condition is not None:
            meets = any_of([(condition.operator, _plain(condition.value))])
            score += worth * sum(map(meets, items))
    return score


def _plain(node: Node | None) -> int:
    """A whole number as written, one where it is left out; anything else is left to simulation."""
    if node is None:
        return 1
    if not isinstance(node, Number) or not isinstance(node.value, int):
        raise TooCostlyError
    return node.value
