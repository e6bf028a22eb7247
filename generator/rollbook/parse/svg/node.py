"""The elements of a drawing while it is being read, and what is said about them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from math import cos, hypot, isfinite, radians, sin, tan

from rollbook.model.quick_dataclass import dataclass


@dataclass(slots=True, eq=False)
class Node:
    """One element of SVG: its name, its attributes, where it begins, and its content."""

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
    """Something that was left out of the drawing, and where it was."""

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


_FUNCTION = re.compile(r"[\s,]*(\w+)\s*\(([^()]*)\)[\s,]*")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_TAKES = {"matrix": (6,), "translate": (1, 2), "scale": (1, 2), "rotate": (1, 3), "skewX": (1,), "skewY": (1,)}
# So that not even as many as can be nested reach what no program can calculate with.
_MOST = 1e4
_FARTHEST = 1e8


@dataclass(frozen=True, slots=True)
class Matrix:
    """Six numbers as in matrix(a b c d e f)."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    def then(self, other: Matrix) -> Matrix:
        """This one outside, the other inside it."""
        return Matrix(
            self.a * other.a + self.c * other.b,
            self.b * other.a + self.d * other.b,
            self.a * other.c + self.c * other.d,
            self.b * other.c + self.d * other.d,
            self.a * other.e + self.c * other.f + self.e,
            self.b * other.e + self.d * other.f + self.f,
        )

    def vector(self, x: float, y: float) -> float:
        """A distance -> how long it is afterwards."""
        return hypot(self.a * x + self.c * y, self.b * x + self.d * y)

    def point(self, x: float, y: float) -> tuple[float, float]:
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    @property
    def is_drawable(self) -> bool:
        turned = (self.a, self.b, self.c, self.d)
        return all(isfinite(n) and abs(n) <= _MOST for n in turned) and max(abs(self.e), abs(self.f)) <= _FARTHEST

    @property
    def is_flat(self) -> bool:
        """Whether everything falls onto a line."""
        return abs(self.a * self.d - self.b * self.c) < 1e-9


def matrix(written: str) -> Matrix | None:
    """A list of transforms -> their matrix; None if it is wrong, or far too large."""
    whole, at = Matrix(), 0
    while at < len(written):
        match = _FUNCTION.match(written, at)
        step = _step(match[1], match[2]) if match else None
        if match is None or step is None:
            return None
        whole, at = whole.then(step), match.end()
        if not whole.is_drawable:
            return None
    return whole


def _step(name: str, written: str) -> Matrix | None:
    texts = _NUMBER.findall(written)
    if _NUMBER.sub("", written).strip(" \t\r\n,") or len(texts) not in _TAKES.get(name, ()):
        return None
    numbers = [float(text) for text in texts]
    if not all(isfinite(number) and abs(number) <= _FARTHEST for number in numbers):
        return None
    match name:
        case "matrix":
            return Matrix(*numbers)
        case "translate":
            return Matrix(e=numbers[0], f=numbers[1] if len(numbers) > 1 else 0)
        case "scale":
            return Matrix(a=numbers[0], d=numbers[-1])
        case "skewX":
            return Matrix(c=tan(radians(numbers[0])))
        case "skewY":
            return Matrix(b=tan(radians(numbers[0])))
        case _:
            return _rotation(*numbers)


def _rotation(angle: float, x: float = 0, y: float = 0) -> Matrix:
    turn = radians(angle)
    turned = Matrix(cos(turn), sin(turn), -sin(turn), cos(turn))
    return Matrix(e=x, f=y).then(turned).then(Matrix(e=-x, f=-y))
