"""Books -> a problem where the PDFs of two would have the same name, since one of them would be lost."""

from __future__ import annotations

from collections.abc import Iterator

from rollbook.model.book import Book, Shelf
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.printing import printings


def find_same_pdfs(shelf: Shelf) -> Iterator[Diagnostic]:
    """All books -> those of which a PDF is named like another book's: `saga` on letter, and a book `saga-letter`."""
    owners: dict[str, Book] = {}
    for book in shelf.books:
        for order in printings(book, shelf.settings):
            owner = owners.setdefault(order.name, book)
            if owner is not book and book.pages:
                message = f"the books {owner.id!r} and {book.id!r} would both be printed as {order.name}"
                hint = "rename a folder, or leave that paper out of 'papers'"
                yield Diagnostic("bad-setting", message, book.pages[0].place, hint)
