"""Where each character of a text is in its file, though quotes, escapes and line breaks lie between them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from rollbook.model.source import Place

_LINE_END = re.compile("\n")


@dataclass(frozen=True, slots=True)
class Spelling:
    """Runs of characters that are side by side: the offset of each run's first character, and its place."""

    runs: tuple[tuple[int, Place], ...]

    def at(self, offset: int, length: int = 1) -> Place:
        """An offset into the text -> its place, as long as the characters are in the file, up to the line's end."""
        first, last = self._place(offset), self._place(offset + max(length, 1) - 1)
        width = last.column - first.column + 1 if last.line == first.line else 1
        return Place(first.file, first.line, first.column, max(width, 1))

    def part(self, start: int, end: int) -> Spelling:
        """The spelling of text[start:end]."""
        first, last = (bisect_left(self.runs, offset, key=_offset) for offset in (start + 1, end))
        inside = [(offset - start, place) for offset, place in self.runs[first:last]]
        return Spelling(((0, self._place(start)), *inside))

    def _place(self, offset: int) -> Place:
        run = max(bisect_right(self.runs, offset, key=_offset) - 1, 0)
        start, place = self.runs[run]
        return place.right(offset - start)


def _offset(run: tuple[int, Place]) -> int:
    return run[0]


def verbatim(place: Place) -> Spelling:
    """A place -> the spelling of a text that is written there exactly as it reads."""
    return Spelling(((0, place),))


def joined(pieces: Iterable[tuple[int, Spelling]]) -> Spelling:
    """The length of each piece of a text and how it is spelled -> the spelling of the whole."""
    runs: list[tuple[int, Place]] = []
    before = 0
    for length, spelling in pieces:
        runs += ((before + offset, place) for offset, place in spelling.runs)
        before += length
    return Spelling(tuple(runs))


def line_by_line(text: str, starts: Iterable[Place]) -> Spelling:
    """A text and the place where each of its lines begins -> its spelling."""
    offsets = [0, *(found.end() for found in _LINE_END.finditer(text))]
    return Spelling(tuple(zip(offsets, starts, strict=True)))
