"""What a worker keeps between requests: books that were loaded, and the chance that `reseed` brought."""

from __future__ import annotations

from random import Random

from ..calculator import Calculator, read_calculator
from ..dice import given, seeded
from ..problem import Problem, ProblemError
from ..record import record
from ..roll_table import RollTable, make_roll_table
from ..sheet import Sheet, read_sheet
from ..table import Table, read_table
from ..vocabulary import EMPTY, Vocabulary
from .request import MAX_SEED, Request, known

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeVar

    from ..dice import DiceSource

    Kind = TypeVar("Kind", Table, Calculator, Sheet)

_FEWEST_BYTES = 16
_MOST_BYTES = 1_024


@record
class LoadedBook:
    """A book's phrases, tables, calculators and sheet, ready to be asked."""

    vocabulary: Vocabulary
    tables: Mapping[str, Table]
    roll_tables: Mapping[str, RollTable]
    calculators: Mapping[str, Calculator]
    sheet: Sheet | None


NO_BOOK = LoadedBook(EMPTY, {}, {}, {}, None)


class Session:
    """The books by id, and the generator that seeds are drawn from: None until it is seeded."""

    __slots__ = ("_books", "_chance")

    def __init__(self) -> None:
        self._books: dict[str, LoadedBook] = {}
        self._chance: Random | None = None

    def book(self, request: Request) -> LoadedBook:
        """The book that a request names; one that names none is asked without a book."""
        if not request.has("book"):
            return NO_BOOK
        name = request.text("book")
        known(name, self._books, "unknown-book", f"no book “{name}” is loaded", "book")
        return self._books[name]

    def dice(self, request: Request) -> tuple[DiceSource, int | None]:
        """`faces`, a `seed`, or neither -> dice, and the seed that gives the same ones again (None for faces)."""
        if request.has("faces"):
            return given(request.faces()), None
        if request.has("seed"):
            seed = request.whole("seed", 0, MAX_SEED)
        elif self._chance is not None:
            seed = self._chance.getrandbits(53)
        else:
            message = "there is no chance to roll with: send “reseed” first, or a “seed”"
            raise ProblemError(Problem("no-chance", message, 0, 0))
        return seeded(seed), seed

    def reseed(self, request: Request) -> dict[str, object]:
        """`bytes` from the browser's crypto, as hexadecimal text -> chance for all that follows."""
        written = request.text("bytes")
        try:
            fresh = bytes.fromhex(written[: 2 * _MOST_BYTES])
        except ValueError as error:
            raise ProblemError(Problem("bad-bytes", "the bytes are not hexadecimal", 0, 0, "", ("bytes",))) from error
        if len(fresh) < _FEWEST_BYTES:
            message = f"at least {_FEWEST_BYTES} bytes are needed"
            raise ProblemError(Problem("too-few-bytes", message, 0, 0, "", ("bytes",)))
        self._chance = Random(int.from_bytes(fresh, "big"))
        return {"reseeded": True}

    def load(self, request: Request) -> dict[str, object]:
        """A book's documents -> kept under its id. What cannot be read is reported and left out."""
        problems: list[Problem] = []
        vocabulary = _read_vocabulary(request, problems)
        tables = {table.id: table for table in _read(request, "tables", read_table, problems, Table)}
        calculators = _read(
            request, "calculators", lambda data: read_calculator(data, vocabulary, tables), problems, Calculator
        )
        sheets = _read(request, "sheets", lambda data: read_sheet(data, vocabulary, tables), problems, Sheet)
        rolled = ((name, make_roll_table(table)) for name, table in tables.items())
        book = LoadedBook(
            vocabulary,
            tables,
            {name: table for name, table in rolled if isinstance(table, RollTable)},
            {calculator.id: calculator for calculator in calculators},
            sheets[0] if sheets else None,
        )
        self._books[request.text("book")] = book
        return {
            "tables": list(book.roll_tables),
            "calculators": list(book.calculators),
            "sheet": book.sheet.id if book.sheet else None,
            "problems": [problem.to_json() for problem in problems],
        }


def _read_vocabulary(request: Request, problems: list[Problem]) -> Vocabulary:
    phrases = {phrase: str(meaning) for phrase, meaning in request.mapping("vocabulary").items()}
    try:
        return Vocabulary(phrases)
    except ProblemError as error:
        problems.append(error.problem.at("vocabulary"))
        return EMPTY


def _read(
    request: Request,
    key: str,
    read: Callable[[object], Kind | tuple[Problem, ...]],
    problems: list[Problem],
    kind: type[Kind],
) -> list[Kind]:
    """A list of documents -> those that could be read; the problems of the others are gathered."""
    found: list[Kind] = []
    for index, place in enumerate(request.place(key).items() if request.has(key) else ()):
        answer = read(place.data)
        if isinstance(answer, kind):
            found.append(answer)
        elif isinstance(answer, tuple):
            problems += [problem.at(key, index) for problem in answer]
    return found
