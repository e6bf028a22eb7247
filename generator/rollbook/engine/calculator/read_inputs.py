"""The `inputs` of a calculator document -> Inputs."""

from __future__ import annotations

from collections.abc import Mapping

from ..choices import find_choice, read_choices
from ..document import Cursor
from ..expression import Expression, has_dice, named
from ..nodes import Value
from ..parse import parse
from ..problem import ProblemError
from ..quantity import Quantity
from ..scope import read_name
from ..table import GameTable
from ..template import read_inline
from ..vocabulary import Vocabulary
from . import KINDS, Input

KEYS = ("label", "kind", "min", "max", "default", "choices", "table", "column", "from", "unit", "note", "main")


def read_inputs(place: Cursor, vocabulary: Vocabulary, tables: Mapping[str, GameTable]) -> tuple[Input, ...]:
    """The place of a list of inputs -> the inputs; one that cannot be read is reported and left out."""
    return tuple(_read_input(item, vocabulary, tables) for item in place.items())


def _read_input(place: Cursor, vocabulary: Vocabulary, tables: Mapping[str, GameTable]) -> Input:
    keys = place.mapping(("name",), KEYS)
    name = read_name(keys["name"], vocabulary) if "name" in keys else ""
    kind = _read_kind(keys)
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


def _read_kind(keys: dict[str, Cursor]) -> str:
    if "kind" in keys:
        return keys["kind"].one_of(KINDS)
    return "choice" if "choices" in keys or "table" in keys else "number"


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
