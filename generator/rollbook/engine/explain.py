"""Expression -> what it does, in words: `4d6kh3` is "4 six-sided dice, of which the highest 3 are kept"."""

from __future__ import annotations

from .nodes import (
    Binary,
    Bound,
    Call,
    Condition,
    Count,
    Dice,
    Explode,
    Expression,
    FaceDice,
    Group,
    If,
    Keep,
    Labelled,
    Name,
    Number,
    Pool,
    Reroll,
    Sort,
    Text,
    Truth,
    Unary,
    spine,
)
from .show import number_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .nodes import Node

_SIDES = {"2": "two", "3": "three", "4": "four", "6": "six", "8": "eight", "10": "ten", "12": "twelve", "20": "twenty"}
_OPERATORS = {
    "+": "plus",
    "-": "minus",
    "*": "times",
    "/": "divided by",
    "//": "divided, rounded down, by",
    "%": "modulo",
    "**": "to the power of",
    "and": "and",
    "or": "or",
}
_COMPARED = {
    "<": "less than",
    "<=": "at most",
    ">": "more than",
    ">=": "at least",
    "=": "equal to",
    "!=": "other than",
}
_FUNCTIONS = {
    "floor": "{0}, rounded down",
    "ceil": "{0}, rounded up",
    "round": "{0}, rounded to the nearest",
    "abs": "the size of {0}, without its sign",
    "margin": "how far {0} passes {1}",
    "adv": "the better of two tries at {0}",
    "dis": "the worse of two tries at {0}",
    "natural": "what the dice of {0} show by themselves",
    "mean": "the average of {0}",
    "maximum": "the most that {0} can come to",
    "minimum": "the least that {0} can come to",
    "lookup": "the {2} of {1} in the table {0}",
}
_LISTS = {
    "min": "the lowest of",
    "max": "the highest of",
    "sum": "the sum of",
    "highest": "the highest of",
    "lowest": "the lowest of",
}


def explain(expression: Expression) -> str:
    """Expression -> a sentence that says what it does."""
    words = _words(expression.root)
    return f"{words[:1].upper()}{words[1:]}."


def _words(node: Node) -> str:
    return _SAY[type(node)](node)


def _value(node: Number | Text | Truth) -> str:
    return f"“{node.value}”" if isinstance(node, Text) else number_text(node.value)


def _dice(node: Dice) -> str:
    count = _counted(node.count)
    if isinstance(node.sides, Number):
        sides = number_text(node.sides.value)
        kind = "percentile" if sides == "100" else f"{_SIDES.get(sides, sides)}-sided"
    else:
        kind = f"({_words(node.sides)})-sided"
    return f"1 {kind} die" if count == "1" else f"{count} {kind} dice"


def _face_dice(node: FaceDice) -> str:
    count = _counted(node.count)
    faces = _listed([number_text(face) for face in node.faces], "and")
    return f"1 die with the faces {faces}" if count == "1" else f"{count} dice with the faces {faces}"


def _counted(count: Node | None) -> str:
    words = "1" if count is None else _inner(count)
    return f"({words})" if " " in words and words[0] != "(" else words


def _group(node: Group) -> str:
    return _listed([_words(member) for member in node.members], "and")


def _pool(node: Pool) -> str:
    words = _words(node.source)
    for modifier in node.modifiers:
        words += _SAY[type(modifier)](modifier)
    return words


def _keep(node: Keep) -> str:
    number = "1" if node.number is None else _inner(node.number)
    which = f"the {'highest' if node.kind[1] == 'h' else 'lowest'}{'' if number == '1' else ' ' + number}"
    verb = "kept" if node.kind[0] == "k" else "dropped"
    return f", of which {which} {'is' if number == '1' else 'are'} {verb}"


def _reroll(node: Reroll) -> str:
    which = _conditions(node.conditions, "the lowest face")
    how = {"r": "thrown again until it shows something else", "ro": "thrown again once"}
    return f", each that shows {which} being {how.get(node.kind, 'joined by one more die')}"


def _explode(node: Explode) -> str:
    how = " counting within the same die" if "!!" in node.kind else ""
    less = ", worth 1 less each time" if "p" in node.kind else ""
    return f", each that shows {_conditions(node.conditions, 'the highest face')} earning another throw{how}{less}"


def _bound(node: Bound) -> str:
    return f", each counting as at {'least' if node.kind == 'mi' else 'most'} {_inner(node.value)}"


def _count(node: Count) -> str:
    less = f", less those that show {_condition(node.failure)}" if node.failure else ""
    return f", counting those that show {_condition(node.success)}{less}"


def _condition(node: Condition) -> str:
    value = _inner(node.value)
    return value if node.operator == "=" else f"{_COMPARED[node.operator]} {value}"


def _conditions(conditions: tuple[Condition, ...], otherwise: str) -> str:
    return _listed([_condition(condition) for condition in conditions], "or") if conditions else otherwise


def _binary(node: Binary) -> str:
    first, chain = spine(node)
    words = _inner(first)
    for link in chain:
        said = _OPERATORS.get(link.operator) or f"is {_COMPARED[link.operator]}"
        words += f" {said} {_inner(link.right)}"
    return words


def _unary(node: Unary) -> str:
    return f"{ {'-': 'minus ', 'not': 'not ', '+': ''}[node.operator] }{_inner(node.body)}"


def _if(node: If) -> str:
    otherwise = _words(node.otherwise)
    return f"{_words(node.then)} if {_words(node.condition)}, otherwise {otherwise}"


def _call(node: Call) -> str:
    arguments = [_inner(argument) for argument in node.arguments]
    if node.function == "lookup":
        arguments = [getattr(node.arguments[0], "value", ""), arguments[1], getattr(node.arguments[2], "value", "")]
    if node.function in _LISTS:
        return f"{_LISTS[node.function]} {_listed(arguments, 'and')}"
    return _FUNCTIONS[node.function].format(*arguments)


def _inner(node: Node) -> str:
    """A part -> its words, in parentheses where they would run into those around them."""
    words = _words(node)
    runs_on = isinstance(node, Binary | If | Call) or (isinstance(node, Pool) and "," in words)
    return f"({words})" if runs_on else words


def _listed(words: list[str], last: str) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


_SAY: dict[type, Callable[[Any], str]] = {
    Number: _value,
    Text: _value,
    Truth: _value,
    Name: lambda node: node.name,
    Dice: _dice,
    FaceDice: _face_dice,
    Group: _group,
    Pool: _pool,
    Labelled: lambda node: f"{_words(node.body)} [{node.label}]",
    Unary: _unary,
    Binary: _binary,
    If: _if,
    Call: _call,
    Keep: _keep,
    Reroll: _reroll,
    Explode: _explode,
    Bound: _bound,
    Count: _count,
    Sort: lambda node: "",
}
