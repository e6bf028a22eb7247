"""A field, what the reader filled in -> the values that formulas use: its own, what is reached in it, and bonuses."""

from __future__ import annotations

from collections.abc import Iterator

from ..choices import Choice, find_choice
from ..expression import has_dice
from ..lean import assert_never
from ..nodes import Value
from ..quantity import Quantity
from . import Field, Row, Written
from .derivation import Bonus, Derivation, Track
from .written import dice_of


def choose(found: Derivation, field: Field) -> None:
    """A field -> its value as written, and those reached in it; the bonuses of what is chosen are noted."""
    if not found.applies(field.when, field.label):
        # Formulas may still name it: a field that is not asked for is worth nothing.
        _put(found, field, field.start, ())
        return
    found.asked.append(field.name)
    written = found.character.fields.get(field.name, field.start)
    chosen = _chosen(field, written)
    _put(found, field, written, chosen)
    for choice in chosen:
        found.bonuses += bonuses_of(found, choice)
    if field.kind == "choice" and not chosen:
        found.report("not-chosen", f"{field.label} is not chosen yet", "fields", field.name, label=field.label)


def bonuses_of(found: Derivation, choice: Choice) -> Iterator[Bonus]:
    """A choice -> what it adds: its parts that are named like a field of numbers or a derived value."""
    amounts = [(name, amount) for name, amount in choice.parts if not isinstance(amount, str) and amount]
    if not amounts:
        return
    for name, amount in amounts:
        if name in found.facts.added_to:
            yield Bonus(name, choice.name, amount)


def add_bonuses(found: Derivation, field: Field) -> None:
    """A field of numbers -> its value with bonuses; what the reader filled in is held to the field's bounds."""
    if field.kind == "several":
        _check_count(found, field)
    if field.kind not in ("number", "points"):
        return
    written = found.values[field.name]
    assert not isinstance(written, str)
    if field.low is not None and written < field.low:
        message = f"{field.label}: at least {field.low}"
        found.report("too-low", message, "fields", field.name, label=field.label, least=field.low)
    if field.high is not None and written > field.high:
        message = f"{field.label}: at most {field.high}"
        found.report("too-high", message, "fields", field.name, label=field.label, most=field.high)
    found.put(field.name, written + found.bonus(field.name))


def _check_count(found: Derivation, field: Field) -> None:
    """Several choices -> a problem if they are too few or too many."""
    chosen = _number(found.values[field.name])
    if field.low is not None and chosen < field.low:
        message = f"{field.label}: choose at least {field.low}"
        found.report("too-few-chosen", message, "fields", field.name, label=field.label, least=field.low)
    if field.high is not None and chosen > field.high:
        message = f"{field.label}: choose at most {field.high}"
        found.report("too-many-chosen", message, "fields", field.name, label=field.label, most=field.high)


def put_tracks(found: Derivation) -> None:
    """The tracks whose maximum is known by now -> their values, between minimum and maximum."""
    for track in found.tracks:
        if track.greatest not in found.values:
            _put_track(found, track)
    if found.tracks:
        found.tracks = [track for track in found.tracks if track.greatest not in found.values]


def _put_track(found: Derivation, track: Track) -> None:
    field = track.field
    if field.name not in found.asked:
        found.put(track.greatest, 0)
        found.put(field.name, 0)
    elif track.needs <= found.values.keys():
        most = _number(found.ask(track.most))
        found.put(track.greatest, most)
        found.put(field.name, stand(field, found.character.fields.get(field.name, field.start), most))


def stand(field: Field, written: Written, most: Quantity) -> Quantity:
    """A track, what is written in it, its maximum -> its value; one that was never changed is full."""
    if isinstance(written, str | tuple):
        return most
    return max(field.low or 0, min(written, most))


def _chosen(field: Field, written: Written) -> tuple[Choice, ...]:
    if not field.choices:
        return ()
    names = written if isinstance(written, tuple) else (written,)
    found = (find_choice(field.choices, str(name)) for name in names if not isinstance(name, Row))
    return tuple(choice for choice in found if choice)


def _put(found: Derivation, field: Field, written: Written, chosen: tuple[Choice, ...]) -> None:
    match field.kind:
        case "number" | "points" | "flag":
            assert not isinstance(written, tuple)
            found.put(field.name, written)
        case "text" | "long text":
            found.put_text(field.name, str(written))
        case "choice":
            found.put_text(field.name, chosen[0].name if chosen else "")
            parts: dict[str, Value] = dict(chosen[0].parts) if chosen else {}
            for part, name in found.facts.reached[field.name]:
                found.put(name, parts.get(part, 0))
        case "several":
            found.put(field.name, len(chosen))
            names = {choice.name for choice in chosen}
            for part, name in found.facts.reached[field.name]:
                found.put(name, part in names)
        case "list":
            rows = [row for row in written if isinstance(row, Row)] if isinstance(written, tuple) else []
            found.put(field.name, len(rows))
            if field.column:
                found.put(f"{field.name}.{field.column}", sum((row.number for row in rows), start=0))
        case "dice":
            _put_dice(found, field, str(written))
        case "picture":
            pass  # It is for eyes, not for formulas.
        case "track" | "clock":
            pass  # It is between bounds that may follow from other values: see put_tracks.
        case _:
            assert_never(field.kind)


def _put_dice(found: Derivation, field: Field, text: str) -> None:
    dice = dice_of(text)
    if dice is None:
        message = f"{field.label}: “{text}” is neither a number nor dice"
        found.report("not-dice", message, "fields", field.name, name=text)
        found.put(field.name, 0)
    elif has_dice(dice.root):
        found.values[field.name] = dice.text
        found.names[field.name] = dice
    else:
        found.put(field.name, found.ask(dice))


def _number(value: Value) -> Quantity:
    return 0 if isinstance(value, str) else value
