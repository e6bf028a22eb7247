"""What was filled into a field, as saved JSON -> as the field's kind has it, and back."""

from __future__ import annotations

import re

from ..choices import find_choice
from ..document import Cursor
from ..expression import Expression, names_in
from ..limits import MAX_INTEGER
from ..parse import parse
from ..problem import ProblemError
from ..quantity import Quantity
from ..rolled import plain
from ..vocabulary import any_die
from . import Field, Row, Written

_MAX_TEXT = 10_000
_MAX_ROWS = 200
_MAX_DICE = 200
_MAX_PICTURE = 50_000
# As a browser writes one that it made small. An address of another kind could lead out of the page, or hold a script.
_PICTURE = re.compile(r"data:image/(?:jpeg|png|webp);base64,[A-Za-z0-9+/]+={0,2}")


def read_written(field: Field, place: Cursor) -> Written | None:
    """A field's saved value -> as its kind has it; None if it is of another kind, or out of all bounds."""
    before = len(place.problems)
    value = _read(field, place)
    return value if len(place.problems) == before else None


def to_json(written: Written) -> object:
    """What was filled in -> plain data; `read_written` reads it back."""
    if not isinstance(written, tuple):
        return plain(written)
    return [{"name": row.name, "number": plain(row.number)} if isinstance(row, Row) else row for row in written]


def dice_of(text: str) -> Expression | None:
    """What a reader wrote into a field of dice -> dice or a number; None if it is neither."""
    try:
        expression = parse(any_die(text[:_MAX_DICE]))
    except ProblemError:
        return None
    return None if any(names_in(expression.root)) else expression


def _read(field: Field, place: Cursor) -> Written | None:
    match field.kind:
        case "number" | "points" | "clock":
            return _number(place)
        case "track":
            return "" if place.data == "" else _number(place)
        case "flag":
            return place.flag()
        case "choice":
            text = _text(place)
            choice = find_choice(field.choices, text) if text else None
            # As the book writes it now, which may differ in its apostrophes from what was once chosen.
            return choice.name if choice else "" if text == "" else None
        case "several":
            chosen = [find_choice(field.choices, item.text()) for item in place.items()]
            return None if None in chosen else tuple(dict.fromkeys(choice.name for choice in chosen if choice))
        case "list":
            rows = place.items()
            return tuple(_row(item) for item in rows) if len(rows) <= _MAX_ROWS else None
        case "text" | "long text" | "dice":
            # What is typed into a field of dice may be on its way to dice; what it comes to is told where it stands.
            return _text(place)
        case "picture":
            text = place.text()
            whole = len(text) <= _MAX_PICTURE and _PICTURE.fullmatch(text)
            return text if not text or whole else None


def _number(place: Cursor) -> Quantity | None:
    number = place.quantity()
    return number if -MAX_INTEGER <= number <= MAX_INTEGER else None


def _text(place: Cursor) -> str | None:
    text = place.text()
    return text if len(text) <= _MAX_TEXT else None


def _row(place: Cursor) -> Row:
    keys = place.mapping(("name",), ("number",))
    name = keys["name"].text()[:_MAX_TEXT] if "name" in keys else ""
    written = keys.get("number")
    number = 0 if written is None or written.data == "" else _number(written)
    return Row(name, 0 if number is None else number)
