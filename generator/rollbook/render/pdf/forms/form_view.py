"""What the template of a form places: rows of cells, each with what is written or ticked in it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

# A form is as many of these wide.
COLUMNS = 12


class Control(Enum):
    """How something is filled in."""

    LINE = "line"  # words, in a box below their label
    LINES = "lines"  # many words
    NUMBER = "number"  # in a box beside its label
    WORKED_OUT = "worked-out"  # the same, for what follows from the rest
    TICK = "tick"
    CHOICE = "choice"  # one of several
    SEVERAL = "several"  # any of several, each with a box to tick
    BOXES = "boxes"  # as many boxes to tick as something can come to
    ROWS = "rows"  # a list to write
    FRAME = "frame"  # a picture, to be drawn or pasted in


@dataclass(frozen=True, slots=True)
class Cell:
    """Something to fill in. `tooltip`: its name for who doesn't see where it stands; `small`: set below its label."""

    name: str
    label: str
    tooltip: str
    control: Control
    span: int  # of the columns
    small: str = ""
    options: tuple[str, ...] = ()
    options_shown: bool = False  # on paper they can be ticked where they stand, as there are few
    count: int = 0  # of boxes or rows


@dataclass(frozen=True, slots=True)
class FormGroup:
    """Cells under a title, in rows; `note` stands beside the title."""

    title: str
    note: str
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class FormView:
    """One character sheet; `foot`: what must hold, in small print; `notes`: how high their box is, in millimetres."""

    id: str
    book: str
    title: str
    groups: tuple[FormGroup, ...]
    foot: tuple[str, ...]
    close: bool = False  # rows stand nearer to each other, to spare a page
    notes: float = 0.0
