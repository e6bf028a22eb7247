"""What will become of a repository: which files are chapters of which book."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

Setting = str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlannedChapter:
    """A file, its name in the book's folder, and the title that a list of contents gives it."""

    path: str
    name: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class PlannedBook:
    """A book; `in_order`: the chapters are in an order that their names don't tell."""

    id: str
    chapters: tuple[PlannedChapter, ...]
    settings: dict[str, Setting] = field(default_factory=dict)
    in_order: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """The books, the title of the shelf, and files that belong to none."""

    title: str
    books: tuple[PlannedBook, ...]
    left_out: tuple[str, ...]


@dataclass(slots=True)
class Notes:
    """What the import did, and what it leaves to whoever asked for it; each with the file it is about."""

    changed: list[str] = field(default_factory=list)
    decide: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


def as_id(name: str) -> str:
    """A name -> a folder's name: `The Old Road` -> `the-old-road`."""
    return "-".join(re.findall(r"[^\W_]+", name.casefold())) or "book"
