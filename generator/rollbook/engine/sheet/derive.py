"""Sheet, Character -> every value that the book's formulas may use, and what is wrong with the character.

1. The choices that apply, and the bonuses that they and the levels carry, by the name that each is added to.
2. Fields: what the reader filled in, plus bonuses.
3. Derived values in order, plus bonuses; one that needs dice that nobody has rolled yet is missing, and so is
   everything that follows from it.
4. Points, bounds and the sheet's own rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..choices import Choice, find_choice
from ..frozen import frozen
from ..nodes import Value
from ..problem import Problem, ProblemError
from ..roll import roll_faces
from ..state import Meaning
from .character import Character
from .derivation import Bonus, Derivation
from .model import Derived, Field, Gain, Sheet
from .points import PointsSpent, check_points


@frozen
class SheetValues:
    """`values` by name, and `names` as expressions take them; `asked` are the fields that apply, `unrolled` the
    derived values whose dice are still to be rolled."""

    values: Mapping[str, Value]
    names: Mapping[str, Meaning]
    bonuses: tuple[Bonus, ...]
    asked: tuple[str, ...]
    unrolled: tuple[str, ...]
    pools: tuple[PointsSpent, ...]
    problems: tuple[Problem, ...]


def derive(sheet: Sheet, character: Character) -> SheetValues:
    """Sheet, Character -> values, bonuses with their sources, points left, and problems."""
    found = work_out(sheet, character)
    pools = check_points(found)
    _check_rules(found)
    return SheetValues(
        found.values,
        found.names,
        tuple(found.bonuses),
        tuple(found.asked),
        tuple(found.unrolled),
        pools,
        tuple(found.problems),
    )


def work_out(sheet: Sheet, character: Character) -> Derivation:
    """Sheet, Character -> every value worked out, before points and rules are checked."""
    found = Derivation(sheet, character)
    for field in sheet.fields:
        _choose(found, field)
    _gain(found)
    for field in sheet.fields:
        if field.name in found.asked:
            _fill_in(found, field)
    for derived in sheet.derived:
        _derive(found, derived)
    return found


def _choose(found: Derivation, field: Field) -> None:
    """A field -> its value as written; a choice's parts get values too, and its bonuses are noted."""
    written = found.character.fields.get(field.name, field.default)
    if not found.applies(field.when, field.label):
        # Formulas may still name it: a field that is not asked for is worth nothing.
        _put_field(found, field, field.default, None)
        return
    found.asked.append(field.name)
    choice = find_choice(field.choices, str(written))
    _put_field(found, field, written, choice)
    if choice:
        found.bonuses += _bonuses(found, choice)
    elif field.kind == "choice":
        found.report("not-chosen", f"{field.label} is not chosen yet", "fields", field.name, label=field.label)


def _put_field(found: Derivation, field: Field, written: Value, choice: Choice | None) -> None:
    if isinstance(written, str):
        found.put_text(field.name, choice.name if choice else written if field.kind == "text" else "")
    else:
        found.put(field.name, written)
    parts = dict(choice.parts) if choice else {}
    for part in field.parts:
        found.put(f"{field.name}.{part}", parts.get(part, 0))


def _bonuses(found: Derivation, choice: Choice) -> Iterator[Bonus]:
    """A choice -> what it adds: its parts that are named like a field of numbers or a derived value."""
    names = {field.name for field in found.sheet.fields if field.kind in ("number", "points")}
    names |= {derived.name for derived in found.sheet.derived}
    for name, amount in choice.parts:
        if name in names and not isinstance(amount, str) and amount:
            yield Bonus(name, choice.name, amount)


def _gain(found: Derivation) -> None:
    """What the levels added, as it was worked out when they were gained, and what was chosen then."""
    if found.sheet.levels is None:
        return
    gains = {gain.choice: gain for gain in found.sheet.levels.gains if gain.choice}
    for index, level in enumerate(found.character.levels):
        source = f"level {found.sheet.levels.start + index + 1}"
        found.bonuses += [Bonus(name, source, amount) for name, amount in level.added.items() if amount]
        for name, chosen in level.chosen.items():
            found.bonuses += _chosen(found, gains.get(name), chosen, source, index)


def _chosen(found: Derivation, gain: Gain | None, chosen: str, source: str, index: int) -> Iterator[Bonus]:
    choice = find_choice(gain.choices, chosen) if gain else None
    if choice is None:
        found.report("unknown-choice", f"“{chosen}” can no longer be chosen at {source}", "levels", index, "chosen")
        return
    yield from (Bonus(bonus.name, source, bonus.amount) for bonus in _bonuses(found, choice))


def _fill_in(found: Derivation, field: Field) -> None:
    """A field of numbers -> its value with bonuses; what the reader filled in is held to the field's bounds."""
    if field.kind not in ("number", "points"):
        return
    written = found.values[field.name]
    assert not isinstance(written, str)
    if field.low is not None and written < field.low:
        message = f"{field.label} is at least {field.low}"
        found.report("too-low", message, "fields", field.name, label=field.label, least=field.low)
    if field.high is not None and written > field.high:
        message = f"{field.label} is at most {field.high}"
        found.report("too-high", message, "fields", field.name, label=field.label, most=field.high)
    found.put(field.name, written + found.bonus(field.name))


def _derive(found: Derivation, derived: Derived) -> None:
    try:
        value = _worked_out(found, derived)
    except ProblemError as error:
        if error.problem.code == "unknown-name" and found.unrolled:
            # It follows from a value whose dice are still to be rolled: it comes when they are.
            return
        path = ("rolled", derived.name) if derived.rolled else ()
        found.report_inside(error.problem, derived.label, *path)
        return
    if value is None:
        found.unrolled.append(derived.name)
    else:
        found.put(derived.name, value if isinstance(value, str) else value + found.bonus(derived.name))


def _worked_out(found: Derivation, derived: Derived) -> Value | None:
    """-> the value without bonuses; None while its dice are not rolled.

    Until the first level is gained a character is still being made, and kept dice count with the stats as they are
    now. From then on the total stands: a stat that grows later does not change what was rolled at creation.
    """
    if not derived.rolled:
        return found.ask(derived.value)
    kept = found.character.rolled.get(derived.name)
    if kept is None:
        return None
    if found.character.levels:
        return kept.total
    return roll_faces(derived.value, kept.faces, found.names, found.sheet.tables).total


def _check_rules(found: Derivation) -> None:
    for rule in found.sheet.rules:
        try:
            if found.holds(rule.when) and not found.holds(rule.must):
                found.report("rule-broken", rule.message, rule=rule.message)
        except ProblemError as error:
            if error.problem.code != "unknown-name" or not found.unrolled:
                found.report_inside(error.problem, rule.message)
