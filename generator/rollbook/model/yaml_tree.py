"""A YAML document as written: every scalar is still the author's text, and every piece knows its place."""

from __future__ import annotations

import re
from collections.abc import Sequence as Path

from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Place, Spelling


@dataclass(frozen=True, slots=True)
class Scalar:
    """One text. `style` is plain, single, double, literal or folded; `place` includes its quotation marks."""

    text: str
    style: str
    place: Place
    spelling: Spelling

    @property
    def absent(self) -> bool:
        """Nothing was written here, or `~` or `null`; an empty text in quotes is there."""
        return not self.text and self.style == "plain"

    def at(self, offset: int, length: int = 1) -> Place:
        """An offset into the text -> its place in the file."""
        return self.spelling.at(offset, length)


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list."""

    items: tuple[Node, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Entry:
    """One key of a mapping, and its value."""

    key: Scalar
    value: Node


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and values in the order written; no key appears twice."""

    entries: tuple[Entry, ...]
    place: Place

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(entry.key.text for entry in self.entries)

    def get(self, key: str) -> Node | None:
        """A key -> its value, or None where the key isn't there."""
        entry = self.entry(key)
        return entry.value if entry else None

    def entry(self, key: str) -> Entry | None:
        """A key -> the key and its value."""
        return next((entry for entry in self.entries if entry.key.text == key), None)


Node = Scalar | Sequence | Mapping
Data = None | str | list["Data"] | dict[str, "Data"]


def one_or_more(node: Node | None) -> tuple[Node, ...]:
    """What may be one thing or a list of them -> the things; none where nothing is written."""
    return node.items if isinstance(node, Sequence) else (node,) if node else ()


def to_data(node: Node) -> Data:
    """A piece of a document -> plain data for the engine: texts, lists, dictionaries, and None for nothing."""
    if isinstance(node, Scalar):
        return None if node.absent else node.text
    if isinstance(node, Sequence):
        return [to_data(item) for item in node.items]
    return {entry.key.text: to_data(entry.value) for entry in node.entries}


def place_in(node: Node, path: Path[str | int], start: int = 0, end: int = 0) -> Place:
    """A document, the keys and indexes that lead to a text, columns in that text -> their place in the file.

    A path that leads too far ends at the last piece that is there. A list or mapping is shown by its key.
    """
    shown = node.place
    for step in path:
        entry = node.entry(str(step)) if isinstance(node, Mapping) else None
        if entry:
            node, shown = entry.value, entry.key.place
        elif isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
            shown = node.place
        else:
            return shown
    if not isinstance(node, Scalar) or node.absent:
        return shown
    return node.at(start, end - start) if end > start else node.place


def key_in(node: Node, path: Path[str | int]) -> Place:
    """A document, the path of an entry -> the place of its key, where that itself is the mistake."""
    *above, key = path
    for step in above:
        if isinstance(node, Mapping) and (entry := node.entry(str(step))):
            node = entry.value
        elif isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
    found = node.entry(str(key)) if isinstance(node, Mapping) else None
    return found.key.place if found else node.place


# Names in formulas and the choices that they are compared with are changed alike, letter for letter, so both still
# agree and every column stays where it is.
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_])")


def with_apostrophes(text: str) -> str:
    """A text as readers see it: between two letters the typewriter's apostrophe -> the printed one."""
    return _APOSTROPHE.sub("’", text) if "'" in text else text


def data_with_apostrophes(data: Data) -> Data:
    """What the engine reads of a document -> the same, in its keys and texts."""
    match data:
        case str():
            return with_apostrophes(data)
        case list():
            return [data_with_apostrophes(item) for item in data]
        case dict():
            return {with_apostrophes(key): data_with_apostrophes(value) for key, value in data.items()}
        case None:
            return None
