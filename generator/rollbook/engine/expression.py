"""An expression: a text with its tree, and how to find one's way in it."""

from __future__ import annotations

from .nodes import Binary, Node


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
