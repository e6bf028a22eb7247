"""What a reader put in, or the reader's sheet -> the values that a calculator's names stand for."""

from __future__ import annotations

from collections.abc import Mapping

from ..choices import Choice, find_choice
from ..document import Cursor
from ..expression import names_in, text_meaning
from ..nodes import Name, Value
from ..problem import Problem, ProblemError
from ..roll import roll
from ..state import Meaning
from ..table import GameTable, meaning_of
from ..vocabulary import EMPTY
from . import Calculator, Input


def bind_inputs(
    calculator: Calculator, inputs: Mapping[str, object], sheet: Mapping[str, Value] | None = None
) -> dict[str, Meaning]:
    """Inputs by name, the sheet's values -> a value for every input; the first problem is raised."""
    values, problems = read_inputs_given(calculator, inputs, sheet or {})
    if problems:
        raise ProblemError(problems[0])
    return values


def read_inputs_given(
    calculator: Calculator, inputs: Mapping[str, object], sheet: Mapping[str, Value]
) -> tuple[dict[str, Meaning], tuple[Problem, ...]]:
    """Inputs by name, the sheet's values -> values for the names, and every problem, its path being the name.

    An input that is not given is what the sheet fills in, or else its default.
    """
    values, _, problems = _read_each(calculator, inputs, sheet)
    return values, problems


def filled_in(calculator: Calculator, inputs: Mapping[str, object], sheet: Mapping[str, Value]) -> dict[str, Value]:
    """Inputs by name, the sheet's values -> what the sheet fills in for the others, by name."""
    return _read_each(calculator, inputs, sheet)[1]


def as_given(
    calculator: Calculator, inputs: Mapping[str, object], sheet: Mapping[str, Value] | None = None
) -> dict[str, Value]:
    """Inputs by name, the sheet's values -> what is given for each input as its reader says it: a choice by name."""
    filled = filled_in(calculator, inputs, sheet or {})
    found = {each.name: inputs.get(each.name, filled.get(each.name, each.default)) for each in calculator.inputs}
    return {each.name: _said(each, found[each.name]) for each in calculator.inputs}


def _said(each: Input, given: object) -> Value:
    place = Cursor(given, (), [])
    if each.kind == "number":
        return place.quantity()
    if each.kind == "flag":
        return place.flag()
    choice = find_choice(each.choices, place.text())
    return choice.name if choice else place.text().strip()


def _read_each(
    calculator: Calculator, inputs: Mapping[str, object], sheet: Mapping[str, Value]
) -> tuple[dict[str, Meaning], dict[str, Value], tuple[Problem, ...]]:
    place = Cursor(inputs, (), [])
    given = place.mapping((), [each.name for each in calculator.inputs])
    values: dict[str, Meaning] = {}
    filled: dict[str, Value] = {}
    for each in calculator.inputs:
        written = given.get(each.name)
        found = None if written else _from_sheet(each, values, sheet, calculator.tables)
        if found is not None:
            filled[each.name] = found
            written = place.at(each.name, found)
        values |= _bind(each, written) if written else _bind_default(calculator, each, place)
    return values, filled, tuple(place.problems)


def _bind_default(calculator: Calculator, each: Input, place: Cursor) -> dict[str, Meaning]:
    """An input that nothing is given for -> what its default stands for; that is the same in every run."""
    bound: dict[str, Meaning] | None = calculator.memo.get(("default", each.name))
    if bound is None:
        before = len(place.problems)
        bound = _bind(each, place.at(each.name, each.default))
        if len(place.problems) == before:
            calculator.memo["default", each.name] = bound
    return bound


def _from_sheet(
    each: Input, before: Mapping[str, Meaning], sheet: Mapping[str, Value], tables: Mapping[str, GameTable]
) -> Value | None:
    """An input, those before it, the sheet's values -> what the sheet says for it; None where it says nothing.

    A field that the reader's choices hide has no value, and the sheet hands out an empty text for it.
    """
    if each.source is None or not sheet:
        return None
    root = each.source.root
    if isinstance(root, Name):
        found = sheet.get(root.name, "")
    else:
        texts = {name: text_meaning(value) if isinstance(value, str) else value for name, value in sheet.items()}
        try:
            found = roll(each.source, {**texts, **before}, None, tables).total
        except ProblemError:
            return None
    return None if found == "" else found


def _bind(each: Input, place: Cursor) -> dict[str, Meaning]:
    if each.kind == "flag":
        return {each.name: place.flag()}
    if each.kind == "choice":
        return _bind_choice(each, place)
    if each.kind == "dice":
        return {each.name: _read_dice(place)}
    number = place.quantity()
    if each.low is not None and number < each.low:
        place.report("too-low", f"{each.label}: at least {each.low}", label=each.label, least=each.low)
    if each.high is not None and number > each.high:
        place.report("too-high", f"{each.label}: at most {each.high}", label=each.label, most=each.high)
    return {each.name: number}


def _read_dice(place: Cursor) -> Meaning:
    """Dice that a reader typed; names are the calculator's own, so there are none in them."""
    expression = place.expression(EMPTY)
    if expression is None:
        return 0
    for name in names_in(expression.root):
        message = f"“{name.name}” is neither a number nor dice"
        place.report("not-dice", message, "", name.start, name.end, name=name.name)
    return expression


def _bind_choice(each: Input, place: Cursor) -> dict[str, Meaning]:
    choice = find_choice(each.choices, place.text())
    if choice is None:
        names = [choice.name for choice in each.choices]
        place.unknown("unknown-choice", f"“{place.text()}” is not one of the choices", place.text(), names)
        choice = Choice("", 0, ())
    parts = dict(choice.parts)
    # A column that only other choices have is worth nothing here.
    reached = {f"{each.name}.{part}": meaning_of(parts.get(part, 0)) for part in each.parts}
    return {each.name: meaning_of(choice.value), **reached}
