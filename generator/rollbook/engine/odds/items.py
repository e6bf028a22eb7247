"""Functions that read single dice, and steps whose dice they read -> their chances.

Outcomes of a step are its value, its natural and its items from the highest; no items where single dice cannot be told
apart. Where it is known what is asked of them (`Asked`), one set of items stands for all that answer alike: values are
dealt from the highest down, each to none, one or more of the dice, and hands of items that answer alike so far are one
from there on. Ten dice of ten sides have 92,378 sets, but only eleven counts of successes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import dropwhile
from math import comb

from .. import nodes
from ..exact import any_of, number
from ..expression import Expression
from ..lean import TypeAlias, frozen
from ..nodes import Exact, Node, Value
from ..plan import follow_name
from ..readings import bound_of, read_items, unlabelled, unreadable
from .alike_dice import AlikeDice, Extra, Pick, every_item, splits, window
from .budget import LOT, Budget, TooCostlyError
from .counting import Chances, Weights, as_numbers, bits, mapped, mix, truths
from .natural import with_natural
from .terms import dice_term, group_term
from .throw import Outermost, Throw, Total
from .values import Values, tidy, without_count

Items: TypeAlias = tuple[Exact, ...]
Seen: TypeAlias = dict[tuple[Value, Exact | None, Items | None], int]
# Items dealt so far, how many there will be -> what tells them apart.
Key: TypeAlias = Callable[[Items, int], Hashable]
# How many dice are dealt and the key of the kept ones -> the ways to get there, and items that stand for all of them.
Hands: TypeAlias = dict[tuple[int, Hashable], tuple[int, Items]]


@frozen
class Asked:
    """All that is asked of items: readings, each with what its number came to, and whether their total is."""

    readings: tuple[tuple[nodes.Call, Value], ...]
    total: bool


def reading_chances(question: Values, node: nodes.Call) -> Chances:
    """A function that reads single dice -> the chances of its answer."""
    bound = bound_of(node)
    if bound is None:
        return _read(question, node, 0)
    values = question.chances(bound).items()
    return question.cases(lambda value: _read(question, node, value), [(ways, value) for value, ways in values])


def _read(question: Values, node: nodes.Call, bound: Value) -> Chances:
    """The same, once its number is known."""
    pool = node.arguments[0]
    short = _by_modifier(question, node, pool, bound)
    if short is not None:
        return short
    seen = with_items(question, pool, Asked(((node, bound),), total=False), natural=False)

    def answer(outcome: tuple[Value, Exact | None, Items | None]) -> Value:
        if outcome[2] is None:
            raise unreadable(node)
        return read_items(node, outcome[2], bound)

    return mapped(answer, seen)


def _by_modifier(question: Values, node: nodes.Call, pool: Node, bound: Value) -> Chances | None:
    """The same where a modifier of the dice says it, which is counted the quickest; None where none does."""
    pool = unlabelled(pool)
    if isinstance(pool, nodes.Name):
        meaning = question.meaning(pool)
        if not isinstance(meaning, (str, Expression)):
            return None
        depth = question.state.depth
        return follow_name(
            question.state,
            pool,
            pool.name,
            meaning,
            depth,
            lambda inner: _by_modifier(question, node, inner.root, bound),
        )
    source, modifier = pool.source if isinstance(pool, nodes.Modified) else pool, _modifier(node, bound)
    if modifier is None or not isinstance(source, (nodes.Dice, nodes.FaceDice, nodes.Group)):
        return None
    modifiers = [*without_count(pool), modifier]
    if isinstance(source, nodes.Group):
        found = tidy(group_term(question, source, modifiers), node)
    else:
        found = tidy(dice_term(question, source, modifiers), node)
    return mapped(bool, found) if node.function == "has" else found


def _modifier(node: nodes.Call, bound: Value) -> nodes.Modifier | None:
    if node.function in ("highest", "lowest"):
        return nodes.Keep("kh" if node.function == "highest" else "kl", None, node.start, node.end)
    if node.function not in ("count", "has") or len(node.arguments) == 1:
        return None
    operator = getattr(node.arguments[1], "value", "")
    value = nodes.Number(number(bound, node.arguments[2]), node.start, node.end)
    return nodes.Count(nodes.Condition(operator, value, node.start, node.end), None, node.start, node.end)


def with_items(question: Values, node: Node, asked: Asked | None, *, natural: bool) -> Seen:
    """Node, what is asked of its items (None: anything), whether its natural is too -> value, natural and items."""
    node = unlabelled(node)
    if isinstance(node, nodes.Name):
        return _named(question, node, asked, natural=natural)
    if isinstance(node, nodes.If):
        fails, holds = truths(question.chances(node.condition), node.condition)
        branches = [(ways, body) for ways, body in ((holds, node.then), (fails, node.otherwise)) if ways]
        return question.cases(lambda body: with_items(question, body, asked, natural=natural), branches)
    source, modifiers = (node.source, node.modifiers) if isinstance(node, nodes.Modified) else (node, ())
    if not isinstance(source, (nodes.Dice, nodes.FaceDice, nodes.Group)):
        return {(value, shown, None): ways for (value, shown), ways in with_natural(question, node).items()}
    if natural and (
        isinstance(source, nodes.Group)
        or not all(isinstance(each, (nodes.Keep, nodes.Count, nodes.Sort)) for each in modifiers)
    ):
        raise TooCostlyError  # dice that count as other than they show: left to simulation
    others = without_count(node)
    tell = _Telling(asked, tuple(each for each in modifiers if isinstance(each, nodes.Count)), natural)
    if isinstance(source, nodes.Group):
        items = _members(question, source, others)
    else:
        items = dice_term(question, source, others, tell)
    return mapped(lambda seen: (tell.score(seen), sum(seen) if natural else None, seen), items)


@frozen
class _Telling:
    """What tells the items of dice apart, and counts them accordingly: equal ones are the same question of a term."""

    asked: Asked | None
    counts: tuple[nodes.Count, ...]
    natural: bool

    def __call__(self, dice: AlikeDice, budget: Budget) -> dict[Items, int]:
        return _items_of(dice, self.key if self.asked else None, budget)

    def key(self, items: Items, size: int) -> Hashable:
        """The highest items, how many there will be -> what is asked of them."""
        asked = self.asked
        assert asked is not None
        told: list[Hashable] = [self.score(items) if asked.total else 0, sum(items) if self.natural else 0]
        for call, bound in asked.readings:
            if call.function == "nth" and number(bound, call) < 0:
                place = size + int(number(bound, call))
                told.append(items[place : place + 1] if place >= 0 else 0)
            else:
                told.append(read_items(call, items, bound))
        return tuple(told)

    def score(self, items: Items) -> Exact:
        """Items -> what they come to: their sum, or their successes where these are counted."""
        if not self.counts:
            return sum(items)
        (count,) = self.counts
        score = 0
        for condition, worth in ((count.success, 1), (count.failure, -1)):
            if condition is not None:
                meets = any_of([(condition.operator, _plain(condition.value))])
                score += worth * sum(map(meets, items))
        return score


def _named(question: Values, node: nodes.Name, asked: Asked | None, *, natural: bool) -> Seen:
    meaning = question.meaning(node)
    if isinstance(meaning, (str, Expression)):
        state = question.state
        return follow_name(
            state,
            node,
            node.name,
            meaning,
            state.depth,
            lambda inner: with_items(question, inner.root, asked, natural=natural),
        )
    return {(meaning.value, meaning.natural, getattr(meaning.earlier, "items", None)): 1}


def _members(question: Values, group: nodes.Group, modifiers: Iterable[nodes.Modifier]) -> dict[Items, int]:
    """A group -> the weights of its kept members' totals."""
    gather = Outermost(len(group.members), highest=True, rest=lambda item: 0, budget=question.budget)
    lots: dict[tuple[Items, Exact], int] = {((), 0): 1}
    for member in group.members:
        totals = as_numbers(question.chances(member), member)
        lots = gather.together(lots, mix((ways, gather.item(total)) for total, ways in totals.items()))
    picks = [Pick(each.kind, _plain(each.number)) for each in modifiers if isinstance(each, nodes.Keep)]
    first, last = window(len(group.members), picks)
    return mapped(lambda lot: lot[0][first:last], lots)


