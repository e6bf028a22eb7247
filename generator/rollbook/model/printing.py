"""A PDF as ordered, as finished, and what came of the order."""

from __future__ import annotations

from dataclasses import dataclass, field

from rollbook.model.book import Book
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.paper_format import PAPER_FORMATS, PaperFormat
from rollbook.model.settings import ShelfSettings


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
