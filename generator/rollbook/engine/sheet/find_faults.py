"""Sheet -> what goes wrong when readers use it: characters of every choice are made, rolled and raised a few levels."""

from __future__ import annotations

from collections.abc import Iterator

from ..dice import seeded
from ..problem import Problem, ProblemError
from ..roll import roll
from .advance import gain_xp, level_up, open_choices, roll_once, xp_needed
from .character import Character, new_character
from .derivation import Derivation
from .derive import conclude, work_out
from .model import Sheet

_LEVELS = 3
# What a reader has yet to do, or does wrong, is no fault of the sheet.
_READERS = (
    *("not-chosen", "too-few-chosen", "too-many-chosen", "too-many-points", "too-few", "too-high", "out-of-bounds"),
    *("rule-broken", "not-dice"),
)


def find_faults(sheet: Sheet) -> tuple[Problem, ...]:
    """Sheet -> a problem for each formula or condition that fails for a character that a reader may make."""
    faults = {(problem.code, problem.message): problem for problem in _failing_dice(sheet)}
    for character in _characters(sheet):
        for problem in _faults_in_play(sheet, character):
            faults.setdefault((problem.code, problem.message), problem)
    return tuple(faults.values())


def _failing_dice(sheet: Sheet) -> Iterator[Problem]:
    """Dice that a field begins with and that nobody can throw, such as d0."""
    for index, field in enumerate(sheet.fields):
        if field.kind == "dice":
            try:
                roll(str(field.default), rng=seeded(1))
            except ProblemError as error:
                yield error.problem.at("fields", index, "default")


def _characters(sheet: Sheet) -> Iterator[Character]:
    """The first of every choice, then each other choice in turn."""
    # A list only draws on them.
    choosing = [field for field in sheet.fields if field.choices and field.kind != "list"]
    first = {field.name: field.choices[0].name for field in choosing}
    yield _character(sheet, first)
    for field in choosing:
        yield from (_character(sheet, {**first, field.name: choice.name}) for choice in field.choices[1:])


def _character(sheet: Sheet, chosen: dict[str, str]) -> Character:
    plain = new_character(sheet)
    return Character(plain.sheet, plain.version, {**plain.fields, **chosen}, {}, (), 0, {})


def _faults_in_play(sheet: Sheet, character: Character) -> Iterator[Problem]:
    """A character -> the sheet's problems while its dice are rolled and it rises."""
    dice = seeded(1)
    try:
        for derived in sheet.derived:
            if derived.rolled:
                character = roll_once(sheet, character, derived.name, dice).character
        found = work_out(sheet, character)
        yield from _faults(found)
        for _ in range(_LEVELS if sheet.levels else 0):
            needed = xp_needed(sheet, character, found)
            if needed is not None:
                character = gain_xp(sheet, character, int(needed))
                found = work_out(sheet, character)
            chosen = {gain.choice: gain.choices[0].name for gain in open_choices(sheet, character, found)}
            character = level_up(sheet, character, dice, chosen, found).character
            found = work_out(sheet, character)
            yield from _faults(found)
    except ProblemError as error:
        if error.problem.code != "last-level":
            yield error.problem


def _faults(found: Derivation) -> Iterator[Problem]:
    return (problem for problem in conclude(found).problems if problem.code not in _READERS)
