"""What authors name, such as a rule or a table, and every spot of a file where it is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rollbook.model.source import Place

Kind = Literal[
    "book",
    "calculator",
    "chapter",
    "data file",
    "heading",
    "part",
    "picture",
    "rule",
    "sheet",
    "stat block",
    "table",
    "term",
]

# As a file has them: where a link leads shows when it is known which book it stands in.
WrittenKind = Kind | Literal["link"]


@dataclass(frozen=True, slots=True)
class Name:
    """One of them. No book: it is for every book, as a table in data/ itself."""

    kind: Kind
    book: str
    id: str


@dataclass(frozen=True, slots=True)
class Written:
    """A name as a file has it, before it is known which book's it is. Of a link `text` is the address."""

    kind: WrittenKind
    text: str
    place: Place  # of the text
    around: Place  # where a cursor means it: of a link its words, too
    defines: bool = False


@dataclass(frozen=True, slots=True)
class Mention:
    """A spot where a name is written: `place` holds exactly its id."""

    name: Name
    place: Place
    around: Place
    defines: bool = False


def covers(place: Place, line: int, column: int) -> bool:
    """A place -> whether a cursor there, in this line and before this column, stands in it or at its end."""
    return place.line == line and place.column <= column <= place.column + place.length
