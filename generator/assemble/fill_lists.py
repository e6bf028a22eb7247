"""Lists that a page asks for -> their tables, made from the whole book, or from two books side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from markdown_it.token import Token

from generator.assemble.list_changes import list_changes
from generator.assemble.list_index import list_index, unknown_pins, with_board
from generator.assemble.list_rules import list_coverage
from generator.book import Book, Shelf
from generator.compare import compare_books
from generator.comparison import Comparison
from generator.diagnostic import Diagnostic, closest


def fill_lists(shelf: Shelf) -> tuple[Shelf, list[Diagnostic]]:
    """A shelf whose pages may ask for lists -> the same with the lists in their places, and those that can't be."""
    books = {book.id: book for book in shelf.books}
    filled = replace(shelf, books=tuple(_filled(book, books) for book in shelf.books))
    return filled, [*_without_book(shelf, books), *_without_pin(shelf)]


def _without_book(shelf: Shelf, books: Mapping[str, Book]) -> Iterator[Diagnostic]:
    for token in (token for book in shelf.books for page in book.pages for token in page.tokens):
        if token.info == "compare" and token.type == "list" and token.meta["book"] not in books:
            name = token.meta["book"]
            hint = closest(name, books) or f"books are {', '.join(sorted(books))}"
            yield Diagnostic("unknown-book", f"there is no book {name!r} to compare with", token.meta["place"], hint)


def _without_pin(shelf: Shelf) -> Iterator[Diagnostic]:
    for book in shelf.books:
        for token in (token for page in book.pages for token in page.tokens):
            if token.info == "index" and token.type == "list":
                yield from unknown_pins(book, token.meta["pins"])


def _filled(book: Book, books: Mapping[str, Book]) -> Book:
    asked = [token for page in book.pages for token in page.tokens if token.type == "list"]
    if not asked:
        return book
    # Four lists may come from one comparison, and a comparison counts the odds of every changed calculator.
    others = {token.meta["book"] for token in asked if token.info == "compare"}
    changes = {name: compare_books(books[name], book) for name in sorted(others) if name in books}
    pages = []
    for page in book.pages:
        tokens = [filled for token in page.tokens for filled in _blocks(token, book, books, changes)]
        pages.append(replace(page, tokens=tuple(with_board(tokens))))
    return replace(book, pages=tuple(pages))


def _blocks(token: Token, book: Book, books: Mapping[str, Book], changes: Mapping[str, Comparison]) -> Iterator[Token]:
    if token.type != "list":
        yield token
    elif token.info == "coverage":
        yield from list_coverage(book)
    elif token.info == "index":
        yield list_index(book, token.meta["pins"])
    elif token.meta["book"] in books:
        other = books[token.meta["book"]]
        yield from list_changes(token.meta["subject"], changes[other.id], other, book)
