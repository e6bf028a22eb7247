"""The elements of a drawing while it is being read, and what is said about them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(slots=True, eq=False)
class Node:
    """One element of SVG: its name, its attributes, where it begins, and what stands in it."""

    tag: str
    attributes: dict[str, str]
    line: int
    column: int
    children: list[Node | str] = field(default_factory=list)

    @property
    def elements(self) -> list[Node]:
        return [child for child in self.children if isinstance(child, Node)]

    def walk(self) -> Iterator[tuple[Node, tuple[Node, ...]]]:
        """-> this element and all inside, each with the elements around it, the nearest last."""
        waiting: list[tuple[Node, tuple[Node, ...]]] = [(self, ())]
        while waiting:
            node, around = waiting.pop()
            yield node, around
            waiting += [(child, (*around, node)) for child in reversed(node.elements)]

    def text(self) -> str:
        return "".join(child for child in self.children if isinstance(child, str))


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that was left out of the drawing, and where it stood."""

    message: str
    line: int
    column: int
    hint: str = ""


class UnusableError(Exception):
    """A drawing that cannot be published at all; `limit`: it is too much rather than wrong."""

    def __init__(self, message: str, line: int = 1, column: int = 1, hint: str = "", *, limit: bool = False) -> None:
        super().__init__(message)
        self.remark = Remark(message, line, column, hint)
        self.limit = limit


def shortened(value: str) -> str:
    """A value of any length -> as much of it as a message can show."""
    shown = " ".join(value.split())
    return shown if len(shown) <= 60 else f"{shown[:60]}…"
