"""Lists that a page asks for -> their tables, made from the whole book, or from two books side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from markdown_it.token import Token

from generator.assemble.list_changes import list_changes
from generator.assemble.list_rules import list_coverage, list_index
from generator.book import Book, Shelf
from generator.compare import compare_books
from generator.diagnostic import Diagnostic, closest

_OF_ONE_BOOK = {"coverage": list_coverage, "index": list_index}


def fill_lists(shelf: Shelf) -> tuple[Shelf, list[Diagnostic]]:
    """A shelf whose pages may ask for lists -> the same with the lists in their places, and those that can't be."""
    books = {book.id: book for book in shelf.books}
    filled = replace(shelf, books=tuple(_filled(book, books) for book in shelf.books))
    return filled, list(_without_book(shelf, books))


def _without_book(shelf: Shelf, books: Mapping[str, Book]) -> Iterator[Diagnostic]:
    for token in (token for book in shelf.books for page in book.pages for token in page.tokens):
        if token.info == "compare" and token.type == "list" and token.meta["book"] not in books:
            name = token.meta["book"]
            hint = closest(name, books) or f"books are {', '.join(sorted(books))}"
            yield Diagnostic("unknown-book", f"there is no book {name!r} to compare with", token.meta["place"], hint)


def _filled(book: Book, books: Mapping[str, Book]) -> Book:
    if not any(token.type == "list" for page in book.pages for token in page.tokens):
        return book
    pages = []
    for page in book.pages:
        tokens = (filled for token in page.tokens for filled in _blocks(token, book, books))
        pages.append(replace(page, tokens=tuple(tokens)))
    return replace(book, pages=tuple(pages))


def _blocks(token: Token, book: Book, books: Mapping[str, Book]) -> Iterator[Token]:
    if token.type != "list":
        yield token
    elif token.info in _OF_ONE_BOOK:
        yield from _OF_ONE_BOOK[token.info](book)
    elif token.meta["book"] in books:
        other = books[token.meta["book"]]
        yield from list_changes(token.meta["subject"], compare_books(other, book), other, book)
