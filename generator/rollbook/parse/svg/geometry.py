"""Where a drawing draws: transforms -> their matrix; the outline of a path -> as much of it as can be read.

That is how browsers draw an outline, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from math import cos, hypot, isfinite, radians, sin, tan

from rollbook.model.allowed_markup import MAX_NUMBER
from rollbook.model.quick_dataclass import dataclass

_FUNCTION = re.compile(r"[\s,]*(\w+)\s*\(([^()]*)\)[\s,]*")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_ARGUMENTS = {"matrix": (6,), "translate": (1, 2), "scale": (1, 2), "rotate": (1, 3), "skewX": (1,), "skewY": (1,)}
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
    if _NUMBER.sub("", written).strip(" \t\r\n,") or len(texts) not in _ARGUMENTS.get(name, ()):
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


# How many numbers each command takes.
_TAKES = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}
_NEXT_NUMBER = re.compile(rf"[\s,]*({_NUMBER.pattern})")
_FLAG = re.compile(r"[\s,]*([01])")
_COMMAND = re.compile(r"[\s,]*([mlhvcsqtazMLHVCSQTAZ])")
_LONGEST = 40  # digits of a number
# WeasyPrint copies the rest of a command for each of its numbers: a longer run is written as several commands.
_RUN = 300


@dataclass(frozen=True, slots=True)
class Outline:
    """`d` as far as it is right; whether that is all of it; its corners; how far from the origin it can reach."""

    data: str
    whole: bool
    corners: int
    reach: float


@dataclass(frozen=True, slots=True)
class _Segment:
    command: str
    numbers: tuple[str, ...]
    end: int  # where it ends in `d`


@lru_cache(maxsize=10_000)  # asked for several times while a drawing is looked at
def path_data(written: str) -> Outline:
    """`d` as written -> what can be drawn of it."""
    segments = tuple(_segments(written))
    end = segments[-1].end if segments else 0
    whole = end == len(written.rstrip())
    data = written if whole else written[:end]
    if len(segments) - sum(map(written.count, "mlhvcsqtazMLHVCSQTAZ")) > _RUN:
        data = "".join(f"{segment.command}{' '.join(segment.numbers)}" for segment in segments)
    moved = sum(_reach(segment) for segment in segments if segment.command.islower())
    placed = max((_reach(segment) for segment in segments if segment.command.isupper()), default=0)
    return Outline(data, whole, len(segments), moved + placed)


def _reach(segment: _Segment) -> float:
    return max((abs(float(number)) for number in segment.numbers), default=0)


def _segments(written: str) -> Iterator[_Segment]:
    """`d` -> its segments up to the first that cannot be read; the first must be a "move to"."""
    at, started = 0, False
    while match := _COMMAND.match(written, at):
        command, at = match[1], match.end()
        takes, first = _TAKES[command.lower()], True
        if not started and command not in "mM":
            return
        started = True
        if not takes:
            yield _Segment(command, (), at)
        while takes and (numbers := _numbers(written, at, command)):
            at = numbers[-1].end()
            # The pairs behind the first of a "move to" are lines.
            command = command if first else {"m": "l", "M": "L"}.get(command, command)
            yield _Segment(command, tuple(number[1] for number in numbers), at)
            first = False
        if takes and first:
            return


def _numbers(written: str, at: int, command: str) -> list[re.Match[str]]:
    """-> the numbers of one segment; none where they are not all there, or too large."""
    numbers = []
    for position in range(_TAKES[command.lower()]):
        is_flag = command in "aA" and position in (3, 4)
        number = (_FLAG if is_flag else _NEXT_NUMBER).match(written, at)
        if number is None or len(number[1]) > _LONGEST or abs(float(number[1])) > MAX_NUMBER:
            return []
        numbers.append(number)
        at = number.end()
    return numbers
