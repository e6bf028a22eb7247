"""What a worker remembers between requests: loaded books, and the randomness set by `reseed`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random

from ..calculator.read import read_calculator
from ..dice import DiceSource, Given, given, seeded
from ..lean import Generic, TypeVar
from ..problem import Problem, ProblemError
from ..roll_table import RollTable, make_roll_table
from ..sheet.read import read_sheet
from ..table import GameTable, read_table
from ..vocabulary import EMPTY, Vocabulary
from ..words import Words
from .request import MAX_SEED, Request, known

Kind = TypeVar("Kind")


class Documents(Mapping[str, Kind], Generic[Kind]):
    """A book's documents of one sort. A document that cannot be read is a problem for whoever asks for it."""

    __slots__ = ("_documents", "_key", "_read", "_seen")

    def __init__(
        self, key: str, documents: Mapping[str, object], read: Callable[[object], Kind | tuple[Problem, ...]]
    ) -> None:
        self._key = key
        self._documents = documents
        self._read = read
        self._seen: dict[str, Kind] = {}

    def __getitem__(self, name: str) -> Kind:
        if name not in self._seen:
            answer = self._read(self._documents[name])
            if isinstance(answer, tuple):
                raise ProblemError(answer[0].at(self._key, name))
            self._seen[name] = answer
        return self._seen[name]

    def __contains__(self, name: object) -> bool:
        return name in self._documents

    def __iter__(self) -> Iterator[str]:
        return iter(self._documents)

    def __len__(self) -> int:
        return len(self._documents)


# The lists of documents in a request, and the keys that hold a document's id.
_IDS = {"tables": ("table", "id"), "calculators": ("calculator",), "sheets": ("sheet",)}
# A book's own words come from the build, which has read them all; what a whole request may hold is bounded anyway.
_MOST_PHRASES = 50_000
_FEWEST_BYTES = 16
_MOST_BYTES = 1_024


class LoadedBook:
    """A book's phrases, tables, calculators and sheet. Each document is read when it is first asked for.

    The build has already read and checked them all, and a page that rolls one die should not wait for the rest.
    """

    __slots__ = ("calculators", "roll_tables", "sheets", "tables", "vocabulary")

    def __init__(self, vocabulary: Vocabulary, documents: Mapping[str, Mapping[str, object]]) -> None:
        self.vocabulary = vocabulary
        self.tables = Documents("tables", documents["tables"], read_table)
        self.roll_tables = Documents("tables", documents["tables"], self._read_roll_table)
        self.calculators = Documents(
            "calculators", documents["calculators"], lambda data: read_calculator(data, vocabulary, self.tables)
        )
        sheets = documents["sheets"]
        self.sheets = Documents("sheets", sheets, lambda data: read_sheet(data, vocabulary, self.tables, sheets))

    def _read_roll_table(self, data: object) -> RollTable | tuple[Problem, ...]:
        table = read_table(data)
        made = make_roll_table(table) if isinstance(table, GameTable) else table
        return made or (Problem("not-a-roll-table", "no die picks a row of this table", 0, 0),)


NO_BOOK = LoadedBook(EMPTY, {"tables": {}, "calculators": {}, "sheets": {}})


class Session:
    """The books by id, the words by language, and the generator that seeds are drawn from: None until it is seeded."""

    __slots__ = ("_books", "_chance", "_languages")

    def __init__(self, languages: Mapping[str, Words]) -> None:
        self._languages = languages
        self._books: dict[str, LoadedBook] = {}
        self._chance: Random | None = None

    def book(self, request: Request) -> LoadedBook:
        """The book that a request names; one that names none is asked without a book."""
        if not request.has("book"):
            return NO_BOOK
        name = request.text("book")
        known(name, self._books, "unknown-book", f"no book “{name}” is loaded", "book")
        return self._books[name]

    def words(self, request: Request) -> Words:
        """The words of the language that a request names; English where it names none that is known."""
        return self._languages.get(request.text("language", "en")) or self._languages["en"]

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
        """`bytes` from the browser's crypto, as hexadecimal text -> the randomness of all later rolls."""
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
        """A book's documents -> stored under its id, to be read when first needed."""
        problems: list[Problem] = []
        documents = {key: _by_id(request, key, names, problems) for key, names in _IDS.items()}
        self._books[request.text("book")] = LoadedBook(_read_vocabulary(request, problems), documents)
        ids = {key: list(found) for key, found in documents.items()}
        return {**ids, "problems": [problem.to_json(self.words(request)) for problem in problems]}


def all_thrown(dice: DiceSource) -> None:
    """Dice, after a roll -> nothing, or a problem if they are faces that were sent and some were left over."""
    if isinstance(dice, Given):
        dice.finish()


def _read_vocabulary(request: Request, problems: list[Problem]) -> Vocabulary:
    phrases = {phrase: str(meaning) for phrase, meaning in request.mapping("vocabulary", _MOST_PHRASES).items()}
    try:
        return Vocabulary(phrases)
    except ProblemError as error:
        problems.append(error.problem.at("vocabulary"))
        return EMPTY


def _by_id(request: Request, key: str, names: tuple[str, ...], problems: list[Problem]) -> dict[str, object]:
    """A list of documents -> the documents by id, unread; one without an id is reported and left out."""
    found: dict[str, object] = {}
    for place in request.place(key).items() if request.has(key) else ():
        data = place.data if isinstance(place.data, dict) else {}
        name = next((data[name] for name in names if isinstance(data.get(name), str)), None)
        if name is None:
            message = f"this document has no “{names[0]}”"
            problems.append(Problem("missing-key", message, 0, 0, "", place.path))
        else:
            found[name.strip()] = data
    return found
