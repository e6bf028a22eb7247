"""The `fields` of a sheet document -> Fields."""

from __future__ import annotations

from ..choices import Choice, find_choice, read_choices
from ..document import Cursor
from ..expression import Expression, has_dice, named, names_in
from ..lean import assert_never
from ..parse import parse
from ..scope import Scope, read_name
from ..template import read_inline
from ..vocabulary import Vocabulary
from . import FIELD_KEYS, KINDS, Field, Kind, read_placement

_ALL = ("label", "kind", "default", "when", "unit", "note", "roll", *FIELD_KEYS)
# The keys that mean something for one kind and not for others.
_OWN: dict[Kind, tuple[str, ...]] = {
    "number": ("min", "max"),
    "text": (),
    "long text": (),
    "choice": ("choices", "table", "column"),
    "several": ("choices", "table", "column", "min", "max"),
    "points": ("points", "min", "max"),
    "flag": (),
    "track": ("min", "max"),
    "clock": ("segments",),
    "list": ("number", "table"),
    "dice": (),
    "picture": (),
}
# The keys of all kinds that mean nothing for some, and why.
_IDLE: dict[Kind, tuple[tuple[str, ...], str]] = {
    "list": (("default",), "a list starts empty"),
    "picture": (("default", "roll", "unit"), "a picture is the reader's own, not a number"),
}
KEYS = (*_ALL, *dict.fromkeys(key for keys in _OWN.values() for key in keys))
# What a field holds that nobody has filled in; the others an empty text.
_EMPTY: dict[Kind, int | bool | str] = {"number": 0, "points": 0, "clock": 0, "flag": False, "dice": "0"}
_SEGMENTS = (2, 12)


def read_fields(place: Cursor, vocabulary: Vocabulary, scope: Scope) -> tuple[Field, ...]:
    """The place of a list of fields -> the fields; their names, and what is reached in them, join the scope.

    A track joins it in `admit_tracks`, when all is known that its maximum follows from.
    """
    fields = []
    for item in place.items():
        field = _read_field(item, vocabulary, scope)
        if field.kind == "picture":
            scope.later[field.name] = f"“{field.name}” is a picture, which no formula can use"
        elif field.kind != "track":
            _admit(field, scope, item)
        elif field.most is not None:
            greatest = field.most.text.strip("`")
            scope.later[field.name] = f"“{field.name}” is known only after “{greatest}”, which sets its maximum"
        fields.append(field)
    return tuple(fields)


def admit_tracks(place: Cursor, fields: tuple[Field, ...], scope: Scope) -> None:
    """The tracks whose greatest can be worked out by now -> their names join the scope."""
    for index, field in enumerate(fields):
        if field.kind != "track" or field.most is None or field.name in scope.names:
            continue
        if all(name.name in scope.names for name in names_in(field.most.root)):
            _admit(field, scope, place.at(index, {}))


def check_fields(place: Cursor, fields: tuple[Field, ...], scope: Scope) -> None:
    """All names of the sheet are known -> a problem for each greatest and each roll that none of them leads to."""
    for index, field in enumerate(fields):
        here = place.at(index, {})
        if field.kind == "track" and field.most is not None and field.name not in scope.names:
            scope.check(field.most, here.at("max", field.most.text))
        if field.roll is not None:
            check_roll(field.roll, here.at("roll", field.roll.text), scope)


def check_roll(roll: Expression, place: Cursor, scope: Scope) -> None:
    """What a press on the sheet throws -> a problem if it throws nothing, or names what the sheet doesn't have."""
    scope.check(roll, place)
    if not has_dice(roll.root):
        place.report("no-dice-here", "there are no dice in this", "write dice, such as d20 + melee")


def _admit(field: Field, scope: Scope, place: Cursor) -> None:
    scope.add(field.name, place)
    for part in field.parts:
        scope.add(f"{field.name}.{part}", place)


