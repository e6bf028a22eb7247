"""The shelf of this repository: complete, clean, and every rule on its coverage page played and checked."""

from __future__ import annotations

import pytest

from generator.book import Book
from generator.build.examine import Examined

BOOKS = ("microluxe20", "microluxe20-first", "microluxe20-space", "game-reference", "skill20")


def book_of(examined: Examined, name: str) -> Book:
    return next(book for book in examined.shelf.books if book.id == name)


def test_the_shelf_is_clean(examined: Examined) -> None:
    assert examined.diagnostics == ()
    assert [book.id for book in examined.shelf.books] == [*BOOKS, "guide"]


@pytest.mark.parametrize("name", BOOKS)
def test_nothing_on_the_coverage_page_is_empty(name: str, examined: Examined) -> None:
    """Each row of the table that the build makes: rule, section, what plays it, how it is checked."""
    book = book_of(examined, name)
    rows = coverage_rows(book)
    stated = [token for page in book.pages for token in page.tokens if token.type == "rule"]
    assert len(rows) == len(stated) > 90
    assert [row for row in rows if not all(row) or row[3] == "0"] == []


@pytest.mark.parametrize("name", BOOKS)
def test_every_calculator_has_an_example(name: str, examined: Examined) -> None:
    calculators = book_of(examined, name).rules.calculators.values()
    assert len(calculators) > 35
    assert [calculator.id for calculator in calculators if not calculator.examples] == []


@pytest.mark.parametrize("name", BOOKS)
def test_every_book_has_its_sheet_and_its_pages(name: str, examined: Examined) -> None:
    book = book_of(examined, name)
    assert book.rules.sheet is not None
    titles = " ".join(page.title.lower() for page in book.pages)
    for words in ("quick reference", "glossary", "changes", "credits", "screen"):
        assert words in titles


def coverage_rows(book: Book) -> list[list[str]]:
    """The cells of the table that `$coverage` made, row by row."""
    for page in book.pages:
        tokens = list(page.tokens)
        titles = [token.content for token in tokens if token.type == "inline"]
        if "Checked examples" in titles:
            cells = titles[titles.index("Checked examples") + 1 :]
            return [cells[at : at + 4] for at in range(0, len(cells) - len(cells) % 4, 4)]
    return []
