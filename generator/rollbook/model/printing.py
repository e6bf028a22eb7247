"""A PDF as ordered, as finished, and what came of the order."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rollbook.model.book import Book, Page
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import (
    BoardBlock,
    CalculatorBlock,
    ComparisonBlock,
    CoverageBlock,
    ExampleBlock,
    GlossaryBlock,
    IndexBlock,
    NewsEntry,
    RuleMark,
    SheetBlock,
    TableBlock,
)
from rollbook.model.document.walk import every_block
from rollbook.model.paper_format import PAPER_FORMATS, PaperFormat
from rollbook.model.settings import BookSettings, ShelfSettings

# What a page lists for readers at a screen, and what it has for players; see in_print().
_FOR_SCREENS = (IndexBlock, BoardBlock, CoverageBlock, ComparisonBlock, NewsEntry)
_FOR_PLAY = (RuleMark, CalculatorBlock, ExampleBlock, SheetBlock, TableBlock, GlossaryBlock)


@dataclass(frozen=True, slots=True)
class Printing:
    """An order for one PDF: a book, its paper, and the file's name."""

    book: Book
    paper: PaperFormat
    name: str


@dataclass(frozen=True, slots=True)
class Pdf:
    """One finished PDF: the file's name, the name of its paper, how many pages it has, and its bytes."""

    name: str
    paper: str
    pages: int
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Printout:
    """What came of an order: the PDF, or none, and what is wrong with it."""

    order: Printing
    pdf: Pdf | None
    problems: tuple[Diagnostic, ...]


def printings(book: Book, shelf: ShelfSettings) -> tuple[Printing, ...]:
    """A book and its shelf's settings -> its PDFs. The first is <book>.pdf, the rest are named by their paper too."""
    first, *others = book.settings.papers or shelf.papers
    names = {first: f"{book.id}.pdf"} | {paper: f"{book.id}-{paper}.pdf" for paper in others}
    return tuple(Printing(book, PAPER_FORMATS[paper], name) for paper, name in names.items())


def in_print(book: Book) -> Book:
    """A book -> the same with the pages that go on paper; all of them where none would be left.

    A page with nothing but lists of what the site has (all rules, all changes, the game master's screen) and words
    about them stays on the site, unless book.yml asks for it.
    """
    pages = tuple(page for page in book.pages if _is_printed(page, book.settings))
    return replace(book, pages=pages) if pages else book


def _is_printed(page: Page, settings: BookSettings) -> bool:
    if page.file in settings.site_only:
        return False
    if "yes" in settings.print or page.file in settings.print:
        return True
    blocks = list(every_block(page.blocks))
    has_lists, has_rules = (any(isinstance(each, kinds) for each in blocks) for kinds in (_FOR_SCREENS, _FOR_PLAY))
    return has_rules or not has_lists