def _read_field(place: Cursor, vocabulary: Vocabulary, scope: Scope) -> Field:
    keys = place.mapping(("name",), KEYS)
    name = read_name(keys["name"], vocabulary) if "name" in keys else ""
    kind = _read_kind(keys)
    when = scope.read(keys.get("when"), vocabulary)
    drawn = kind in ("choice", "several") or (kind == "list" and "table" in keys)
    choices = read_choices(keys, place, scope.tables) if drawn else ()
    low = keys["min"].quantity() if "min" in keys else None
    high = keys["max"].quantity() if "max" in keys and kind != "track" else None
    label, rich_label = read_inline(keys["label"]) if "label" in keys else (name, "")
    made = Field(
        name,
        label,
        kind,
        low,
        high,
        max(low, 0) if kind == "number" and low is not None else _EMPTY.get(kind, ""),
        choices,
        keys["points"].text().strip() if "points" in keys else "",
        when,
        keys["unit"].text() if "unit" in keys else "",
        keys["note"].text() if "note" in keys else "",
        _read_most(kind, keys, place, vocabulary),
        read_name(keys["number"], vocabulary) if "number" in keys else "",
        read_placement(keys, vocabulary, scope),
        keys["roll"].expression(vocabulary) if "roll" in keys else None,
        rich_label,
    )
    _check_keys(made, keys)
    _check_column(made, keys)
    return _with_default(made, keys["default"]) if "default" in keys else made


def _read_kind(keys: dict[str, Cursor]) -> Kind:
    """`kind`, or what the other keys make plain: a pool of points, choices, segments, a number in each row."""
    if "kind" in keys:
        return keys["kind"].one_of(KINDS)
    if "points" in keys:
        return "points"
    if "choices" in keys or "table" in keys:
        return "choice"
    return "clock" if "segments" in keys else "list" if "number" in keys else "number"


def _read_most(kind: Kind, keys: dict[str, Cursor], place: Cursor, vocabulary: Vocabulary) -> Expression | None:
    """The greatest that a track or a clock comes to; names in it are checked when all of the sheet's are known."""
    if kind == "clock":
        segments = keys["segments"].whole(4) if "segments" in keys else 4
        low, high = _SEGMENTS
        if not low <= segments <= high:
            keys["segments"].report("out-of-bounds", f"a clock has {low} to {high} segments", "write 4, 6 or 8")
        return parse(str(min(max(segments, low), high)))
    if kind == "track" and "max" not in keys:
        hint = "add “max:” with a number, or with a value of the sheet such as “max: HP”"
        place.report("missing-key", "a track needs a maximum", hint)
    if kind != "track" or "max" not in keys:
        return None
    tried = Cursor(keys["max"].data, keys["max"].path, [])
    expression = tried.expression(vocabulary)
    if expression is None and isinstance(tried.data, str):
        # A name of several words is no expression by itself.
        as_name = Cursor(tried.data, tried.path, [])
        name = read_name(as_name, vocabulary)
        if not as_name.problems:
            return named(name)
    place.problems.extend(tried.problems)
    return expression


def _check_keys(made: Field, keys: dict[str, Cursor]) -> None:
    """Keys that mean nothing for this kind are reported, since their author expects them to do something."""
    for key, place in keys.items():
        if key not in ("name", *_ALL, *_OWN[made.kind]):
            owners = [kind for kind, own in _OWN.items() if key in own]
            message = f"“{key}” means nothing for a field of kind {made.kind}"
            place.report("key-without-effect", message, f"it belongs to {', '.join(owners)}")
    idle, reason = _IDLE.get(made.kind, ((), ""))
    for key in idle:
        if key in keys:
            keys[key].report("key-without-effect", reason, "remove this line")


def _check_column(made: Field, keys: dict[str, Cursor]) -> None:
    """What a list counts is a column of the records that it draws on, where it draws on any."""
    columns = list(dict.fromkeys(name for choice in made.choices for name, _ in choice.parts))
    if made.kind == "list" and made.choices and made.column and made.column not in columns:
        message = f"“{keys['table'].text().strip()}” has no column “{made.column}”"
        keys["number"].unknown("unknown-column", message, made.column, columns)


def _with_default(made: Field, place: Cursor) -> Field:
    value: object
    match made.kind:
        case "number" | "points" | "track" | "clock":
            value = place.quantity()
        case "flag":
            value = place.flag()
        case "dice":
            value = _read_dice(place)
        case "choice" | "several":
            value = place.text().strip()
            _check_default(made.choices, str(value), place)
        case "text" | "long text":
            value = place.text().strip()
        case "list" | "picture":
            return made  # It begins empty, and has been told so.
        case _:
            assert_never(made.kind)
    fields = {field: getattr(made, field) for field in Field.__match_args__}
    return Field(**fields | {"default": value})


def _check_default(choices: tuple[Choice, ...], value: str, place: Cursor) -> None:
    if find_choice(choices, value) is None:
        place.report("unknown-choice", f"“{value}” is not one of the choices")


def _read_dice(place: Cursor) -> str:
    expression = place.expression()
    for name in names_in(expression.root) if expression else ():
        place.report("not-dice", f"“{name.name}” is neither a number nor dice", "", name.start, name.end)
    return expression.text if expression else "0"
