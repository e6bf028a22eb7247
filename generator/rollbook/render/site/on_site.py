"""A shelf -> the same without what is for print alone."""

from __future__ import annotations

from dataclasses import replace

from rollbook.cache import stored
from rollbook.model.book import Page, Shelf
from rollbook.model.document.blocks import PRINT_ONLY, Division
from rollbook.model.printing import without


def on_site(shelf: Shelf) -> Shelf:
    """All books as meant -> as the site shows them."""
    books = (replace(book, pages=tuple(map(_shown, book.pages))) for book in shelf.books)
    return replace(shelf, books=tuple(books))


def _shown(page: Page) -> Page:
    return _without_print(page) if Division in page.kinds else page


@stored
def _without_print(page: Page) -> Page:
    return without(PRINT_ONLY, page)
