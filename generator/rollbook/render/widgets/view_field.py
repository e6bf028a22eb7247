"""An input of a calculator or a field of a sheet -> the control of a form."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from markupsafe import Markup

from rollbook.engine.calculator.model import Input
from rollbook.engine.choices import Choice
from rollbook.engine.nodes import Number
from rollbook.engine.sheet.model import Field
from rollbook.render.widgets.rich_text import rich_note
from rollbook.render.widgets.spell import bounds
from rollbook.render.widgets.views import ChoiceView, FieldView
from rollbook.render.widgets.wording import Wording

if TYPE_CHECKING:
    from rollbook.engine.nodes import Value


def view_field(each: Input | Field, own_id: str, words: Wording, press: str = "", language: str = "en") -> FieldView:
    """What a reader gives, its id in the page, the button that rolls with it -> its control."""
    numbers = (each.low, each.high, each.default)
    column = each.column if isinstance(each, Field) else ""
    return FieldView(
        id=own_id,
        name=each.name,
        label=each.label,
        kind=each.kind,
        unit=each.unit,
        hint=_hint(_allowed(each, words), each.note, language),
        low=_attribute(each.low),
        high=_attribute(_most(each)),
        step="any" if any(isinstance(number, Fraction) for number in numbers) else "1",
        value=_attribute(each.default),
        choices=tuple(_choice(choice, each.default, words, column) for choice in each.choices),
        hidden=isinstance(each, Field) and each.when is not None,
        column=column,
        number=column[:1].upper() + column[1:],
        press=Markup(press),
    )


def _most(each: Input | Field) -> Value | None:
    """The greatest that may be given. A track's own stands in the page before the engine runs, where it is a number."""
    most = each.most if isinstance(each, Field) else None
    return most.root.value if most and isinstance(most.root, Number) else each.high


def _hint(allowed: str, note: str, language: str) -> Markup:
    """What is allowed, and a note in Markdown -> both in one line."""
    parts = (Markup.escape(allowed), rich_note(note.rstrip(". "), language) if note else Markup(""))
    return Markup(". ").join(part for part in parts if part)


def _allowed(each: Input | Field, words: Wording) -> str:
    if each.kind == "dice":
        return words.any_dice.format(default=each.default)
    bounded = each.kind == "number" and (each.low is not None or each.high is not None)
    return bounds(each.low, each.high, words) if bounded else ""


def _attribute(value: Value | None) -> str:
    """A value -> as a form's control holds it."""
    if value is None or value is False:
        return ""
    if value is True:
        return "yes"
    return str(float(value)) if isinstance(value, Fraction) else str(value)


def _choice(choice: Choice, default: Value, words: Wording, column: str) -> ChoiceView:
    if column:  # what a row of a list counts, as a form's control holds it
        number = dict(choice.parts).get(column, "")
        return ChoiceView(choice.name, _attribute(number) if not isinstance(number, str) else "", False)
    worth = words.speech.value(choice.value)
    # A choice that stands for its own name, or for a text beside it, needs no number in brackets.
    shown = "" if worth == choice.name or not worth[-1:].isdigit() else worth
    return ChoiceView(choice.name, shown, choice.name.casefold() == str(default).casefold())
