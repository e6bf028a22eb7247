"""Dice and groups of the tree -> pools to count. What stands in counts, sides and modifiers may be dice itself.

Whatever is asked for once for all dice of a term (how many, how many sides, what a reroll compares with) is settled
first: the term is counted once for every way that these can come out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from .. import nodes
from ..exact import any_of, number, refuse, whole
from ..lean import Any, TypeAlias, assert_never
from ..nodes import Exact, Node, Value
from ..plan_operands import check_count, check_sides
from .alike_dice import AlikeDice, Extra, Pick, Step, group_total, total_of
from .budget import Budget
from .counting import Weights, as_numbers
from .question import Question
from .throw import Again, Burst, Test, Worth

# The value that each expression inside a term came to, by the node's identity.
Settled: TypeAlias = dict[int, Value]


def dice_term(
    question: Question[Any],
    source: nodes.Dice | nodes.FaceDice,
    modifiers: Sequence[nodes.Modifier],
    count_dice: Callable[[AlikeDice, Budget], dict[Any, int]] = total_of,
) -> dict[Any, int]:
    """Dice, their modifiers, what to count of a pool -> its weights; as it is, those of the total."""
    asked = [source.count, None if isinstance(source, nodes.FaceDice) else source.sides, *_asked(modifiers)]

    def count(settled: Settled) -> dict[Any, int]:
        if question.terms is None:
            return count_anew(settled)
        # The columns in the tree tell terms apart; what they are counted from is settled here, whatever the case.
        key = (source, tuple(modifiers), tuple(settled.values()), count_dice)
        if key not in question.terms:
            question.terms[key] = count_anew(settled)
        return question.terms[key]

    def count_anew(settled: Settled) -> dict[Any, int]:
        die, dice = _die(question, source, settled)
        steps = tuple(_steps(modifiers, settled, min(die), max(die))) if modifiers else ()
        explosions = question.explosions.followed(*_ways_to_explode(die, steps))
        return count_dice(AlikeDice(die, dice, steps, explosions), question.budget)

    return _over_settled(question, [node for node in asked if node is not None], count)


def group_term(question: Question[Any], group: nodes.Group, modifiers: Sequence[nodes.Modifier]) -> Weights:
    """Group, its modifiers -> the weights of its total."""
    members = [as_numbers(question.values.chances(member), member) for member in group.members]
    return _over_settled(
        question,
        _asked(modifiers),
        lambda settled: group_total(members, list(_steps(modifiers, settled, 0, 0)), question.budget),
    )


def _steps(modifiers: Sequence[nodes.Modifier], settled: Settled, low: Exact, high: Exact) -> Iterator[Step]:
    """Modifiers, what their numbers came to, the die's lowest and highest face -> what they do to a pool."""
    for modifier in modifiers:
        match modifier:
            case nodes.Keep():
                yield Pick(modifier.kind, _amount(modifier, settled))
            case nodes.Reroll():
                test = _test(modifier.conditions, settled, low)
                endless = refuse(modifier, "endless-reroll", "every face would be rerolled forever")
                yield Extra(test) if modifier.kind == "ra" else Again(modifier.kind == "ro", test, endless)
            case nodes.Explode():
                test = _test(modifier.conditions, settled, high)
                endless = refuse(modifier, "endless-explosion", "every face would explode forever")
                yield Burst(modifier.kind, test, endless)
            case nodes.Bound():
                yield Worth(_bounded(modifier.kind, number(settled[id(modifier.value)], modifier.value)))
            case nodes.Count():
                yield Worth(_counted(modifier, settled))
            case nodes.Sort():
                pass  # how dice are shown never changes what they are worth
            case _:
                assert_never(modifier)


def _over_settled(question: Question[Any], inner: Sequence[Node], count: Callable[[Settled], Weights]) -> Weights:
    """Expressions inside a term, how to count it once they are settled -> its weights over all their ways."""
    if all(type(node) is nodes.Number for node in inner):
        # As most terms are written, nothing is left to chance.
        return count({id(node): node.value for node in inner})  # type: ignore[union-attr]  # just looked
    found = [(id(node), question.values.chances(node)) for node in inner]
    ways_of: list[tuple[int, Settled]] = [(1, {})]
    for key, chances in found:
        question.budget.spend(10 * len(ways_of) * len(chances))
        ways_of = [
            (ways * more, {**settled, key: value}) for ways, settled in ways_of for value, more in chances.items()
        ]
    return question.cases(count, ways_of)


def _die(question: Question[Any], source: nodes.Dice | nodes.FaceDice, settled: Settled) -> tuple[Weights, int]:
    """Dice -> the weights of one die's faces, and how many are thrown."""
    count = 1
    if source.count is not None:
        count = check_count(source, whole(settled[id(source.count)], source.count, "how many dice are thrown"))
    question.state.throw(source, count, 1, ())
    if isinstance(source, nodes.FaceDice):
        die: Weights = {}
        for face in source.faces:
            die[face] = die.get(face, 0) + 1
        return die, count
    sides = check_sides(source, whole(settled[id(source.sides)], source.sides, "how many sides a die has"))
    question.budget.spend(sides * 2)
    return dict.fromkeys(range(1, sides + 1), 1), count


def _asked(modifiers: Iterable[nodes.Modifier]) -> list[Node]:
    """Modifiers -> the expressions that stand in them."""
    inner: list[Node] = []
    for modifier in modifiers:
        match modifier:
            case nodes.Keep():
                inner += [] if modifier.number is None else [modifier.number]
            case nodes.Bound():
                inner.append(modifier.value)
            case nodes.Reroll() | nodes.Explode():
                inner += [condition.value for condition in modifier.conditions]
            case nodes.Count():
                inner += [part.value for part in (modifier.success, modifier.failure) if part is not None]
            case nodes.Sort():
                pass
            case _:
                assert_never(modifier)
    return inner


def _amount(modifier: nodes.Keep, settled: Settled) -> int:
    node = modifier.number
    amount = 1 if node is None else whole(settled[id(node)], node, "how many to keep or drop")
    if amount < 0:
        raise refuse(modifier, "negative-amount", f"{amount} dice cannot be kept or dropped")
    return amount


def _test(conditions: Sequence[nodes.Condition], settled: Settled, otherwise: Exact) -> Test:
    """Conditions -> whether a value meets one; without any, whether it is the face that the modifier is for."""
    asked = [(part.operator, number(settled[id(part.value)], part.value)) for part in conditions]
    return any_of(asked or [("=", otherwise)])


def _bounded(kind: str, bound: Exact) -> Callable[[Exact], Exact]:
    return (lambda value: max(value, bound)) if kind == "mi" else (lambda value: min(value, bound))


def _counted(modifier: nodes.Count, settled: Settled) -> Callable[[Exact], Exact]:
    success = _test((modifier.success,), settled, 0)
    if modifier.failure is None:
        return lambda value: int(success(value))
    failure = _test((modifier.failure,), settled, 0)
    return lambda value: int(success(value)) - int(failure(value))


def _ways_to_explode(die: Weights, steps: Sequence[Step]) -> tuple[int, int]:
    """Die, steps -> the ways of all in which the likeliest explosion among the steps goes on; (0, 1) without one."""
    total = sum(die.values())
    likeliest = 0
    for step in steps:
        if isinstance(step, Burst):
            likeliest = max(likeliest, sum(ways for face, ways in die.items() if step.test(face)))
    return likeliest, total
