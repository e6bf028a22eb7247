"""A request's data -> typed values; anything else is a problem with the path of keys that leads to it."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from ..document import Cursor
from ..nodes import Value
from ..problem import ProblemError

# What a page can hold exactly in a number of its own, so that a seed survives being shown and sent back.
MAX_SEED = 2**53 - 1
_MAX_ENTRIES = 5_000


class Request:
    """A mapping that a page sent. Each method takes a key, and raises ProblemError where the value does not fit."""

    __slots__ = ("_entries",)

    def __init__(self, data: object) -> None:
        place = Cursor(data, (), [])
        self._entries = place.entries()
        _raise_first(place)

    def has(self, key: str) -> bool:
        """Whether the key was sent, with something other than null."""
        return key in self._entries and self._entries[key].data is not None

    def place(self, key: str) -> Cursor:
        """A key -> its place; a missing key is a problem."""
        if key not in self._entries:
            place = Cursor(None, (key,), [])
            place.report("missing-key", f"the request lacks “{key}”")
            _raise_first(place)
        return self._entries[key]

    def data(self, key: str) -> object:
        """A key -> what was sent, None if nothing was."""
        return self._entries[key].data if key in self._entries else None

    def text(self, key: str, default: str | None = None) -> str:
        """A key -> its text; without a default it must be there."""
        if default is not None and not self.has(key):
            return default
        place = self.place(key)
        if not isinstance(place.data, str):
            place.report("not-a-text", f"“{key}” should be a text")
        _raise_first(place)
        return str(place.data)

    def whole(self, key: str, low: int, high: int) -> int:
        """A key -> its whole number, within bounds."""
        place = self.place(key)
        number = place.whole()
        if not low <= number <= high:
            place.report("out-of-bounds", f"“{key}” should be from {low} to {high}", least=low, most=high)
        _raise_first(place)
        return number

    def one_of(self, key: str, words: tuple[str, ...], default: str | None = None) -> str:
        """A key -> its word, one of some; without a default it must be there."""
        if default is not None and not self.has(key):
            return default
        self.text(key)
        place = self.place(key)
        word = place.one_of(words)
        _raise_first(place)
        return word

    def mapping(self, key: str, most: int = _MAX_ENTRIES) -> dict[str, object]:
        """A key -> its mapping, empty if it was not sent."""
        if not self.has(key):
            return {}
        place = self.place(key)
        entries = place.entries()
        if len(entries) > most:
            place.report("too-many", f"“{key}” has more than {most} entries")
        _raise_first(place)
        return {name: entry.data for name, entry in entries.items()}

    def values(self, key: str) -> dict[str, Value]:
        """A key -> names and what they stand for: numbers, yes or no, or the text of an expression."""
        place = self.place(key) if self.has(key) else Cursor({}, (), [])
        values: dict[str, Value] = {}
        for name, data in self.mapping(key).items():
            if isinstance(data, bool | str):
                values[name] = data
            else:
                values[name] = place.at(name, data).quantity()
        _raise_first(place)
        return values

    def faces(self) -> tuple[int | Fraction, ...]:
        """`faces` -> numbers in the order thrown."""
        place = self.place("faces")
        faces = tuple(item.quantity() for item in place.items())
        _raise_first(place)
        return faces


def known(word: str, words: Collection[str], code: str, message: str, key: str) -> None:
    """A word that should be one of some -> nothing, or a problem that says which was meant."""
    if word not in words:
        place = Cursor(word, (key,), [])
        place.unknown(code, message, word, words)
        _raise_first(place)


def _raise_first(place: Cursor) -> None:
    if place.problems:
        raise ProblemError(place.problems[0])
