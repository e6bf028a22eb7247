"""A file of a book as ordered, as finished, and what came of the order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from enum import Enum

from rollbook.model.book import Book, Page
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import (
    PRINT_ONLY,
    SITE_ONLY,
    Block,
    BoardBlock,
    CalculatorBlock,
    ComparisonBlock,
    CoverageBlock,
    Division,
    ExampleBlock,
    GlossaryBlock,
    IndexBlock,
    NewsEntry,
    RuleMark,
    SheetBlock,
    StatBlock,
    TableBlock,
    TrackerBlock,
)
from rollbook.model.document.walk import change_blocks, every_block
from rollbook.model.paper_format import BOOKLETS, CARD_PAPER, FORM_PAPER, PAPER_FORMATS, SCREEN_PAPER, PaperFormat, Trim
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.settings import BookSettings, PrintShopSettings, ShelfSettings

# What a page lists for readers at a screen, and what it has for players; see in_print().
_FOR_SCREENS = (IndexBlock, BoardBlock, TrackerBlock, CoverageBlock, ComparisonBlock, NewsEntry)
_FOR_PLAY = (RuleMark, CalculatorBlock, ExampleBlock, SheetBlock, StatBlock, TableBlock, GlossaryBlock)


class Matter(Enum):
    """What of a book is printed, by the name of its edition; the book itself has one edition for each paper."""

    BOOK = "book"
    SHEET = "sheet"  # the character sheets as forms that can be filled in on a screen
    BLANK_SHEET = "sheet-blank"  # the same for a pencil
    SCREEN = "screen"  # the game master's screen as panels
    BOOKLET_A4 = "booklet-a4"  # the book itself, on sheets to fold and staple
    BOOKLET_LETTER = "booklet-letter"
    CARDS = "cards"  # records and stat blocks to cut out
    SHOP = "print-shop"  # the book itself, for a shop that prints, cuts and binds it
    SHOP_COVER = "print-shop-cover"  # back, spine and front for it
    EPUB = "epub"  # no print at all: the whole book for e-book readers


# A cover is as long as its book: its spine is known when that has been laid out.
_WHOLE_BOOKS = (Matter.BOOK, Matter.BOOKLET_A4, Matter.BOOKLET_LETTER, Matter.SHOP, Matter.SHOP_COVER)
# What isn't printed on the paper of forms.
_PAPERS = {
    Matter.SCREEN: SCREEN_PAPER,
    Matter.CARDS: CARD_PAPER,
    **{Matter(name): paper for name, (paper, _) in BOOKLETS.items()},
}


@dataclass(frozen=True, slots=True)
class Printing:
    """An order for one PDF or EPUB: a book, its paper, the file's name, and what of the book is printed."""

    book: Book
    paper: PaperFormat
    name: str
    matter: Matter = Matter.BOOK
    inside: int = 0  # how many pages a cover goes around, once that is known; else they are laid out to be counted

    @property
    def is_whole_book(self) -> bool:
        """Whether it is as long as the book."""
        return self.matter in _WHOLE_BOOKS

    @property
    def edition(self) -> str:
        """The name of the edition that it is."""
        return self.paper.name if self.matter is Matter.BOOK else self.matter.value


@dataclass(frozen=True, slots=True)
class Pdf:
    """One finished PDF or EPUB: its name, the name of its edition, how many pages it has if any, and its bytes."""

    name: str
    edition: str
    pages: int
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Printout:
    """What came of an order: the PDF, or none, and what is wrong with it."""

    order: Printing
    pdf: Pdf | None
    problems: tuple[Diagnostic, ...]


