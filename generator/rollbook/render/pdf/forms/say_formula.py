"""How a value is worked out -> a few small words beside its box: `floor(STR / 2)` is "STR ÷ 2, rounded down".

What is longer than that, or asks about words, is for the rules to tell: the box then names what it depends on.
"""

from __future__ import annotations

from collections.abc import Mapping

from rollbook.engine.expression import Expression, names_in
from rollbook.engine.nodes import Binary, Call, Name, Node, Number, Unary
from rollbook.engine.sheet import Derived, PointPool
from rollbook.engine.words import number_text
from rollbook.render.widgets.wording import Wording, formula, listed

# What stands beside a box in two or three small lines.
_LONGEST = 80
# A label longer than this is a sentence of the form; the name in the formulas is shorter.
_LONGEST_NAME = 26
_SIGNS = {"+": "+", "-": "−", "*": "×", "/": "÷"}
_SUMS = frozenset("+-")


def say_derived(each: Derived, labels: Mapping[str, str], words: Wording) -> str:
    """A derived value, the labels of the sheet by name -> how it is worked out; empty where that would be too much."""
    if each.rolled:
        return formula(each.value)
    if said := say_formula(each.value, labels, words):
        return "" if isinstance(each.value.root, Number) else said
    names = dict.fromkeys(_label(node.name.partition(".")[0], labels) for node in names_in(each.value.root))
    said = words.form_from.format(names=listed(list(names), words.list_and)) if names else ""
    return said if len(said) <= _LONGEST else ""


def say_pool(pool: PointPool, labels: Mapping[str, str], words: Wording) -> str:
    """A pool of points -> what may be spent, and on each; nothing of what is no short sum."""
    spend, least = (say_formula(each, labels, words) for each in (pool.spend, pool.least))
    most = "" if pool.most is None else say_formula(pool.most, labels, words)
    limits = words.from_to.format(low=least, high=most) if most else words.at_least.format(low=least)
    told = [words.form_pool.format(points=spend)] * (spend not in ("", "0")) + [
        words.pool_each.format(limits=limits)
    ] * bool(least)
    return f"{words.semicolon} ".join(told)


def say_formula(expression: Expression, labels: Mapping[str, str], words: Wording) -> str:
    """An expression -> in words and signs; empty where it is no short sum."""
    said = _say(expression.root, labels, words) or ""
    return said if len(said) <= _LONGEST else ""


def _say(node: Node, labels: Mapping[str, str], words: Wording) -> str | None:
    """A node -> in words and signs; None where that would need more than a line of sums."""
    if isinstance(node, Number):
        return number_text(node.value)
    if isinstance(node, Name) and "." not in node.name:
        return _label(node.name, labels)
    if isinstance(node, Unary) and node.operator == "-":
        said = _say(node.body, labels, words)
        return said and f"−{said}"
    if isinstance(node, Binary) and node.operator in _SIGNS:
        return _say_sum(node, labels, words)
    return _say_call(node, labels, words) if isinstance(node, Call) else None


def _say_sum(node: Binary, labels: Mapping[str, str], words: Wording) -> str | None:
    sides = [_say(side, labels, words) for side in (node.left, node.right)]
    if sides[0] is None or sides[1] is None:
        return None
    left, right = sides
    # Parentheses leave no node: they stand around a sum in a product, and around what is taken away or divided by.
    if _is_sum(node.left) and node.operator not in _SUMS:
        left = f"({left})"
    if isinstance(node.right, Binary) and (node.operator in "-/" or (_is_sum(node.right) and node.operator == "*")):
        right = f"({right})"
    return f"{left} {_SIGNS[node.operator]} {right}"


def _is_sum(node: Node) -> bool:
    return isinstance(node, Binary) and node.operator in _SUMS


def _say_call(node: Call, labels: Mapping[str, str], words: Wording) -> str | None:
    said = [_say(argument, labels, words) for argument in node.arguments]
    values = [value for value in said if value is not None]
    if len(values) < len(said):
        return None
    phrases = {"floor": words.form_down, "ceil": words.form_up, "round": words.form_nearest}
    if node.function in phrases:
        return phrases[node.function].format(formula=values[0])
    phrases = {"max": words.form_higher, "min": words.form_lower}
    return phrases[node.function].format(values=listed(values, words.list_and)) if node.function in phrases else None


def _label(name: str, labels: Mapping[str, str]) -> str:
    """A name in a formula -> as a reader knows it: a term of the game as it is, any other by its label."""
    label = labels.get(name, name)
    return label if name.islower() and len(label) <= _LONGEST_NAME else name
