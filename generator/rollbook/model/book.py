"""A book as meant: pages in order, every anchor unique, every link resolved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from rollbook.model.comparison import Comparison
from rollbook.model.document.blocks import Block, Figure
from rollbook.model.lazy_tree import LazyTree
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.ruleset import Ruleset
from rollbook.model.settings import BookSettings, ShelfSettings
from rollbook.model.source import Asset, Place
from rollbook.model.spot import CoverageRow, Spot, Target
from rollbook.model.table import DataFile
from rollbook.model.theme import STANDARD_LOOK, Theme


@dataclass(frozen=True, slots=True)
class Section:
    """A heading in the contents: its plain text, its anchor, and the headings below it."""

    level: int
    title: str
    anchor: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Page(LazyTree):
    """One page of the site, one chapter in print: everything from a first-level heading to the next."""

    id: str
    title: str
    blocks: tuple[Block, ...]  # without the first-level heading: the layout places the title
    sections: tuple[Section, ...]
    file: str  # the chapter file inside the book's folder, for the edit link
    place: Place
    in_appendix: bool = False

    @property
    def opener(self) -> tuple[Block, ...]:
        """The picture that is above the title, if the page begins with one."""
        first = self.blocks[:1]
        return first if first and isinstance(first[0], Figure) and first[0].placing == "opener" else ()

    @property
    def text(self) -> tuple[Block, ...]:
        """What is below the title."""
        return self.blocks[len(self.opener) :]


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the book's glossary, where it is explained. `spellings` are all ways to write it, plurals apart."""

    title: str
    meaning: str  # as plain text
    target: Target
    spellings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OtherBook:
    """A book that this one is compared with: its title, and what differs."""

    title: str
    changes: Comparison


@dataclass(frozen=True, slots=True)
class Lists:
    """What `$coverage`, `$index` and `$compare` show: worked out from the whole book, empty where no page asks."""

    coverage: tuple[CoverageRow, ...] = ()
    index: tuple[Spot, ...] = ()
    others: Mapping[str, OtherBook] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Book:
    """One rulebook, complete."""

    id: str
    title: str
    settings: BookSettings
    pages: tuple[Page, ...]
    data: tuple[DataFile, ...]
    assets: tuple[Asset, ...]
    rules: Ruleset = field(default_factory=Ruleset)
    terms: tuple[Term, ...] = ()  # in the order of the text; a term that is in two lists counts once
    lists: Lists = field(default_factory=Lists)
    theme: Theme = STANDARD_LOOK

    @property
    def chapters(self) -> int:
        """How many of its pages are chapters of the game; the appendix comes after them."""
        return sum(not page.in_appendix for page in self.pages)


@dataclass(frozen=True, slots=True)
class Shelf:
    """All books of a build, in shelf order."""

    settings: ShelfSettings
    books: tuple[Book, ...]
    moves: Mapping[Target, Target] = field(default_factory=dict)  # old spots, and where each leads now
    theme: Theme = STANDARD_LOOK  # of the home page
