"""Characters to try a book's calculators with: an empty sheet, a full one, and either with one thing changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from rollbook.engine.dice import seeded
from rollbook.engine.expression import names_in
from rollbook.engine.sheet import Field, Row, Sheet, Written
from rollbook.engine.sheet.advance import roll_once
from rollbook.engine.sheet.character import Character, LevelGained, new_character
from rollbook.engine.sheet.derive import derive
from rollbook.model.book import Book

if TYPE_CHECKING:
    from rollbook.engine.nodes import Value


def fed_dice(book: Book) -> frozenset[str]:
    """The sheet's texts that are read as dice somewhere."""
    return frozenset(
        name.name
        for calculator in book.rules.calculators.values()
        for each in calculator.inputs
        if each.kind == "dice" and each.source
        for name in names_in(each.source.root)
    )


def empty_character(sheet: Sheet) -> Character:
    """A character as a reader finds it, with its dice rolled."""
    return rolled(sheet, new_character(sheet))


def rolled(sheet: Sheet, character: Character) -> Character:
    """The same character with every value rolled that is rolled once."""
    for name in derive(sheet, character).unrolled:
        character = roll_once(sheet, character, name, seeded(7)).character
    return character


def other_values(field: Field, character: Character, dice: bool) -> Iterator[Written]:
    """What else a reader might put into a field."""
    held = character.fields[field.name]
    if field.kind == "flag":
        yield not held
    elif field.kind == "choice":
        yield from (choice.name for choice in field.choices if choice.name != held)
    elif field.kind in ("text", "long text", "dice"):
        yield "3d10" if dice or field.kind == "dice" else "Somebody else"
    elif field.kind == "several":
        yield from ((choice.name,) for choice in field.choices)
    elif field.kind == "picture":
        yield "data:image/png;base64,AAAA"
    elif field.kind == "list":
        yield (Row("Rope", 3),)
    elif field.kind in ("track", "clock"):
        yield 1 if held == "" else held + 1  # type: ignore[operator]  # a number where it isn't full
    else:
        assert not isinstance(held, str | tuple)
        low = 0 if field.kind == "points" and field.low is None else field.low
        steps = (held + 1, held - 1, held + 2, held - 2, held + 5)
        yield from (
            step for step in steps if (low is None or step >= low) and (field.high is None or step <= field.high)
        )


def full_character(sheet: Sheet, dice: frozenset[str]) -> Character:
    """A character with something in every field: what is ticked or chosen opens the fields that depend on it.

    Numbers differ from one field to the next, so that it shows which of them a calculator took.
    """
    character = new_character(sheet)
    for index, field in enumerate(sheet.fields):
        found = list(other_values(field, character, field.name in dice))
        if found:
            pick = -1 if field.kind == "choice" else index % len(found)
            character = character.with_field(field.name, found[pick])
    return rolled(sheet, character)


class Alteration(NamedTuple):
    """A character before and after the reader changed a field, and the names whose values differ."""

    field: str
    before: Mapping[str, Value]
    after: Mapping[str, Value]
    changed: frozenset[str]


def alterations(sheet: Sheet, dice: frozenset[str]) -> Iterator[Alteration]:
    """Each field of the sheet, and the level, changed one at a time: on an empty sheet and on a full one."""
    for character in (rolled(sheet, new_character(sheet)), full_character(sheet, dice)):
        before = derive(sheet, character).values
        others = [
            (field.name, character.with_field(field.name, value))
            for field in sheet.fields
            for value in other_values(field, character, field.name in dice)
        ]
        if sheet.levels is not None:
            others += [("level", character.with_level(LevelGained({}, {}, {})))]
            others += [("XP", character.with_xp(character.xp + 10))]
        for field_name, other in others:
            after = derive(sheet, other).values
            names = frozenset(name for name in {*before, *after} if before.get(name) != after.get(name))
            yield Alteration(field_name, before, after, names)
