"""JSON-like data -> Cursor: a place in an author's document that knows its path and gathers the problems there.

Readers of tables, calculators and sheets ask a Cursor for what they expect. A wrong answer is reported with
the path of keys and indexes that leads to it, the reader goes on with a default, and all problems of a document
come out together.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from .expression import Expression
from .lean import TypeVar, frozen
from .parse import parse
from .problem import Problem, ProblemError, closest
from .quantity import Quantity, read_quantity
from .vocabulary import EMPTY, Vocabulary

Path = tuple[str | int, ...]
Word = TypeVar("Word", bound=str)


@frozen
class Cursor:
    """A place in a document. `problems` is the list that every Cursor of the same document adds to."""

    data: object
    path: Path
    problems: list[Problem]

    def report(
        self, code: str, message: str, suggestion: str = "", start: int = 0, end: int = -1, **values: object
    ) -> None:
        """Gather a problem here, with what a reader is told; without columns it covers the whole text."""
        width = len(self.data) if isinstance(self.data, str) else 0
        last = width if end < 0 else end
        self.problems.append(Problem(code, message, start, last, suggestion, self.path, tuple(values.items())))

    def unknown(self, code: str, message: str, word: str, known: Collection[str]) -> None:
        """Gather a problem about a word that is none of those known, with the one most likely meant."""
        self.report(code, message, meant(word, known))

    def at(self, key: str | int, data: object) -> Cursor:
        """The Cursor of one entry of this one."""
        return Cursor(data, (*self.path, key), self.problems)

    def mapping(self, required: Collection[str], optional: Collection[str] = ()) -> dict[str, Cursor]:
        """Here stands a mapping with these keys -> its Cursors; unknown and missing keys are reported."""
        entries = self.entries()
        known = [*required, *optional]
        for key, place in entries.items():
            if key not in known:
                place.unknown("unknown-key", f"there is no key “{key}” here", key, known)
        for key in required:
            if key not in entries and isinstance(self.data, Mapping):
                self.report("missing-key", f"“{key}” is missing here", f"add “{key}:”")
        return {key: place for key, place in entries.items() if key in known}

    def entries(self) -> dict[str, Cursor]:
        """Here stands a mapping with any keys -> its Cursors by key."""
        if not isinstance(self.data, Mapping):
            self.report("not-a-mapping", f"expected keys with values, not {_named(self.data)}")
            return {}
        return {str(key): self.at(str(key), value) for key, value in self.data.items()}

    def items(self) -> list[Cursor]:
        """Here stands a list -> the Cursor of each entry; a single text counts as a list of one."""
        if isinstance(self.data, str):
            return [self]
        if not isinstance(self.data, Sequence):
            self.report("not-a-list", f"expected a list, not {_named(self.data)}")
            return []
        return [self.at(index, value) for index, value in enumerate(self.data)]

    def at_most(self, count: int, most: int, what: str) -> None:
        """Report more entries of a sort than there may be."""
        if count > most:
            self.report("too-many", f"there are {count} {what} here, but at most {most} are allowed")

    def text(self) -> str:
        """Here stands a text or a number -> its text."""
        if isinstance(self.data, str):
            return self.data
        if isinstance(self.data, int | float | Fraction) and not isinstance(self.data, bool):
            return str(self.data)
        self.report("not-a-text", f"expected text, not {_named(self.data)}")
        return ""

    def quantity(self, default: Quantity = 0) -> Quantity:
        """Here stands a number -> that number, exactly."""
        value = quantity_of(self.data)
        if value is None:
            self.report("not-a-number", f"expected a number, not {_named(self.data)}")
            return default
        return value

    def whole(self, default: int = 0) -> int:
        """Here stands a whole number -> that number."""
        value = self.quantity(default)
        if isinstance(value, int):
            return value
        self.report("not-a-whole-number", f"expected a whole number, not {_named(self.data)}")
        return default

    def flag(self) -> bool:
        """Here stands yes or no -> True or False."""
        word = self.data if isinstance(self.data, bool) else FLAGS.get(str(self.data).strip().lower())
        if word is None:
            self.report("not-yes-or-no", f"expected yes or no, not {_named(self.data)}")
        return bool(word)

    def one_of(self, options: Sequence[Word]) -> Word:
        """Here stands one of some words -> that word; the first one where it doesn't."""
        word = self.text().strip().lower()
        for option in options:
            if option == word:
                return option
        listed = ", ".join(options[:-1]) + f" or {options[-1]}"
        self.unknown("unknown-word", f"expected {listed}, not {_named(self.data)}", word, options)
        return options[0]

    def expression(self, vocabulary: Vocabulary = EMPTY) -> Expression | None:
        """Here stands an expression -> as written; its problem with columns inside this text, and None."""
        if isinstance(self.data, bool) or not isinstance(self.data, str | int | float | Fraction):
            self.report("not-an-expression", f"expected an expression, not {_named(self.data)}")
            return None
        try:
            return parse(str(self.data), vocabulary)
        except ProblemError as error:
            self.adopt(error.problem)
            return None

    def adopt(self, problem: Problem) -> None:
        """Gather a problem that was found in the text that is here."""
        self.problems.append(problem.at(*self.path))


# YAML keeps every scalar as the author's text, so the words for yes and no are read here.
FLAGS = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


def quantity_of(data: object) -> Quantity | None:
    """A number, or the text of one -> that number, exactly; None for anything else."""
    if isinstance(data, str):
        return read_quantity(data)
    if isinstance(data, int | Fraction) and not isinstance(data, bool):
        return data
    # A float's shortest text is what its author typed: 0.1 is a tenth, not the binary number nearest to it.
    return read_quantity(repr(data)) if isinstance(data, float) else None


def meant(word: str, known: Collection[str]) -> str:
    """A mistyped word -> “did you mean …?”, or some of the words that belong there."""
    if close := closest(word, known):
        return f"did you mean “{close}”?"
    return f"known here: {', '.join(list(known)[:12])}" if known else ""


def _named(data: object) -> str:
    """Data -> what to call it in a message, short."""
    if data is None or data == "":
        return "nothing"
    if isinstance(data, str):
        return f"“{data if len(data) <= 40 else data[:39] + '…'}”"
    if isinstance(data, Mapping):
        return "a mapping"
    return "a list" if isinstance(data, Sequence) else f"“{data}”"
