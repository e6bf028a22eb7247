"""An expression: a text with its tree; and the tree -> what stands in it, in the order written."""

from __future__ import annotations

from collections.abc import Iterator

from .nodes import Binary, Call, Condition, Dice, FaceDice, If, Name, Node, Text

# These ask what dice can come to, so what they name is not rolled for them.
_WITHOUT_DICE = ("maximum", "minimum", "mean")


class Expression:
    """A text and its tree. Compared by text and tree; immutable but for `memo`.

    `memo` keeps what is worked out from the tree alone (a plan for rolling, a distribution), so that an
    expression used a thousand times is prepared once; never anything that depends on values or chance.
    """

    __slots__ = ("memo", "root", "text")

    text: str
    root: Node
    memo: dict[str, object]

    def __init__(self, text: str, root: Node) -> None:
        self.text = text
        self.root = root
        self.memo = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Expression) and self.text == other.text and self.root == other.root

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Expression({self.text!r})"

    def __reduce__(self) -> tuple[type, tuple[str, Node]]:
        """To another process go text and tree; a memo may hold functions, which cannot travel."""
        return type(self), (self.text, self.root)


def named(name: str) -> Expression:
    """A name, whatever stands in it -> the expression that is just this name."""
    return Expression(name, Name(name, 0, len(name)))


def text_meaning(text: str) -> Expression:
    """Text -> an expression that is just this text, whatever quotes stand in it."""
    return Expression(text, Text(text, 0, len(text)))


def spine(node: Binary) -> tuple[Node, list[Binary]]:
    """A chain such as a + b - c -> its first operand, and its operations from the innermost out.

    A chain hangs to the left and may be hundreds long, longer than Python likes to recurse: walk it in a loop.
    What a phrase of the book stands for is one operand of the chain that the phrase is in.
    """
    chain = [node]
    first: Node = node.left
    while isinstance(first, Binary) and (first.end == chain[-1].end or first.left.end != first.end):
        chain.append(first)
        first = first.left
    chain.reverse()
    return first, chain


def source(node: Node, text: str) -> str:
    """Node, its expression's text -> the author's own words for it."""
    return text[node.start : node.end]


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
