"""Expression, words -> what it does: `4d6kh3` is "4 six-sided dice, of which the highest 3 are kept"."""

from __future__ import annotations

from collections.abc import Callable

from . import nodes
from .expression import Expression, spine
from .lean import Any
from .nodes import Node
from .words import Words

# The operators of the notation, by the keys of their phrases.
_OPERATORS = {
    "+": "plus",
    "-": "minus",
    "*": "times",
    "/": "divided",
    "//": "divided_down",
    "%": "modulo",
    "**": "power",
    "and": "and",
    "or": "or",
}
_COMPARED = {
    "<": "less_than",
    "<=": "at_most",
    ">": "more_than",
    ">=": "at_least",
    "=": "equal",
    "!=": "other_than",
}
_SIDES_WITH_A_NAME = frozenset((2, 3, 4, 6, 8, 10, 12, 20, 100))
_OF_A_LIST = frozenset(("min", "max", "sum", "highest", "lowest"))


def explain(expression: Expression, words: Words) -> str:
    """Expression, words -> a sentence that says what it does."""
    told = _Explanation(words).of(expression.root)
    return words.say("explain.sentence", text=f"{told[:1].upper()}{told[1:]}")


class _Explanation:
    """Explains one expression in the words of one language."""

    __slots__ = ("_say", "_words")

    def __init__(self, words: Words) -> None:
        self._words = words
        self._say = words.say

    def of(self, node: Node) -> str:
        return _TELL[type(node)](self, node)

    def value(self, node: nodes.Number | nodes.Text | nodes.Truth) -> str:
        if isinstance(node, nodes.Text):
            return self._say("explain.text", text=node.value)
        return self._words.value(node.value)

    def labelled(self, node: nodes.Labelled) -> str:
        return self._say("explain.labelled", text=self.of(node.body), label=node.label)

    def dice(self, node: nodes.Dice) -> str:
        return self._say("explain.dice", count=self._counted(node.count), kind=self._kind(node.sides))

    def _kind(self, sides: Node) -> str:
        if not isinstance(sides, nodes.Number):
            return self._say("explain.sides.any", sides=f"({self.of(sides)})")
        if sides.value in _SIDES_WITH_A_NAME:
            return self._say(f"explain.sides.{sides.value}")
        return self._say("explain.sides.any", sides=sides.value)

    def face_dice(self, node: nodes.FaceDice) -> str:
        faces = self._words.listed([self._words.value(face) for face in node.faces], "and")
        return self._say("explain.faces", count=self._counted(node.count), faces=faces)

    def _counted(self, count: Node | None) -> nodes.Exact | str:
        """How many -> a number, which picks the form of what is counted, or the words of an expression."""
        told = self._amount(count)
        return f"({told})" if isinstance(told, str) and " " in told and told[0] != "(" else told

    def _amount(self, amount: Node | None) -> nodes.Exact | str:
        if amount is None:
            return 1
        return amount.value if isinstance(amount, nodes.Number) else self._inner(amount)

    def group(self, node: nodes.Group) -> str:
        return self._words.listed([self.of(member) for member in node.members], "and")

    def pool(self, node: nodes.Modified) -> str:
        return self.of(node.source) + "".join([_TELL[type(modifier)](self, modifier) for modifier in node.modifiers])

    def keep(self, node: nodes.Keep) -> str:
        return self._say(f"explain.{node.kind}", count=self._amount(node.number))

    def reroll(self, node: nodes.Reroll) -> str:
        return self._say(f"explain.{node.kind}", which=self._conditions(node.conditions, "explain.lowest_face"))

    def explode(self, node: nodes.Explode) -> str:
        told = self._say("explain.explode", which=self._conditions(node.conditions, "explain.highest_face"))
        within = self._say("explain.within") if "!!" in node.kind else ""
        return told + within + (self._say("explain.penetrating") if "p" in node.kind else "")

    def bound(self, node: nodes.Bound) -> str:
        return self._say(f"explain.{node.kind}", value=self._inner(node.value))

    def count(self, node: nodes.Count) -> str:
        told = self._say("explain.counting", which=self._condition(node.success))
        return told + (self._say("explain.less", which=self._condition(node.failure)) if node.failure else "")

    def _condition(self, node: nodes.Condition) -> str:
        value = self._inner(node.value)
        return value if node.operator == "=" else self._say(f"compared.{_COMPARED[node.operator]}", value=value)

    def _conditions(self, conditions: tuple[nodes.Condition, ...], otherwise: str) -> str:
        if not conditions:
            return self._say(otherwise)
        return self._words.listed([self._condition(condition) for condition in conditions], "or")

    def binary(self, node: nodes.Binary) -> str:
        first, chain = spine(node)
        told = self._inner(first)
        for link in chain:
            key = _OPERATORS.get(link.operator)
            right = self._inner(link.right)
            if key is None:
                compared = self._say(f"compared.{_COMPARED[link.operator]}", value=right)
                told = self._say("explain.is", left=told, compared=compared)
            else:
                told = self._say(f"operator.{key}", left=told, right=right)
        return told

    def unary(self, node: nodes.Unary) -> str:
        body = self._inner(node.body)
        return body if node.operator == "+" else self._say("minus" if node.operator == "-" else "not", number=body)

    def if_(self, node: nodes.If) -> str:
        return self._say(
            "explain.if",
            condition=self.of(node.condition),
            then=self.of(node.then),
            otherwise=self.of(node.otherwise),
        )

    def call(self, node: nodes.Call) -> str:
        arguments = [self._inner(argument) for argument in node.arguments]
        if node.function == "lookup":
            arguments = [getattr(node.arguments[0], "value", ""), arguments[1], getattr(node.arguments[2], "value", "")]
        if len(node.arguments) == 3 and node.function in ("count", "has"):
            operator, bound = getattr(node.arguments[1], "value", "="), node.arguments[2]
            arguments[1] = self._condition(nodes.Condition(operator, bound, bound.start, bound.end))
        if node.function == "count" and len(arguments) == 1:
            return self._say("function.count_all", a=arguments[0])
        if node.function in _OF_A_LIST:
            return self._say(f"function.{node.function}", a=self._words.listed(arguments, "and"))
        return self._say(f"function.{node.function}", **dict(zip("abc", arguments, strict=False)))

    def _inner(self, node: Node) -> str:
        """A part -> its words, in parentheses where they would run into those around them."""
        told = self.of(node)
        modified = isinstance(node, nodes.Modified) and any(not isinstance(each, nodes.Sort) for each in node.modifiers)
        return f"({told})" if modified or isinstance(node, nodes.Binary | nodes.If | nodes.Call) else told


_TELL: dict[type, Callable[[_Explanation, Any], str]] = {
    nodes.Number: _Explanation.value,
    nodes.Text: _Explanation.value,
    nodes.Truth: _Explanation.value,
    nodes.Name: lambda _, node: node.name,
    nodes.Dice: _Explanation.dice,
    nodes.FaceDice: _Explanation.face_dice,
    nodes.Group: _Explanation.group,
    nodes.Modified: _Explanation.pool,
    nodes.Labelled: _Explanation.labelled,
    nodes.Unary: _Explanation.unary,
    nodes.Binary: _Explanation.binary,
    nodes.If: _Explanation.if_,
    nodes.Call: _Explanation.call,
    nodes.Keep: _Explanation.keep,
    nodes.Reroll: _Explanation.reroll,
    nodes.Explode: _Explanation.explode,
    nodes.Bound: _Explanation.bound,
    nodes.Count: _Explanation.count,
    nodes.Sort: lambda _, node: "",
}
