"""A book's character: read the sheet, make a character by its rules, derive every value, and rise in level."""

from __future__ import annotations

from .advance import (
    Advance,
    Move,
    change_track,
    gain_xp,
    level_up,
    open_choices,
    plan_move,
    preview_level,
    roll_once,
    undo_level,
    xp_needed,
)
from .character import Character, new_character, read_character
from .derive import SheetValues, derive
from .find_faults import find_faults
from .model import Sheet
from .read import included, read_sheet

__all__ = [
    "Advance",
    "Character",
    "Move",
    "Sheet",
    "SheetValues",
    "change_track",
    "derive",
    "find_faults",
    "gain_xp",
    "included",
    "level_up",
    "new_character",
    "open_choices",
    "plan_move",
    "preview_level",
    "read_character",
    "read_sheet",
    "roll_once",
    "undo_level",
    "xp_needed",
]
