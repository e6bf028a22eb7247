"""Sheet, Character -> every value that the book's formulas may use, and what is wrong with the character.

1. The choices that apply, and the bonuses that they and the levels carry, by the name that each is added to.
2. Fields: what the reader filled in, plus bonuses.
3. Derived values in order, plus bonuses; one that needs dice that nobody has rolled yet is missing, and so is
   everything that follows from it. A track comes as soon as its maximum is known.
4. Points, bounds and the sheet's own rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..choices import find_choice
from ..lean import frozen
from ..nodes import Value
from ..problem import Problem, ProblemError
from ..roll import roll_faces
from ..state import Meaning
from . import Derived, Gain, Sheet
from .character import Character
from .derivation import Bonus, Derivation, PointsSpent, check_points
from .fill_in import add_bonuses, bonuses_of, choose, put_tracks


@frozen
class SheetValues:
    """`values` by name, and `names` as expressions take them; `asked` are the fields and derived values that concern
    this character, `unrolled` the derived values whose dice are still to be rolled."""

    values: Mapping[str, Value]
    names: Mapping[str, Meaning]
    bonuses: tuple[Bonus, ...]
    asked: tuple[str, ...]
    unrolled: tuple[str, ...]
    pools: tuple[PointsSpent, ...]
    problems: tuple[Problem, ...]


def derive(sheet: Sheet, character: Character) -> SheetValues:
    """Sheet, Character -> values, bonuses with their sources, points left, and problems."""
    return conclude(work_out(sheet, character))


def conclude(found: Derivation) -> SheetValues:
    """All values worked out -> the same, after points and rules are checked."""
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
        choose(found, field)
    _gain(found)
    for field in sheet.fields:
        if field.name in found.asked:
            add_bonuses(found, field)
    put_tracks(found)
    for derived in sheet.derived:
        _derive(found, derived)
        put_tracks(found)
    return found


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
    yield from (Bonus(bonus.name, source, bonus.amount) for bonus in bonuses_of(found, choice))


def _derive(found: Derivation, derived: Derived) -> None:
    _work_out_one(found, derived)
    if found.concerns(derived):
        found.asked.append(derived.name)


def _work_out_one(found: Derivation, derived: Derived) -> None:
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
