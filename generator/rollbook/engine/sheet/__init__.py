"""A book's character: read the sheet, make a character by its rules, derive every value, and rise in level."""

from __future__ import annotations

from .character import Character, new_character, read_character
from .derive import SheetValues, derive
from .find_faults import find_faults
from .model import Sheet
from .read import included, read_sheet

__all__ = [
    "Character",
    "Sheet",
    "SheetValues",
    "derive",
    "find_faults",
    "included",
    "new_character",
    "read_character",
    "read_sheet",
]
