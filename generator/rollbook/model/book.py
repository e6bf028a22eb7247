"""A book as meant: pages in order, every anchor unique, every link resolved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import assert_never

from rollbook.model.allowed_markup import own_id
from rollbook.model.comparison import Comparison
from rollbook.model.data_documents import Definition
from rollbook.model.document import blocks as kinds
from rollbook.model.document.blocks import Block
from rollbook.model.document.inlines import RawTag
from rollbook.model.document.walk import every_block, inlines_in, own_lines
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
        return first if first and isinstance(first[0], kinds.Figure) and first[0].placing == "opener" else ()

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


@dataclass(frozen=True, slots=True)
class Anchor:
    """A spot inside a page that an address can name, as its HTML will have it: its id, what its author calls it, and
    for a glossary's entry what it explains."""

    id: str
    name: str
    definition: Definition | None = None


def page_anchors(page: Page) -> Iterator[Anchor]:
    """A page -> its anchors in reading order: those that the assemble step gave, and the ids in authors' own HTML."""
    for block in every_block(page.blocks):
        yield from block_anchors(block)


def block_anchors(block: Block) -> Iterator[Anchor]:
    """A block -> its own anchors, not those of blocks in it."""
    match block:
        case kinds.TableBlock():
            yield from _own(block.anchor, *block.row_anchors)
        case kinds.Heading() | kinds.RuleMark() | kinds.IndexMark():
            yield from _own(block.anchor)
        case kinds.CalculatorBlock() | kinds.SheetBlock() | kinds.StatBlock():
            yield from _own(block.anchor)
        case kinds.GlossaryBlock():
            for entry in block.entries:
                if entry.anchor:
                    yield Anchor(entry.anchor, entry.anchor, entry.definition)
        case kinds.RawBlock():
            yield from (Anchor(own_id(name), name) for name in block.ids)
        case kinds.Paragraph() | kinds.ListBlock() | kinds.Quote() | kinds.CodeBlock() | kinds.Separator():
            pass
        case kinds.Formula() | kinds.Division() | kinds.PageBreak() | kinds.Directive() | kinds.BookTitle():
            pass
        case kinds.NewsEntry() | kinds.ExampleBlock() | kinds.CoverageBlock() | kinds.ComparisonBlock():
            pass
        case kinds.ReadingBlock() | kinds.IndexBlock() | kinds.BoardBlock() | kinds.TrackerBlock():
            pass
        case kinds.DefinitionList() | kinds.Footnote() | kinds.Figure():
            pass
        case _:
            assert_never(block)
    for line in own_lines(block):
        for tag in inlines_in(line.inlines):
            if isinstance(tag, RawTag):
                yield from (Anchor(own_id(name), name) for name in tag.ids)


def _own(*anchors: str) -> Iterator[Anchor]:
    return (Anchor(anchor, anchor) for anchor in anchors if anchor)
