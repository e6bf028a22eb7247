"""A whole shelf and a reader's choice of books -> that part of the shelf, and the problems that concern it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import PurePath, PurePosixPath

from rollbook.model.book import Shelf
from rollbook.model.diagnostic import Diagnostic, WrongUse, closest


def choose_books(
    shelf: Shelf, diagnostics: tuple[Diagnostic, ...], content: PurePath, data: PurePath, books: tuple[str, ...]
) -> tuple[Shelf, tuple[Diagnostic, ...]]:
    """Shelf, diagnostics, ids -> the same for these books only; no ids: everything. An unknown id is WrongUse."""
    # What a newer Rollbook understands would look like mistakes to this one.
    diagnostics = tuple(found for found in diagnostics if found.code == "needs-newer") or diagnostics
    if not books:
        return shelf, diagnostics
    owners = {found: _owner(PurePosixPath(found.place.file), content, data) for found in diagnostics}
    # A book that could not be read is not on the shelf; its problems are what the reader wants to see.
    known = sorted({book.id for book in shelf.books} | set(owners.values()) - {""})
    for book in books:
        if book not in known:
            raise WrongUse(_unknown(book, known))
    kept = tuple(book for book in shelf.books if book.id in books)
    moves = {spot: target for spot, target in shelf.moves.items() if target.book in books}
    chosen = replace(shelf, books=kept, moves=moves)
    return chosen, tuple(found for found in diagnostics if owners[found] in ("", *books))


def _owner(file: PurePosixPath, content: PurePath, data: PurePath) -> str:
    """A file -> the book whose folder it is or is in; empty for shelf.yml and data files of the whole shelf."""
    # As places have them: forward slashes on Windows, too.
    books, tables = content.as_posix(), data.as_posix()
    if file.is_relative_to(books):
        inside = file.relative_to(books).parts
        return inside[0] if inside and inside != ("shelf.yml",) else ""
    inside = file.relative_to(tables).parts if file.is_relative_to(tables) else ()
    return inside[0] if len(inside) > 1 else ""


def _unknown(book: str, known: Iterable[str]) -> str:
    hint = closest(book, known) or f"the shelf holds {', '.join(known)}"
    return f"there is no book {book!r}: {hint}"
