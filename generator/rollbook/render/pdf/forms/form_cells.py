"""What the template of a form places, and a sheet's field or derived value -> its cell on the form."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import assert_never

from markupsafe import Markup

from rollbook.engine.nodes import Number
from rollbook.engine.sheet import Derived, Field, Placement
from rollbook.model.quick_dataclass import dataclass
from rollbook.render.pdf.forms.say_formula import say_derived, say_formula
from rollbook.render.widgets.view_field import rich_label, rich_note
from rollbook.render.widgets.wording import Wording, bounds

# A form is as many of these wide.
COLUMNS = 12
# Lines of a list to write.
LINES = 6


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
    label: Markup
    tooltip: str
    control: Control
    span: int  # of the columns
    small: str = ""
    options: tuple[str, ...] = ()
    options_shown: bool = False  # on paper they can be ticked where they stand, as there are few
    count: int = 0  # of boxes or rows; 0 rows: as many as the form has room for


@dataclass(frozen=True, slots=True)
class FormRow:
    """Cells beside each other. Of rows that are alike but for a number the first has all labels, each its number."""

    cells: tuple[Cell, ...]
    head: tuple[str, ...] = ()
    number: str = ""

    @property
    def is_written_on_a_line(self) -> bool:
        """Whether nothing in it is a box, so that all of it ends on one line."""
        return all(cell.control in (Control.LINE, Control.CHOICE) for cell in self.cells)


@dataclass(frozen=True, slots=True)
class FormGroup:
    """Cells under a title, in rows; `note` stands beside the title, the `frame` of a picture beside the rows."""

    title: str
    note: str
    rows: tuple[FormRow, ...]
    frame: Cell | None = None


@dataclass(frozen=True, slots=True)
class FormView:
    """One character sheet; `foot`: what must hold, in small print; `notes`: how high their box is, in millimetres;
    `lines`: how many the list has that they stand beside."""

    id: str
    book: str
    title: str
    groups: tuple[FormGroup, ...]
    foot: tuple[str, ...]
    close: bool = False  # rows stand nearer to each other, to spare a page
    notes: float = 0.0
    lines: int = LINES

    @property
    def is_written_in_lines(self) -> bool:
        """Whether its notes stand beside a list, which is as long as there is room for."""
        cells = (cell for group in self.groups for row in group.rows for cell in row.cells)
        return any(cell.control is Control.ROWS and not cell.count for cell in cells)


_SPANS = {"full": 12, "half": 6, "third": 4, "quarter": 3, "sixth": 2}
# Letters of a label that a column has room for in two lines.
_LETTERS = 13
# Letters of options in one line that a column has room for, and how many the circle before each takes.
_OPTION_LETTERS = 10
_CIRCLE = 5
# A track of more is a number to rub out rather than boxes to tick.
_MOST_BOXES = 30
_BOXES_IN_A_COLUMN = 2


def field_cell(field: Field, group: str, labels: Mapping[str, str], words: Wording, language: str) -> Cell:
    """A field, the title that it stands under, the sheet's labels -> its cell; a new kind is a type error here."""
    named = _below(group, field.label)
    label = f"{named} ({field.unit})" if field.unit else named
    options = tuple(choice.name for choice in field.choices)
    note = rich_note(field.note, language)
    small, count, least = note, 0, 3
    match field.kind:
        case "number":
            control, small = Control.NUMBER, _limits(field, note, words)
        case "points":
            control = Control.NUMBER
        case "flag":
            control = Control.TICK
        case "text":
            control, least = Control.LINE, 6
        case "dice":
            control = Control.LINE
        case "picture":
            control = Control.FRAME
        case "long text":
            control, least = Control.LINES, COLUMNS
        case "choice":
            control, least = Control.CHOICE, _room_or(options, 4)
        case "several":
            control, least = Control.SEVERAL, _room_or(options, COLUMNS)
        case "track" | "clock":
            count = _boxes(field)
            control, least = (Control.BOXES, -(-count // _BOXES_IN_A_COLUMN)) if count else (Control.NUMBER, 3)
            small = note if count else _greatest(field, note, labels, words)
        case "list":
            control, least, count, small = Control.ROWS, COLUMNS, LINES, Markup.escape(field.column)
        case _:
            assert_never(field.kind)
    span = _span(field.placement, least, label)
    shown = field.kind == "several" or (field.kind == "choice" and _room(options) <= span)
    unit = f" ({field.unit})" if field.unit else ""
    seen = rich_label(field, language) + unit if field.rich_label else Markup.escape(label)
    return Cell(field.name, seen, _tooltip(group, label), control, span, small, options, shown, count)


def derived_cell(each: Derived, group: str, labels: Mapping[str, str], words: Wording, language: str) -> Cell:
    """A derived value, the title that it stands under, the sheet's labels -> its cell, with how it is worked out."""
    told = [
        say_derived(each, labels, words),
        *([words.rolled_once] if each.rolled else []),
        rich_note(each.note, language),
    ]
    small = Markup(f"{words.semicolon} ").join(part for part in told if part)
    span = _span(each.placement, 3, each.label)
    label = rich_label(each, language)
    return Cell(each.name, label, _tooltip(group, each.label), Control.WORKED_OUT, span, small)


def _below(group: str, label: str) -> str:
    """The title that it stands under, a label -> the label: "Skill: Tumble" below "Skills" is "Tumble"."""
    kind, _, name = label.partition(": ")
    return name if name and group.casefold().startswith(kind.casefold()) else label


def _limits(field: Field, note: Markup, words: Wording) -> Markup:
    """A number's note, or else what it may be where that says something."""
    says = field.high is not None and field.high <= 10
    return note or Markup.escape(bounds(field.low, field.high, words) if says else "")


def _boxes(field: Field) -> int:
    """A track or a clock -> how many boxes it has; 0 where that depends on the character, or is too many."""
    most = field.most.root.value if field.most is not None and isinstance(field.most.root, Number) else 0
    return most if isinstance(most, int) and 0 < most <= _MOST_BOXES else 0


def _greatest(field: Field, note: Markup, labels: Mapping[str, str], words: Wording) -> Markup:
    most = "" if field.most is None else say_formula(field.most, labels, words)
    told = [words.at_most.format(high=most)] * bool(most) + [note] * bool(note)
    return Markup(f"{words.semicolon} ").join(told)


def _room_or(options: tuple[str, ...], otherwise: int) -> int:
    """Options -> how many columns they take in one line; so many where one line is not enough."""
    room = _room(options)
    return max(room, 4) if room <= COLUMNS else otherwise


def _room(options: tuple[str, ...]) -> int:
    return -(-sum(len(option) + _CIRCLE for option in options) // _OPTION_LETTERS)


def _tooltip(group: str, label: str) -> str:
    return f"{group}: {label}" if group else label


def _span(placement: Placement, least: int, label: str) -> int:
    """Where nothing is said: as wide as its kind needs, or as its label does."""
    if placement.width:
        return _SPANS[placement.width]
    needed = -(-len(label) // _LETTERS)
    return next((span for span in (3, 4, 6) if span >= max(least, needed)), COLUMNS)
