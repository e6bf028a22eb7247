"""The shelf of this repository: complete, clean, and every rule on its coverage page played and checked."""

from __future__ import annotations

import pytest
from rollbook.build.examine import Examined
from rollbook.model.book import Book
from rollbook.model.document.blocks import RuleMark
from rollbook.model.document.walk import every_block
from rollbook.render.accent import emblem

BOOKS = ("microluxe20", "microluxe20-first", "microluxe20-space", "game-reference", "skill20", "fen-mail")
# Fewer calculators than these would be a book in which rules are only told; a small game has fewer rolls to begin with.
FEWEST = {**dict.fromkeys(BOOKS, 20), "fen-mail": 10}


def book_of(examined: Examined, name: str) -> Book:
    return next(book for book in examined.shelf.books if book.id == name)


def test_the_shelf_is_clean(examined: Examined) -> None:
    assert examined.diagnostics == ()
    assert [book.id for book in examined.shelf.books] == [*BOOKS, "guide"]


def test_no_two_covers_have_the_same_emblem(examined: Examined) -> None:
    emblems = [emblem(book) for book in examined.shelf.books]
    assert len({*emblems}) == len(emblems)


@pytest.mark.parametrize("name", BOOKS)
def test_nothing_on_the_coverage_page_is_empty(name: str, examined: Examined) -> None:
    """Each row of the table that the build makes: rule, section, what plays it, how it is checked."""
    book = book_of(examined, name)
    rows = book.lists.coverage
    stated = [block for page in book.pages for block in every_block(page.blocks) if isinstance(block, RuleMark)]
    assert len(rows) == len(stated) > 90
    assert [row.rule.id for row in rows if row.checked == 0 or (row.checked and not row.players)] == []


@pytest.mark.parametrize("name", BOOKS)
def test_every_calculator_has_an_example(name: str, examined: Examined) -> None:
    calculators = book_of(examined, name).rules.calculators.values()
    assert len(calculators) > FEWEST[name]
    assert [calculator.id for calculator in calculators if not calculator.examples] == []


@pytest.mark.parametrize("name", BOOKS)
def test_every_book_has_its_sheet_and_its_pages(name: str, examined: Examined) -> None:
    book = book_of(examined, name)
    assert book.rules.sheet is not None
    titles = " ".join(page.title.lower() for page in book.pages)
    for words in ("quick reference", "glossary", "changes", "credits", "screen"):
        assert words in titles