def printings(book: Book, shelf: ShelfSettings) -> tuple[Printing, ...]:
    """A book and its shelf's settings -> its PDFs. The first is <book>.pdf, the rest are named by their edition too."""
    first, *others = book.settings.papers or shelf.papers
    names = {first: f"{book.id}.pdf"} | {paper: f"{book.id}-{paper}.pdf" for paper in others}
    on_paper = [Printing(book, PAPER_FORMATS[paper], name) for paper, name in names.items()]
    return (
        *on_paper,
        *(_printing(book, matter) for matter in _matters(book, book.settings.editions or shelf.editions)),
    )


def _matters(book: Book, editions: tuple[str, ...]) -> Iterator[Matter]:
    """A book and what its settings ask for besides papers -> what of it can be printed."""
    if "sheet" in editions and book.rules.sheets:
        yield from (Matter.SHEET, Matter.BLANK_SHEET)
    indexes = (page for page in book.pages if IndexBlock in page.kinds)
    blocks = (block for page in indexes for block in every_block(page.blocks))
    if "screen" in editions and any(isinstance(block, IndexBlock) and block.pins for block in blocks):
        yield Matter.SCREEN
    if "booklet" in editions:
        yield from (Matter.BOOKLET_A4, Matter.BOOKLET_LETTER)
    if "cards" in editions and any(map(_has_cards, book.pages)):
        yield Matter.CARDS
    if "print-shop" in editions:
        yield from (Matter.SHOP, Matter.SHOP_COVER)
    if "epub" in editions:
        yield Matter.EPUB


def _has_cards(page: Page) -> bool:
    possible = not page.kinds.isdisjoint((Division, StatBlock, TableBlock))
    return possible and any(_is_on_cards(block) for block in every_block(page.blocks))


def _is_on_cards(block: Block) -> bool:
    """Whether something of it goes on cards: it is a list of records, or a stat block."""
    if isinstance(block, Division):
        return "stat-block" in block.classes.split()
    return isinstance(block, StatBlock) or (isinstance(block, TableBlock) and bool(block.row_anchors))


def _printing(book: Book, matter: Matter) -> Printing:
    if matter in (Matter.SHOP, Matter.SHOP_COVER):
        return Printing(book, _cut(book.settings.print_shop), f"{book.id}-{matter.value}.pdf", matter)
    paper = _PAPERS.get(matter, FORM_PAPER)
    name = f"{book.id}.epub" if matter is Matter.EPUB else f"{book.id}-{matter.value}.pdf"
    return Printing(book, paper, name, matter)


def _cut(shop: PrintShopSettings) -> PaperFormat:
    """What a shop asks for -> its paper."""
    return replace(PAPER_FORMATS[shop.paper], trim=Trim(float(shop.bleed), shop.marks == "yes"))


def in_print(book: Book) -> Book:
    """A book -> the same with the pages that go on paper; all of them where none would be left.

    A page with nothing but lists of what the site has (all rules, all changes, the game master's screen) and words
    about them stays on the site, unless book.yml asks for it. So does what is between `$site` and `$/site`.
    """
    pages = tuple(page for page in book.pages if _is_printed(page, book.settings)) or book.pages
    return replace(book, pages=tuple(without(SITE_ONLY, page) for page in pages))


def without(edition: str, page: Page) -> Page:
    """A page -> the same without what is for this edition alone; what is for the other is in its place."""

    def shown(block: Block) -> tuple[Block, ...]:
        if not isinstance(block, Division) or block.classes not in (SITE_ONLY, PRINT_ONLY):
            return (block,)
        return () if block.classes == edition else block.blocks

    if Division not in page.kinds:
        return page
    blocks = change_blocks(page.blocks, shown)
    # Most pages have nothing of the kind, and what is made of them is known by the page itself.
    return page if blocks == page.blocks else replace(page, blocks=blocks)


def _is_printed(page: Page, settings: BookSettings) -> bool:
    if page.file in settings.site_only:
        return False
    if "yes" in settings.print or page.file in settings.print:
        return True
    return page.kinds.isdisjoint(_FOR_SCREENS) or not page.kinds.isdisjoint(_FOR_PLAY)
