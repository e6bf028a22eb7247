"""A book's chapters -> its pages: a first-level heading starts a page of the site."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rollbook.assemble.link_targets import Taken, slug
from rollbook.assemble.outline import outline
from rollbook.assemble.place_footnotes import find_footnotes, place_footnotes
from rollbook.cache import stored
from rollbook.model.book import Page, Section
from rollbook.model.chapter import Chapter
from rollbook.model.document.blocks import (
    Block,
    BoardBlock,
    BookTitle,
    CalculatorBlock,
    ComparisonBlock,
    CoverageBlock,
    ExampleBlock,
    GlossaryBlock,
    Heading,
    IndexBlock,
    NewsEntry,
    PageBreak,
    RawBlock,
    ReadingBlock,
    RuleMark,
    SheetBlock,
    StatBlock,
    TableBlock,
    TrackerBlock,
)
from rollbook.model.files import DEVICES
from rollbook.model.lazy_tree import LazyTree
from rollbook.model.settings import BookSettings
from rollbook.model.source import Place


def split_pages(chapters: tuple[Chapter, ...], book_title: str) -> tuple[Page, ...]:
    """Chapters in reading order -> pages in reading order, each with an id of its own and its contents."""
    pages: list[Page] = []
    # A chapter about Con becomes con-2.html: Windows could not write the other.
    taken = Taken("index", *DEVICES)
    for chapter in chapters:
        for part in _outlined(chapter):
            title = part.title or (book_title if not pages else _file_title(chapter))
            pages.append(_page(part, taken.unique(slug(title) or "page"), title, chapter.name))
    return tuple(pages)


@dataclass(frozen=True, slots=True)
class _Part:
    title: str
    blocks: list[Block]
    place: Place


@dataclass(frozen=True, slots=True)
class _Outlined(LazyTree):
    """A part with its anchors and contents; its page is still to be named."""

    title: str
    blocks: tuple[Block, ...]
    sections: tuple[Section, ...]
    place: Place


@stored
def _outlined(chapter: Chapter) -> tuple[_Outlined, ...]:
    notes = find_footnotes(chapter.blocks)
    return tuple(
        _Outlined(part.title, *outline(place_footnotes(_without_last_breaks(part.blocks), notes)), part.place)
        for part in _parts(chapter)
    )


@stored
def _page(part: _Outlined, page_id: str, title: str, file: str) -> Page:
    return Page(page_id, title, part.blocks, part.sections, file, part.place)


def _parts(chapter: Chapter) -> Iterator[_Part]:
    """A chapter -> what stands before its first first-level heading, if anything, and a part for each such heading."""
    part = _Part("", [], Place(chapter.path))
    started = False
    for block in chapter.blocks:
        if isinstance(block, Heading) and block.level == 1:
            if started or _visible(part.blocks):
                yield part
            part, started = _Part(block.line.plain, [], block.line.place), True
        elif not isinstance(block, BookTitle):
            part.blocks.append(block)
    if started or _visible(part.blocks):
        yield part


def _visible(blocks: Sequence[Block]) -> bool:
    """Whether a reader sees any of the blocks: a page is not begun for the sake of others."""
    return any(
        not isinstance(block, PageBreak) and (not isinstance(block, RawBlock) or block.html.strip()) for block in blocks
    )


def _without_last_breaks(blocks: list[Block]) -> list[Block]:
    """A page break before the next chapter's heading would leave an empty page: every chapter starts one anyway."""
    end = len(blocks)
    while end and isinstance(blocks[end - 1], PageBreak):
        end -= 1
    return blocks[:end]


def _file_title(chapter: Chapter) -> str:
    """A file without a first-level heading is titled by its name: `02-magic-items.md` -> `Magic items`."""
    stem = chapter.name.rsplit("/", 1)[-1].removesuffix(".md").removesuffix(".markdown")
    return stem.lstrip("0123456789-_. ").replace("-", " ").replace("_", " ").capitalize() or stem


_ABOUT_THE_BOOK = (CoverageBlock, ComparisonBlock, NewsEntry, ReadingBlock)
_FOR_THE_GAME = (
    *(RuleMark, CalculatorBlock, ExampleBlock, SheetBlock, StatBlock, TableBlock, GlossaryBlock),
    *(BoardBlock, IndexBlock, TrackerBlock),
)


def set_apart(pages: tuple[Page, ...], settings: BookSettings) -> tuple[Page, ...]:
    """Pages, what book.yml says of the appendix -> chapters first, then the appendix; never an appendix to nothing."""
    chapters = tuple(page for page in pages if not _stands_apart(page, settings))
    if not chapters:
        return pages
    return (*chapters, *(_in_appendix(page) for page in pages if _stands_apart(page, settings)))


@stored
def _in_appendix(page: Page) -> Page:
    return replace(page, in_appendix=True)


def _stands_apart(page: Page, settings: BookSettings) -> bool:
    """By its file where the author says so, or else if it does nothing but list what the book has."""
    if settings.appendix:
        return page.file in settings.appendix
    return not page.kinds.isdisjoint(_ABOUT_THE_BOOK) and page.kinds.isdisjoint(_FOR_THE_GAME)
