"""The `fields` of a sheet document -> Fields."""

from __future__ import annotations

from ..choices import find_choice, read_choices
from ..document import Cursor
from ..scope import Scope, read_name
from ..vocabulary import Vocabulary
from .model import KINDS, Field

_KEYS = ("label", "kind", "min", "max", "default", "choices", "table", "column", "points", "when", "unit", "note")


def read_fields(place: Cursor, vocabulary: Vocabulary, scope: Scope) -> tuple[Field, ...]:
    """Here stands a list of fields -> as read; their names, and the parts of their choices, join the scope."""
    fields = []
    for item in place.items():
        field = _read_field(item, vocabulary, scope)
        scope.add(field.name, item)
        for part in field.parts:
            scope.add(f"{field.name}.{part}", item)
        fields.append(field)
    return tuple(fields)


def _read_field(place: Cursor, vocabulary: Vocabulary, scope: Scope) -> Field:
    keys = place.mapping(("name",), _KEYS)
    name = read_name(keys["name"], vocabulary) if "name" in keys else ""
    kind = _read_kind(keys)
    when = scope.check(keys["when"].expression(vocabulary), keys["when"]) if "when" in keys else None
    choices = read_choices(keys, place, scope.tables) if kind == "choice" else ()
    low = keys["min"].quantity() if "min" in keys else None
    high = keys["max"].quantity() if "max" in keys else None
    default: int | str | bool = {"number": 0, "points": 0, "flag": False}.get(kind, "")
    made = Field(
        name,
        keys["label"].text() if "label" in keys else name,
        kind,
        low,
        high,
        max(low, 0) if kind == "number" and low is not None else default,
        choices,
        keys["points"].text().strip() if "points" in keys else "",
        when,
        keys["unit"].text() if "unit" in keys else "",
        keys["note"].text() if "note" in keys else "",
    )
    return _with_default(made, keys["default"]) if "default" in keys else made


def _read_kind(keys: dict[str, Cursor]) -> str:
    """`kind`, or what the other keys make plain: a pool of points, or choices."""
    if "kind" in keys:
        return keys["kind"].one_of(KINDS)
    if "points" in keys:
        return "points"
    return "choice" if "choices" in keys or "table" in keys else "number"


def _with_default(made: Field, place: Cursor) -> Field:
    value: object
    if made.kind in ("number", "points"):
        value = place.quantity()
    elif made.kind == "flag":
        value = place.flag()
    else:
        value = place.text().strip()
        if made.kind == "choice" and find_choice(made.choices, str(value)) is None:
            place.report("unknown-choice", f"“{value}” is none of the choices")
    fields = {field: getattr(made, field) for field in Field.__match_args__}
    return Field(**fields | {"default": value})
