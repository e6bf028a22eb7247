"""Pages in reading order -> the same with the appendix at the end: what is about the book, not about its game."""

from __future__ import annotations

from dataclasses import replace

from rollbook.cache import stored
from rollbook.model.book import Page
from rollbook.model.document.blocks import (
    BoardBlock,
    CalculatorBlock,
    ComparisonBlock,
    CoverageBlock,
    ExampleBlock,
    GlossaryBlock,
    IndexBlock,
    NewsEntry,
    ReadingBlock,
    RuleMark,
    SheetBlock,
    StatBlock,
    TableBlock,
    TrackerBlock,
)
from rollbook.model.settings import BookSettings

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
