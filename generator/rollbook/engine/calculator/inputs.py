"""A calculator's inputs: as its document has them -> Inputs; as a reader or the sheet gives them -> values of names."""

from __future__ import annotations

from collections.abc import Mapping

from ..choices import Choice, find_choice, read_choices
from ..document import Cursor
from ..expression import Expression, has_dice, named, names_in, text_meaning
from ..nodes import Name, Value
from ..parse import parse
from ..problem import Problem, ProblemError
from ..quantity import Quantity
from ..roll import roll
from ..scope import read_name
from ..state import Meaning
from ..table import GameTable, meaning_of
from ..template import read_inline
from ..vocabulary import EMPTY, Vocabulary
from . import KINDS, Calculator, Input

KEYS = ("label", "kind", "min", "max", "default", "choices", "table", "column", "from", "unit", "note", "main")


def read_inputs(place: Cursor, vocabulary: Vocabulary, tables: Mapping[str, GameTable]) -> tuple[Input, ...]:
    """The place of a list of inputs -> the inputs; one that cannot be read is reported and left out."""
    return tuple(_read_input(item, vocabulary, tables) for item in place.items())


def _read_input(place: Cursor, vocabulary: Vocabulary, tables: Mapping[str, GameTable]) -> Input:
    keys = place.mapping(("name",), KEYS)
    name = read_name(keys["name"], vocabulary) if "name" in keys else ""
    drawn = "choices" in keys or "table" in keys
    kind = keys["kind"].one_of(KINDS) if "kind" in keys else "choice" if drawn else "number"
    low = keys["min"].quantity() if "min" in keys else None
    high = keys["max"].quantity() if "max" in keys else None
    if low is not None and high is not None and low > high:
        keys["min"].report("empty-bounds", f"no number is at least {low} and at most {high}", "swap min and max")
    choices = read_choices(keys, place, tables) if kind == "choice" else ()
    label, rich_label = read_inline(keys["label"]) if "label" in keys else (_label(keys, name), "")
    made = Input(
        name,
        label,
        kind,
        low,
        high,
        _plain_default(kind, low, high, choices[0].name if choices else ""),
        choices,
        _read_source(keys["from"], vocabulary) if "from" in keys else None,
        keys["unit"].text() if "unit" in keys else "",
        keys["note"].text() if "note" in keys else "",
        "main" in keys and keys["main"].flag(),
        rich_label,
    )
    _check_keys(made, keys)
    return _with_default(made, keys["default"]) if "default" in keys else made


def _read_source(place: Cursor, vocabulary: Vocabulary) -> Expression | None:
    """`from: skill level`, `from: if finesse then DEX else STR` -> what fills the input in; dice would never do."""
    try:
        expression = parse(place.text(), vocabulary)
    except ProblemError as error:
        # A name of several words is no expression by itself; what is neither is told as an expression.
        as_name = Cursor(place.data, place.path, [])
        name = read_name(as_name, vocabulary)
        if not as_name.problems:
            return named(name)
        place.adopt(error.problem)
        return None
    if has_dice(expression.root):
        place.report("dice-here", "what the sheet fills in can't throw dice", "throw them in a step")
    return expression


def _label(keys: dict[str, Cursor], name: str) -> str:
    """No label: the name as written, with its first letter large."""
    written = keys["name"].text().strip().strip("`") if "name" in keys else name
    return written[:1].upper() + written[1:]


def _plain_default(kind: str, low: Quantity | None, high: Quantity | None, first: str) -> Value:
    if kind == "choice":
        return first
    if kind == "flag":
        return False
    within = max(0, low) if low is not None else 0
    return min(within, high) if high is not None else within


def _check_keys(made: Input, keys: dict[str, Cursor]) -> None:
    """Keys that mean nothing for this kind are reported, since their author expects them to do something."""
    foreign = {"number": ("choices", "table", "column"), "choice": ("min", "max")}
    for key in foreign.get(made.kind, ("choices", "table", "column", "min", "max")):
        if key in keys:
            keys[key].report("key-without-effect", f"“{key}” means nothing for an input of kind {made.kind}")
    if made.kind == "dice" and "default" not in keys and "name" in keys:
        keys["name"].report("missing-key", "an input of kind dice needs a “default”", "add “default:” such as 1d6")


def _with_default(made: Input, place: Cursor) -> Input:
    """Input, its `default` -> the input with it, checked against kind, bounds and choices."""
    value: Value
    if made.kind == "number":
        value = place.quantity()
        if (made.low is not None and value < made.low) or (made.high is not None and value > made.high):
            place.report("default-out-of-bounds", f"the default {value} is not within min and max")
    elif made.kind == "flag":
        value = place.flag()
    elif made.kind == "dice":
        expression = place.expression()
        value = "" if expression is None else expression.text
    else:
        value = place.text().strip()
        if made.choices and find_choice(made.choices, value) is None:
            place.report("unknown-choice", f"“{value}” is not one of the choices")
    fields = {field: getattr(made, field) for field in Input.__match_args__}
    return Input(**fields | {"default": value})


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
    given = {**filled_in(calculator, inputs, sheet or {}), **inputs}
    return {each.name: _said(each, given.get(each.name, each.default)) for each in calculator.inputs}


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
