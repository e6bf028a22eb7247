"""A character as saved JSON -> Character and back. What cannot be read is reported and set aside, never lost."""

from __future__ import annotations

from collections.abc import Mapping

from ..document import Cursor
from ..lean import frozen
from ..limits import MAX_INTEGER
from ..problem import Problem
from ..quantity import Quantity
from ..rolled import plain
from . import Sheet, Written
from .written import read_written, to_json

_MAX_LEVELS = 1_000
_MAX_DENOMINATOR = 100
_KEYS = ("sheet", "version", "fields", "rolled", "levels", "xp", "aside")


@frozen
class RolledOnce:
    """Dice that were rolled once: what they showed, and what the value came to with them."""

    total: Quantity
    faces: tuple[Quantity, ...]


@frozen
class LevelGained:
    """What one level added: values that were worked out then, points by pool, and choices by name. `xp` is what it took
    away; None in characters that were saved before levels could be undone."""

    added: Mapping[str, Quantity]
    points: Mapping[str, Quantity]
    chosen: Mapping[str, str]
    xp: int | None = None


@frozen
class Character:
    """What a reader filled in, rolled and gained. `aside` is everything this sheet has no place for."""

    sheet: str
    version: int
    fields: Mapping[str, Written]
    rolled: Mapping[str, RolledOnce]
    levels: tuple[LevelGained, ...]
    xp: int
    aside: Mapping[str, object]

    def with_field(self, name: str, written: Written) -> Character:
        """The same character with something else in one field."""
        fields = {**self.fields, name: written}
        return Character(self.sheet, self.version, fields, self.rolled, self.levels, self.xp, self.aside)

    def with_roll(self, name: str, kept: RolledOnce) -> Character:
        """The same character with one value rolled."""
        rolled = {**self.rolled, name: kept}
        return Character(self.sheet, self.version, self.fields, rolled, self.levels, self.xp, self.aside)

    def with_level(self, level: LevelGained) -> Character:
        """The same character one level higher."""
        levels = (*self.levels, level)
        return Character(self.sheet, self.version, self.fields, self.rolled, levels, self.xp, self.aside)

    def without_level(self) -> Character:
        """The same character without its last level."""
        levels = self.levels[:-1]
        return Character(self.sheet, self.version, self.fields, self.rolled, levels, self.xp, self.aside)

    def with_xp(self, xp: int) -> Character:
        """The same character with so many XP."""
        return Character(self.sheet, self.version, self.fields, self.rolled, self.levels, xp, self.aside)

    def to_json(self) -> dict[str, object]:
        """Character -> plain data; `read_character` reads it back."""
        return {
            "sheet": self.sheet,
            "version": self.version,
            "fields": {name: to_json(value) for name, value in self.fields.items()},
            "rolled": {
                name: {"total": plain(kept.total), "faces": [plain(face) for face in kept.faces]}
                for name, kept in self.rolled.items()
            },
            "levels": [
                {
                    "added": {name: plain(value) for name, value in level.added.items()},
                    "points": {name: plain(value) for name, value in level.points.items()},
                    "chosen": dict(level.chosen),
                    **({} if level.xp is None else {"xp": level.xp}),
                }
                for level in self.levels
            ],
            "xp": self.xp,
            "aside": dict(self.aside),
        }


def new_character(sheet: Sheet) -> Character:
    """Sheet -> a character with every field at its default, nothing rolled, at the first level."""
    fields = {field.name: field.start for field in sheet.fields}
    return Character(sheet.id, sheet.version, fields, {}, (), 0, {})


