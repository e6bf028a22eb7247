"""Character, a track's name, by how much or to what -> the character afterwards, and how the track moved."""

from __future__ import annotations

from ..frozen import frozen
from ..problem import Problem, ProblemError
from ..quantity import Quantity
from .character import Character
from .derive import work_out
from .model import Sheet


@frozen
class Move:
    """How a track moves: never below its least nor above its greatest."""

    name: str
    label: str
    before: Quantity
    after: Quantity
    most: Quantity


def plan_move(sheet: Sheet, character: Character, name: str, by: Quantity | None, to: Quantity | None) -> Move:
    """A track by name, and one of `by` and `to` -> how it would move."""
    field = sheet.field(name)
    held = work_out(sheet, character).values
    before, most = held.get(name), held.get(f"{name}.max")
    if field is None or field.most is None or isinstance(before, str | None) or isinstance(most, str | None):
        values = (("name", field.label if field else name),)
        raise ProblemError(Problem("no-track", f"“{name}” is no track that can be moved", 0, 0, values=values))
    wanted = before + by if by is not None else before if to is None else to
    return Move(name, field.label, before, max(field.low or 0, min(wanted, most)), most)


def change_track(character: Character, move: Move) -> Character:
    """A move -> the character with the track where it went to."""
    return character.with_field(move.name, move.after)
