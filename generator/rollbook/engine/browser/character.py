"""The reader's characters inside a request -> their sheets and values, for every formula of the book."""

from __future__ import annotations

from collections.abc import Mapping

from ..frozen import frozen
from ..nodes import Value
from ..problem import Problem, ProblemError
from ..sheet import Character, Sheet, derive, read_character
from ..state import Meaning
from .request import Request
from .session import LoadedBook


@frozen
class Held:
    """What the reader's characters hand to formulas; of two that know a name the one before counts."""

    players: tuple[tuple[Sheet, Character], ...]
    values: Mapping[str, Value]
    names: Mapping[str, Meaning]


def held_values(book: LoadedBook, request: Request) -> Held:
    """A request's `character`, or its `characters` where several sheets are played -> what they know together."""
    sent = [each.data for each in request.place("characters").items()] if request.has("characters") else []
    if request.has("character"):
        sent.append(request.data("character"))
    players = []
    values: dict[str, Value] = {}
    names: dict[str, Meaning] = {}
    for data in sent:
        sheet = sheet_of(book, data)
        character = read_character(sheet, data)[0]
        held = derive(sheet, character)
        players.append((sheet, character))
        values, names = {**held.values, **values}, {**held.names, **names}
    return Held(tuple(players), values, names)


def sheet_of(book: LoadedBook, character: object, otherwise: str = "") -> Sheet:
    """A book, a character -> the character's sheet, or else the one of this id, or the first; none is a problem."""
    own = character.get("sheet") if isinstance(character, Mapping) else None
    for name in (own, otherwise):
        if isinstance(name, str) and name in book.sheets:
            return book.sheets[name]
    for sheet in book.sheets.values():
        return sheet
    raise ProblemError(Problem("no-sheet", "no character sheet is loaded for this book", 0, 0))
