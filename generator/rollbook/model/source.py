"""What is on disk, as read: the texts of the shelf, and places in them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable
from dataclasses import field
from posixpath import normpath

from rollbook.model.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A point in a file as an editor counts it: line and column start at 1."""

    file: str
    line: int = 1
    column: int = 1
    length: int = field(default=1, compare=False)

    def right(self, columns: int, length: int = 1) -> Place:
        """The place so many columns further right in the same line."""
        return Place(self.file, self.line, self.column + columns, length)


@dataclass(frozen=True, slots=True)
class Source:
    """One text file: the path as people type it, and its text with line breaks as \\n."""

    path: str
    text: str
    name: str = ""  # the path inside its book's folder or its data folder, as directives and settings call it

    @property
    def lines(self) -> list[str]:
        return self.text.split("\n")


@dataclass(frozen=True, slots=True)
class Asset:
    """One file that is passed on unread, such as a picture: its path inside the book and its bytes."""

    path: str
    content: bytes = field(repr=False)
    shared: bool = False  # from content/_media, for every book


MEDIA = "_media"  # the folder of content whose pictures are for every book


def find_picture(written: str, known: Collection[str]) -> str:
    """A path from the book's folder on, the paths of its pictures -> the one meant, or nothing.

    The book's own come first; then those of the shared folder, by their paths in it or from the book to it.
    """
    path = normpath(written)
    tried = (path, f"{MEDIA}/{path}", path.removeprefix("../"))
    return next((each for each in tried if each in known), "")


@dataclass(frozen=True, slots=True)
class BookSources:
    """All files of one book. `chapters` are in name order; book.yml may say otherwise."""

    id: str
    folder: str
    settings: Source | None
    chapters: tuple[Source, ...]
    data: tuple[Source, ...]
    assets: tuple[Asset, ...]
    changes: Source | None = None  # changes.yml
    moved: Source | None = None  # moved.yml
    fonts: tuple[Asset, ...] = ()


@dataclass(frozen=True, slots=True)
class Sources:
    """Everything that the load step read. `shared_data` is in data/ itself, for every book."""

    settings: Source | None
    books: tuple[BookSources, ...]
    shared_data: tuple[Source, ...]
    parts: tuple[Source, ...] = ()  # texts for chapters to include; their names are paths below content
    media: tuple[Asset, ...] = ()  # pictures for every book; their paths begin with _media/
    theme: tuple[Source, ...] = ()  # the shelf's own; their names are paths below its folder
    fonts: tuple[Asset, ...] = ()  # font files for every book; their paths begin with _media/

    @property
    def texts(self) -> dict[str, Source]:
        """Every text by its path, to show the line that a problem is in."""
        texts = [self.settings, *self.shared_data, *self.parts, *self.theme]
        for book in self.books:
            texts += [book.settings, book.changes, book.moved, *book.chapters, *book.data]
        return {source.path: source for source in texts if source is not None}


_LINE_END = re.compile("\n")


@dataclass(frozen=True, slots=True)
class Spelling:
    """Where each character of a text is in its file, despite quotes, escapes and line breaks between them.

    The text begins at a line and a column. At each of its `turns`, an offset, it goes on at another line and column. A
    book has one of these for every cell and paragraph, most of them without turns, so it holds no more than it must.
    """

    file: str
    line: int
    column: int
    turns: tuple[tuple[int, int, int], ...] = ()

    def at(self, offset: int, length: int = 1) -> Place:
        """An offset into the text -> its place, as long as the characters are in the file, up to the line's end."""
        length = max(length, 1)
        if not self.turns:  # as of every cell
            return Place(self.file, self.line, self.column + offset, length)
        (line, column), (last_line, last_column) = self._spot(offset), self._spot(offset + length - 1)
        width = last_column - column + 1 if last_line == line else 1
        return Place(self.file, line, column, max(width, 1))

    def part(self, start: int, end: int) -> Spelling:
        """The spelling of text[start:end]."""
        first, last = (bisect_left(self.turns, offset, key=_offset) for offset in (start + 1, end))
        inside = [(offset - start, line, column) for offset, line, column in self.turns[first:last]]
        return Spelling(self.file, *self._spot(start), tuple(inside))

    def _spot(self, offset: int) -> tuple[int, int]:
        turn = bisect_right(self.turns, offset, key=_offset) - 1
        start, line, column = self.turns[turn] if turn >= 0 else (0, self.line, self.column)
        return line, column + offset - start


def _offset(turn: tuple[int, int, int]) -> int:
    return turn[0]


def verbatim(place: Place) -> Spelling:
    """A place -> the spelling of a text that is written there exactly as it reads."""
    return Spelling(place.file, place.line, place.column)


def in_runs(runs: Iterable[tuple[int, Place]]) -> Spelling:
    """Runs of characters that are side by side, each by its offset and its place -> the spelling of them all."""
    (_, first), *others = runs
    turns = [(offset, place.line, place.column) for offset, place in others]
    return Spelling(first.file, first.line, first.column, tuple(turns))


def joined(pieces: Iterable[tuple[int, Spelling]]) -> Spelling:
    """The length of each piece of a text and how it is spelled -> the spelling of the whole."""
    (before, first), *others = pieces
    turns = list(first.turns)
    for length, piece in others:
        turns.append((before, piece.line, piece.column))
        turns += [(before + offset, line, column) for offset, line, column in piece.turns]
        before += length
    return Spelling(first.file, first.line, first.column, tuple(turns))


def line_by_line(text: str, starts: Iterable[Place]) -> Spelling:
    """A text and the place where each of its lines begins -> its spelling."""
    offsets = [0, *(found.end() for found in _LINE_END.finditer(text))]
    return in_runs(zip(offsets, starts, strict=True))
