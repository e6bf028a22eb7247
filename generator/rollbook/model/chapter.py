"""Books as written, and the same in blocks: the results of parse and of expand."""

from __future__ import annotations

import math
from datetime import date

from rollbook.model.data_documents import RuleName
from rollbook.model.document.blocks import Block
from rollbook.model.document.inlines import Line
from rollbook.model.lazy_tree import LazyTree
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.settings import BookSettings, ShelfSettings
from rollbook.model.source import Asset, Place
from rollbook.model.spot import WrittenMove
from rollbook.model.table import DataFile
from rollbook.model.theme import STANDARD_LOOK, Theme


@dataclass(frozen=True, slots=True)
class Change:
    """One dated entry: its title, and its text as blocks."""

    date: date
    title: Line
    rules: tuple[RuleName, ...]
    blocks: tuple[Block, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Chapter(LazyTree):
    """One Markdown file. `name` is its path inside the book's folder, `order` the position that it asks for."""

    name: str
    path: str
    blocks: tuple[Block, ...]
    order: float = math.inf


@dataclass(frozen=True, slots=True)
class WrittenBook:
    """One book as written: its chapters hold directives, raw HTML as it came, and dice as words."""

    id: str
    settings: BookSettings
    chapters: tuple[Chapter, ...]
    data: tuple[DataFile, ...]  # the book's own files first, then the shelf's
    assets: tuple[Asset, ...]
    changes: tuple[Change, ...] = ()  # the newest first
    moves: tuple[WrittenMove, ...] = ()
    theme: Theme = STANDARD_LOOK


@dataclass(frozen=True, slots=True)
class WrittenShelf:
    """All books as written, in shelf order: the result of parse."""

    settings: ShelfSettings
    books: tuple[WrittenBook, ...]
    parts: tuple[Chapter, ...] = ()  # for chapters to include; their names are paths below content
    theme: Theme = STANDARD_LOOK


@dataclass(frozen=True, slots=True)
class Manuscript:
    """One book in blocks: no directive is left, raw HTML is clean, dice and dice tables are found."""

    id: str
    settings: BookSettings
    chapters: tuple[Chapter, ...]
    data: tuple[DataFile, ...]
    assets: tuple[Asset, ...]
    moves: tuple[WrittenMove, ...]
    theme: Theme = STANDARD_LOOK


@dataclass(frozen=True, slots=True)
class Draft:
    """All books in blocks, in shelf order: the result of expand."""

    settings: ShelfSettings
    books: tuple[Manuscript, ...]
    theme: Theme = STANDARD_LOOK
