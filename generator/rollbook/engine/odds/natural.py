"""Node -> the chances of what it comes to together with its natural: what the dice of its first dice term show.

A walk beside that of question.py, taken only for what stands inside `natural(…)` and for a step whose natural a later
step asks for. Outcomes are pairs of value and natural, the latter None where no dice are thrown.
"""

from __future__ import annotations

from ..exact import apply_binary, apply_function, apply_unary, number, truth
from ..nodes import Binary, Call, Dice, Expression, FaceDice, Group, If, Labelled, Name, Pool, Unary, spine
from .budget import TooCostlyError
from .counting import combine, mapped, mix
from .functions import cell_name, look_up
from .gather import Total
from .pool import Pick, pool_total, window
from .pool import Pool as DicePool
from .terms import dice_term
from .throw import Again, Burst, Throw, Worth

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    from ..nodes import Exact, Node, Value
    from .budget import Budget
    from .question import Question

    Pair: TypeAlias = tuple[Any, Exact | None]
    Pairs: TypeAlias = dict[Pair, int]


def with_natural(question: Question, node: Node) -> Pairs:
    """Node -> the chances of its value and natural."""
    question.depth += 1
    track = _TRACK.get(type(node))
    found = track(question, node) if track else _without(question.chances(node))
    question.depth -= 1
    return found


def _without(chances: dict[Value, int]) -> Pairs:
    return {(value, None): ways for value, ways in chances.items()}


def _name(question: Question, node: Name) -> Pairs:
    meaning = question.meaning(node)
    if isinstance(meaning, (str, Expression)):
        return question.inner(node, node.name, meaning, lambda root: with_natural(question, root))
    return {(meaning.value, meaning.natural): 1}


def _labelled(question: Question, node: Labelled) -> Pairs:
    return with_natural(question, node.body)


def _unary(question: Question, node: Unary) -> Pairs:
    pairs = with_natural(question, node.body)
    return mapped(lambda pair: (apply_unary(node, pair[0]), pair[1]), pairs)


def _binary(question: Question, node: Binary) -> Pairs:
    first, chain = spine(node)
    left = with_natural(question, first)
    for link in chain:
        if link.operator in ("and", "or"):
            left = _either(question, link, left)
        else:
            left = _joined(question, left, link.right, lambda a, b, link=link: apply_binary(link, a, b))  # type: ignore[misc]
    return left


def _joined(question: Question, left: Pairs, node: Node, function: Callable[[Any, Any], Any]) -> Pairs:
    """What came before, the next operand -> both together; the first that has a natural gives it."""
    settled = all(natural is not None for _, natural in left)
    right = _without(question.chances(node)) if settled else with_natural(question, node)

    def join(a: Pair, b: Pair) -> Pair:
        return function(a[0], b[0]), b[1] if a[1] is None else a[1]

    return combine(join, left, right, question.budget)


def _either(question: Question, link: Binary, left: Pairs) -> Pairs:
    decides = link.operator == "or"

    def count(pair: Pair) -> Pairs:
        if truth(pair[0], link.left) == decides:
            return {(decides, pair[1]): 1}
        return _joined(question, {pair: 1}, link.right, lambda _, value: truth(value, link.right))

    return question.cases(count, [(ways, pair) for pair, ways in left.items()])


def _choice(question: Question, node: If) -> Pairs:
    asked = mapped(lambda value: truth(value, node.condition), question.chances(node.condition))
    return question.cases(
        lambda holds: with_natural(question, node.then if holds else node.otherwise),
        [(ways, holds) for holds, ways in asked.items()],
    )


def _dice(question: Question, node: Dice | FaceDice) -> Pairs:
    return dice_term(question, node, (), _pool_with_natural)


def _pool(question: Question, node: Pool) -> Pairs:
    if isinstance(node.source, Group):
        raise TooCostlyError  # which member comes first depends on the order thrown: that is left to simulation
    return dice_term(question, node.source, node.modifiers, _pool_with_natural)


def _pool_with_natural(pool: DicePool, budget: Budget) -> Pairs:
    """Pool -> its total beside what its dice show, which differ only through bounds, explosions and counts."""
    plain = 0
    while plain < len(pool.steps) and isinstance(pool.steps[plain], (Again, Pick)):
        plain += 1
    shown = pool_total(DicePool(pool.die, pool.count, pool.steps[:plain], pool.explosions), budget)
    rest = pool.steps[plain:]
    if not rest:
        return {(total, total): ways for total, ways in shown.items()}
    first, last = window(pool.count, [step for step in pool.steps if isinstance(step, Pick)])
    changes = tuple(step for step in rest if isinstance(step, (Worth, Again, Burst)))
    if last - first != 1 or len(changes) < len(rest) or any(isinstance(step, Again) for step in rest):
        raise TooCostlyError  # several dice that count as other than they show: left to simulation
    throw = Throw(pool.die, changes, Total(budget), pool.explosions)
    return mix(
        (ways, {(total, face): more for total, more in throw.from_value(face).items()}) for face, ways in shown.items()
    )


def _group(question: Question, node: Group) -> Pairs:
    total: Pairs = {(0, None): 1}
    for member in node.members:
        total = _joined(question, total, member, lambda a, b, member=member: a + number(b, member))  # type: ignore[misc]
    return total


def _call(question: Question, node: Call) -> Pairs:
    function = node.function
    if function in ("maximum", "minimum", "mean"):
        return _without(question.chances(node))
    if function == "lookup":
        return _lookup(question, node)
    if function in ("adv", "dis"):
        return _twice(question, node)
    if function == "natural":
        pairs = with_natural(question, node.arguments[0])
        return mapped(lambda pair: (0 if pair[1] is None else pair[1], pair[1]), pairs)
    if function in ("highest", "lowest", "sum") and len(node.arguments) == 1:
        raise TooCostlyError  # one item beside what all show: left to simulation
    values: Pairs = {((), None): 1}
    for argument in node.arguments:
        values = _joined(question, values, argument, lambda before, value: (*before, value))
    return mapped(lambda pair: (apply_function(node, pair[0]), pair[1]), values)


def _twice(question: Question, node: Call) -> Pairs:
    before = question.state.thrown
    once = with_natural(question, node.arguments[0])
    question.state.throw(node, question.state.thrown - before, 1, ())
    sign = 1 if node.function == "adv" else -1

    def better(first: Pair, second: Pair) -> Pair:
        a, b = (number(pair[0], node.arguments[0]) * sign for pair in (first, second))
        return second if b > a else first

    return combine(better, once, once, question.budget)


def _lookup(question: Question, node: Call) -> Pairs:
    def cell(key: Value) -> Pairs:
        content = look_up(question, node, key)
        if isinstance(content, Expression):
            return question.inner(node, cell_name(node), content, lambda root: with_natural(question, root))
        return {(content, None): 1}

    keys = question.chances(node.arguments[1])
    return question.cases(cell, [(ways, key) for key, ways in keys.items()])


_TRACK: dict[type, Callable[[Question, Any], Pairs]] = {
    Name: _name,
    Labelled: _labelled,
    Unary: _unary,
    Binary: _binary,
    If: _choice,
    Dice: _dice,
    FaceDice: _dice,
    Pool: _pool,
    Group: _group,
    Call: _call,
}
