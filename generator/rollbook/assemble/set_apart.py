"""Pages in reading order -> the same with the appendix at the end: what is about the book, not about its game."""

from __future__ import annotations

from dataclasses import replace

from rollbook.cache import reused
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
from rollbook.model.document.walk import every_block
from rollbook.model.settings import BookSettings

_ABOUT_THE_BOOK = (CoverageBlock, ComparisonBlock, NewsEntry, ReadingBlock)
_FOR_THE_GAME = (
    *(RuleMark, CalculatorBlock, ExampleBlock, SheetBlock, StatBlock, TableBlock, GlossaryBlock),
    *(BoardBlock, IndexBlock, TrackerBlock),
)


def set_apart(pages: tuple[Page, ...], settings: BookSettings) -> tuple[Page, ...]:
    """Pages, what book.yml says of the appendix -> chapters first, then the appendix; never an appendix to nothing."""
    apart = [page for page in pages if _stands_apart(page, settings)]
    if len(apart) == len(pages):
        return pages
    return (*(page for page in pages if page not in apart), *map(_in_appendix, apart))


@reused
def _in_appendix(page: Page) -> Page:
    return replace(page, in_appendix=True)


def _stands_apart(page: Page, settings: BookSettings) -> bool:
    """By its file where the author says so, or else if it does nothing but list what the book has."""
    if settings.appendix:
        return page.file in settings.appendix
    return _only_lists(page)


@reused
def _only_lists(page: Page) -> bool:
    blocks = list(every_block(page.blocks))
    lists, plays = (any(isinstance(each, kinds) for each in blocks) for kinds in (_ABOUT_THE_BOOK, _FOR_THE_GAME))
    return lists and not plays
