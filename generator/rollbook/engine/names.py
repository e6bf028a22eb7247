"""A tree as written -> the names and look-ups that stand in it, in the order written; what a name may stand for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from .expression import Expression
from .nodes import Binary, Call, Condition, Dice, FaceDice, If, Name, Node, Text, Value
from .parse import parse
from .problem import ProblemError
from .state import Meaning
from .vocabulary import EMPTY

# These ask what dice can come to, so what they name is not rolled for them.
_WITHOUT_DICE = ("maximum", "minimum", "mean")


def named(name: str) -> Expression:
    """A name, whatever stands in it -> the expression that is just this name."""
    return Expression(name, Name(name, 0, len(name)))


def nodes_in(node: Node) -> Iterator[object]:
    """Node -> itself and everything below it, in the order written."""
    waiting: list[object] = [node]
    while waiting:
        found = waiting.pop()
        yield found
        waiting += reversed(list(_parts(found)))


def names_in(node: Node) -> Iterator[Name]:
    """Node -> every name in it, each as often as it is there."""
    return (found for found in nodes_in(node) if isinstance(found, Name))


def has_dice(node: Node) -> bool:
    """Node -> whether dice are written in it."""
    return any(isinstance(found, Dice | FaceDice) for found in nodes_in(node))


def lookups_in(node: Node) -> Iterator[tuple[Text, Text]]:
    """Node -> the table and the column of every look-up whose table and column are written out."""
    for found in nodes_in(node):
        if isinstance(found, Call) and found.function == "lookup":
            table, _, column = found.arguments
            if isinstance(table, Text) and isinstance(column, Text):
                yield table, column


def certain_names(expression: Expression) -> set[str]:
    """Expression -> the names that are needed whatever the dice show: none of a branch that may not be taken."""
    known = expression.memo.get("certain names")
    if not isinstance(known, set):
        known = expression.memo["certain names"] = set(_certain_names_in(expression.root))
    return known


def _certain_names_in(node: Node) -> Iterator[str]:
    waiting: list[object] = [node]
    while waiting:
        found = waiting.pop()
        if isinstance(found, Name):
            yield found.name
        elif isinstance(found, If):
            waiting.append(found.condition)
        elif isinstance(found, Binary) and found.operator in ("and", "or"):
            waiting.append(found.left)
        elif not (isinstance(found, Call) and found.function in _WITHOUT_DICE):
            waiting += reversed(list(_parts(found)))


def free_names(expression: Expression | str, values: Mapping[str, Meaning] | None = None) -> tuple[str, ...]:
    """Expression, what is known already -> names to ask for; those inside named expressions are among them."""
    known = values or {}
    free: dict[str, None] = {}
    seen: set[str] = set()
    waiting = [expression if isinstance(expression, Expression) else parse(expression)]
    while waiting:
        for name in (node.name for node in names_in(waiting.pop(0).root)):
            if name in seen:
                continue
            seen.add(name)
            if name not in known:
                free[name] = None
                continue
            meaning = known[name]
            if isinstance(meaning, str):
                meaning = parse(meaning)
            if isinstance(meaning, Expression):
                waiting.append(meaning)
    return tuple(free)


def _parts(node: object) -> Iterator[Node | Condition]:
    """A node or a part of one -> the parts directly below it, in the order of its fields."""
    for field in getattr(type(node), "__slots__", ()):
        value = getattr(node, field)
        if type(value) in _PLAIN:
            continue
        for part in value if isinstance(value, tuple) else (value,):
            if hasattr(part, "start") and hasattr(part, "end"):
                yield part


# Most fields hold one of these, and to ask them for a place takes longest.
_PLAIN = frozenset((int, str, bool, type(None)))


def meaning_of(value: Value) -> Value | Expression:
    """A number or a truth value -> itself; `2d6` -> dice, thrown again at each use; any other text -> that text."""
    return _meaning_of_text(value) if isinstance(value, str) else value


# A sheet has the same few cells and choices each time that it is worked out.
@lru_cache(maxsize=1024)
def _meaning_of_text(text: str) -> Expression:
    try:
        expression = parse(text, EMPTY)
    except ProblemError:
        return text_meaning(text)
    # `light` would parse too, as a name; only what throws dice is meant as an expression.
    return expression if has_dice(expression.root) else text_meaning(text)


def text_meaning(text: str) -> Expression:
    """Text -> an expression that is just this text, whatever quotes stand in it."""
    return Expression(text, Text(text, 0, len(text)))
