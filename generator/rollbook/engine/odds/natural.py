"""Node -> the chances of what it comes to together with its natural: what the dice of its first dice term show.

Asked only about what stands inside `natural(…)` and about a step whose natural a later step asks for. Outcomes are
pairs of value and natural, the latter None where no dice are thrown.
"""

from __future__ import annotations

from collections.abc import Callable

from ..exact import apply_binary, apply_function, apply_unary, number, truth
from ..lean import Any, TypeAlias
from ..nodes import Binary, Call, Dice, Exact, FaceDice, Group, Modifier, Node, Unary, Value
from ..readings import is_reading
from .alike_dice import AlikeDice, Pick, total_of, window
from .budget import Budget, TooCostlyError
from .counting import combine, mapped, mix
from .question import Question
from .terms import dice_term
from .throw import Again, Burst, Throw, Total, Worth
from .values import Values

Pair: TypeAlias = tuple[Any, Exact | None]
Pairs: TypeAlias = dict[Pair, int]


def with_natural(question: Values, node: Node) -> Pairs:
    """Node -> the chances of its value and natural."""
    return _WithNatural(question).chances(node)


class _WithNatural(Question[Pair]):
    """The same question about values beside their naturals."""

    __slots__ = ("_values",)

    def __init__(self, values: Values) -> None:
        super().__init__(values.state, values.budget, values.explosions, values.terms)
        self._values = values

    @property
    def values(self) -> Values:
        return self._values

    def certain(self, value: Value, natural: Exact | None) -> Pairs:
        return {(value, natural): 1}

    def unary(self, node: Unary, body: Pairs) -> Pairs:
        return mapped(lambda pair: (apply_unary(node, pair[0]), pair[1]), body)

    def operate(self, link: Binary, left: Pairs) -> Pairs:
        return self._joined(left, link.right, lambda a, b: apply_binary(link, a, b))

    def either(self, link: Binary, left: Pairs) -> Pairs:
        decides = link.operator == "or"

        def count(pair: Pair) -> Pairs:
            if truth(pair[0], link.left) == decides:
                return {(decides, pair[1]): 1}
            return self._joined({pair: 1}, link.right, lambda _, value: truth(value, link.right))

        return self.cases(count, [(ways, pair) for pair, ways in left.items()])

    def _joined(self, left: Pairs, node: Node, function: Callable[[Any, Any], Any]) -> Pairs:
        """What came before, the next operand -> both together; the first that has a natural gives it."""
        settled = all(natural is not None for _, natural in left)
        right = _without(self.values.chances(node)) if settled else self.chances(node)

        def join(a: Pair, b: Pair) -> Pair:
            return function(a[0], b[0]), b[1] if a[1] is None else a[1]

        return combine(join, left, right, self.budget)

    def dice(self, source: Dice | FaceDice, modifiers: tuple[Modifier, ...], node: Node) -> Pairs:
        return dice_term(self, source, modifiers, _total_with_natural)

    def group(self, source: Group, modifiers: tuple[Modifier, ...], node: Node) -> Pairs:
        if modifiers:
            raise TooCostlyError  # which member comes first depends on the order thrown: that is left to simulation
        total: Pairs = {(0, None): 1}
        for member in source.members:
            total = self._joined(total, member, lambda a, b, member=member: a + number(b, member))  # type: ignore[misc]
        return total

    def call(self, node: Call) -> Pairs:
        function = node.function
        if function in ("maximum", "minimum", "mean"):
            return _without(self.values.chances(node))
        if function == "lookup":
            return self.look_up(node)
        if function in ("adv", "dis"):
            return self._twice(node)
        if function == "natural":
            pairs = self.chances(node.arguments[0])
            return mapped(lambda pair: (0 if pair[1] is None else pair[1], pair[1]), pairs)
        if is_reading(node) or (function == "sum" and len(node.arguments) == 1):
            raise TooCostlyError  # one item beside what all show: left to simulation
        values: Pairs = {((), None): 1}
        for argument in node.arguments:
            values = self._joined(values, argument, lambda before, value: (*before, value))
        return mapped(lambda pair: (apply_function(node, pair[0]), pair[1]), values)

    def _twice(self, node: Call) -> Pairs:
        before = self.state.thrown
        once = self.chances(node.arguments[0])
        self.state.throw(node, self.state.thrown - before, 1, ())
        sign = 1 if node.function == "adv" else -1

        def better(first: Pair, second: Pair) -> Pair:
            a, b = (number(pair[0], node.arguments[0]) * sign for pair in (first, second))
            return second if b > a else first

        return combine(better, once, once, self.budget)


def _without(chances: dict[Value, int]) -> Pairs:
    return {(value, None): ways for value, ways in chances.items()}


def _total_with_natural(dice: AlikeDice, budget: Budget) -> Pairs:
    """Alike dice -> their total beside what they show, which differ only through bounds, explosions and counts."""
    plain = 0
    while plain < len(dice.steps) and isinstance(dice.steps[plain], (Again, Pick)):
        plain += 1
    shown = total_of(AlikeDice(dice.die, dice.count, dice.steps[:plain], dice.explosions), budget)
    rest = dice.steps[plain:]
    if not rest:
        return {(total, total): ways for total, ways in shown.items()}
    first, last = window(dice.count, [step for step in dice.steps if isinstance(step, Pick)])
    effects = tuple(step for step in rest if isinstance(step, (Worth, Again, Burst)))
    if last - first != 1 or len(effects) < len(rest) or any(isinstance(step, Again) for step in rest):
        raise TooCostlyError  # several dice that count as other than they show: left to simulation
    throw = Throw(dice.die, effects, Total(budget), dice.explosions)
    return mix(
        (ways, {(total, face): more for total, more in throw.from_value(face).items()}) for face, ways in shown.items()
    )
