"""The reader's character inside a request -> its values, for every formula of the book."""

from __future__ import annotations

from ..problem import Problem, ProblemError
from ..sheet import Sheet, SheetValues, derive, read_character
from .request import Request
from .session import LoadedBook


def character_values(book: LoadedBook, request: Request) -> SheetValues | None:
    """A request's `character` -> its values; None if it sends none."""
    if not request.has("character"):
        return None
    sheet = sheet_of(book)
    return derive(sheet, read_character(sheet, request.data("character"))[0])


def sheet_of(book: LoadedBook) -> Sheet:
    """A book -> its sheet; a book without one is a problem."""
    for sheet in book.sheets.values():
        return sheet
    raise ProblemError(Problem("no-sheet", "no character sheet is loaded for this book", 0, 0))