def read_character(sheet: Sheet, data: object) -> tuple[Character, tuple[Problem, ...]]:
    """Sheet, JSON from anywhere -> a Character that fits the sheet, and what was wrong with the JSON."""
    place = Cursor(data, (), [])
    entries = place.entries()
    aside: dict[str, object] = {}
    if "aside" in entries and isinstance(entries["aside"].data, Mapping):
        aside |= {str(key): value for key, value in entries["aside"].data.items()}
    for key in entries.keys() - set(_KEYS):
        _put_aside(aside, key, entries[key])
    _check_origin(sheet, entries)
    fields = _read_fields(sheet, entries.get("fields"), aside)
    rolled = _read_rolled(sheet, entries.get("rolled"), aside)
    levels = _read_levels(entries.get("levels"), aside)
    xp = entries["xp"].whole() if "xp" in entries else 0
    if not 0 <= xp <= MAX_INTEGER:
        _put_aside(aside, "xp", entries["xp"])
        xp = 0
    return Character(sheet.id, sheet.version, fields, rolled, levels, xp, aside), tuple(place.problems)


def _put_aside(aside: dict[str, object], key: str, place: Cursor) -> None:
    """Something that this sheet has no place for -> stored under its key, and reported."""
    place.report("kept-aside", f"“{key}” does not fit this sheet; it is stored but not used", key=key)
    aside[key] = place.data


def _check_origin(sheet: Sheet, entries: dict[str, Cursor]) -> None:
    if "sheet" in entries and entries["sheet"].data != sheet.id:
        entries["sheet"].report("other-sheet", f"this character was made for a different sheet, not for {sheet.id}")
    version = entries.get("version")
    if version is not None and version.data != sheet.version:
        version.report("other-version", "this character was made for another version of the sheet: please check it")


def _read_fields(sheet: Sheet, place: Cursor | None, aside: dict[str, object]) -> dict[str, Written]:
    read = {field.name: field.start for field in sheet.fields}
    for name, entry in place.entries().items() if place else ():
        field = sheet.field(name)
        before = len(entry.problems)
        value = None if field is None else read_written(field, entry)
        if field is None or value is None:
            del entry.problems[before:]
            _put_aside(aside, name, entry)
        else:
            read[name] = value
    return read


def _read_rolled(sheet: Sheet, place: Cursor | None, aside: dict[str, object]) -> dict[str, RolledOnce]:
    read: dict[str, RolledOnce] = {}
    names = [derived.name for derived in sheet.derived if derived.rolled]
    for name, entry in place.entries().items() if place else ():
        before = len(entry.problems)
        keys = entry.mapping(("total", "faces"))
        total = keys["total"].quantity() if "total" in keys else 0
        faces = tuple(face.quantity() for face in keys["faces"].items()) if "faces" in keys else ()
        if name not in names or len(entry.problems) > before:
            del entry.problems[before:]
            _put_aside(aside, f"rolled {name}", entry)
        else:
            read[name] = RolledOnce(total, faces)
    return read


def _read_levels(place: Cursor | None, aside: dict[str, object]) -> tuple[LevelGained, ...]:
    if place is None:
        return ()
    before = len(place.problems)
    items = place.items()
    read = tuple(_read_level(item) for item in items[:_MAX_LEVELS])
    if len(place.problems) > before or len(items) > _MAX_LEVELS:
        del place.problems[before:]
        _put_aside(aside, "levels", place)
        return ()
    return read


def _read_level(place: Cursor) -> LevelGained:
    keys = place.mapping((), ("added", "points", "chosen", "xp"))
    added = keys["added"].entries() if "added" in keys else {}
    points = keys["points"].entries() if "points" in keys else {}
    chosen = keys["chosen"].entries() if "chosen" in keys else {}
    return LevelGained(
        {name: _amount(entry) for name, entry in added.items()},
        {name: _amount(entry) for name, entry in points.items()},
        {name: entry.text() for name, entry in chosen.items()},
        int(_amount(keys["xp"])) if "xp" in keys else None,
    )


def _amount(place: Cursor) -> Quantity:
    """What a level added -> that number, of a size that a thousand of them can be summed at once."""
    amount = place.quantity()
    if not -MAX_INTEGER <= amount <= MAX_INTEGER or amount.denominator > _MAX_DENOMINATOR:
        place.report("out-of-bounds", "a level does not add this amount")
    return amount