def _plain(node: Node | None) -> int:
    """A whole number as written, one where it is left out; anything else is left to simulation."""
    if node is None:
        return 1
    if not isinstance(node, nodes.Number) or not isinstance(node.value, int):
        raise TooCostlyError
    return node.value


def _items_of(dice: AlikeDice, key: Key | None, budget: Budget) -> dict[Items, int]:
    """Alike dice, what tells items apart (None: everything) -> the weights of the kept items, from the highest down.

    What `key` says of the items dealt so far must be enough to go on: equal keys stay equal whatever is dealt next.
    """
    later = list(dropwhile(lambda step: not isinstance(step, Pick), dice.steps))
    picks = [step for step in later if isinstance(step, Pick)]
    before = dice.steps[: len(dice.steps) - len(later)]
    effects = tuple(step for step in before if not isinstance(step, (Pick, Extra)) and not splits(step))
    if key is None or len(picks) < len(later) or len(effects) < len(before):
        return {items: ways for (items, _), ways in every_item(dice, budget).items()}
    die = Throw(dice.die, effects, Total(budget), dice.explosions).thrown() if effects else dice.die
    return _dealt(die, dice.count, window(dice.count, picks), key, budget)


def _dealt(die: Weights, count: int, kept: tuple[int, int], key: Key, budget: Budget) -> dict[Items, int]:
    size = _overlap(0, count, *kept)
    hands: Hands = {(0, key((), size)): (1, ())}
    lowest = min(die)
    for value in sorted(die, reverse=True):
        budget.spend(LOT * sum([count - placed + 1 for placed, _ in hands]), count * bits(die))
        dealt: Hands = {}
        for (placed, _), (ways, items) in hands.items():
            free = count - placed
            # The last value takes all dice that are left.
            for taken in range(free if value == lowest else 0, free + 1):
                hand = items + (value,) * _overlap(placed, placed + taken, *kept)
                state = placed + taken, key(hand, size)
                more = ways * comb(free, taken) * die[value] ** taken
                before, standing = dealt.get(state, (0, hand))
                dealt[state] = before + more, standing
        hands = dealt
    return {items: ways for ways, items in hands.values()}


def _overlap(start: int, end: int, first: int, last: int) -> int:
    """Places dealt to, the window that is kept -> how many of the places are kept."""
    return max(0, min(end, last) - max(start, first))
