"""The `examples` of a calculator document -> Examples: what the book says must come out."""

from __future__ import annotations

from collections.abc import Iterator

from ..choices import value_of
from ..document import Cursor
from ..nodes import Value
from ..scope import Scope, read_name
from ..vocabulary import Vocabulary
from . import Example, Input
from .read_sentence import SentenceReader

KEYS = ("title", "given", "faces", "rule", "text", "shown")


def read_examples(
    place: Cursor, inputs: tuple[Input, ...], scope: Scope, sentences: SentenceReader
) -> tuple[Example, ...]:
    """The place of a list of examples -> the examples; names that the calculator doesn't have are reported."""
    return tuple(_read_example(item, inputs, scope, sentences) for item in place.items())


def _read_example(place: Cursor, inputs: tuple[Input, ...], scope: Scope, sentences: SentenceReader) -> Example:
    vocabulary = sentences.vocabulary
    keys = place.mapping(("expect",), KEYS)
    given = entries_by_name(keys.get("given"), [each.name for each in inputs], vocabulary)
    # A step whose expression can't be read has been reported where it stands.
    expect = entries_by_name(keys.get("expect"), ["outcome", *_steps(scope, inputs)], vocabulary)
    outcome = expect.pop("outcome", None)
    return Example(
        keys["title"].text() if "title" in keys else "",
        {name: entry.data for name, entry in given.items()},
        _read_faces(keys["faces"]) if "faces" in keys else (),
        {name: _value(entry) for name, entry in expect.items()},
        outcome.text() if outcome is not None else None,
        keys["rule"].text().strip() if "rule" in keys else "",
        {name: str(entry.path[-1]) for name, entry in [*given.items(), *expect.items()]},
        sentences.read(keys["text"]) if "text" in keys else None,
        "shown" not in keys or keys["shown"].flag(),
    )


def _steps(scope: Scope, inputs: tuple[Input, ...]) -> Iterator[str]:
    """What is known by now, without the inputs and what is reached in them."""
    given = {name for each in inputs for name in (each.name, *(f"{each.name}.{part}" for part in each.parts))}
    return (name for name in scope.names if name not in given)


def entries_by_name(place: Cursor | None, known: list[str], vocabulary: Vocabulary) -> dict[str, Cursor]:
    """The place of values by name -> their places by the name that expressions use; unknown ones are reported."""
    found = {}
    for written, entry in place.entries().items() if place else ():
        name = read_name(Cursor(written, entry.path, entry.problems), vocabulary)
        if name in known:
            found[name] = entry
        elif name:
            entry.unknown("unknown-name", f"nothing here is called “{written}”", name, known)
    return found


def _value(place: Cursor) -> Value:
    if isinstance(place.data, bool):
        return place.data
    text = place.text()
    words: dict[str, Value] = {"yes": True, "no": False, "true": True, "false": False}
    return words.get(text.strip().lower(), value_of(text))


def _read_faces(place: Cursor) -> tuple[int, ...]:
    """`[18, 4, 5]` or `18, 4, 5` -> the faces in the order thrown."""
    if isinstance(place.data, str):
        return tuple(place.at(index, part).whole() for index, part in enumerate(place.data.replace(",", " ").split()))
    if isinstance(place.data, int):
        return (place.data,)
    return tuple(item.whole() for item in place.items())
