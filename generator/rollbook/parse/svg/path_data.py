"""The outline of a path -> the same as far as it can be read, which is how browsers draw it, too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from rollbook.model.allowed_markup import MAX_NUMBER
from rollbook.model.quick_dataclass import dataclass

# How many numbers each command takes.
_TAKES = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}
_NUMBER = re.compile(r"[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)")
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
        number = (_FLAG if is_flag else _NUMBER).match(written, at)
        if number is None or len(number[1]) > _LONGEST or abs(float(number[1])) > MAX_NUMBER:
            return []
        numbers.append(number)
        at = number.end()
    return numbers
