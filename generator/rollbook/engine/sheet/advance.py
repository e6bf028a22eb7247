"""Character, dice -> the character after rolling a value once, gaining XP, or rising a level."""

from __future__ import annotations

from collections.abc import Mapping

from ..choices import find_choice
from ..dice import DiceSource
from ..exact import number
from ..expression import Expression, has_dice
from ..lean import frozen
from ..limits import MAX_INTEGER
from ..nodes import Value
from ..problem import Problem, ProblemError
from ..quantity import Quantity
from ..roll import Roll, roll
from . import Gain, Levels, Sheet
from .character import Character, LevelGained, RolledOnce
from .derivation import Derivation
from .derive import work_out


@frozen
class Advance:
    """The character afterwards, and what was rolled on the way, by the name of the value."""

    character: Character
    rolls: tuple[tuple[str, Roll], ...]


@frozen
class Brought:
    """What a level brings: what it is called, and the number, dice or names of choices."""

    label: str
    what: Value


def roll_once(sheet: Sheet, character: Character, name: str, rng: DiceSource) -> Advance:
    """A derived value with dice -> the character with it rolled for good."""
    derived = next((each for each in sheet.derived if each.name == name and each.rolled), None)
    if derived is None:
        raise _refused("nothing-to-roll", f"no value called “{name}” is rolled on this sheet")
    if character.levels and name in character.rolled:
        raise _refused(
            "already-rolled",
            f"{derived.label} was rolled when the character was made, and can't be rolled again",
            label=derived.label,
        )
    rolled = roll(derived.value, work_out(sheet, character).names, rng, sheet.tables)
    kept = RolledOnce(number(rolled.total, derived.value.root), tuple(die.face for die in rolled.dice))
    return Advance(character.with_roll(name, kept), ((name, rolled),))


def gain_xp(sheet: Sheet, character: Character, amount: int) -> Character:
    """XP awarded or taken away -> the character with them; rising a level is a separate step."""
    if sheet.levels is None:
        raise _refused("no-levels", "this sheet has no levels")
    xp = character.xp + amount
    if not 0 <= xp <= MAX_INTEGER:
        raise _refused("xp-out-of-bounds", "XP cannot fall below 0 or grow without limit")
    return character.with_xp(xp)


def xp_needed(sheet: Sheet, character: Character, found: Derivation | None = None) -> Quantity | None:
    """-> the XP that it takes to leave the character's level; None where levels are awarded, or at the last.

    Here and below `found` is the character worked out, where the caller has that already.
    """
    levels = sheet.levels
    if levels is None or levels.xp is None or _is_last(levels, character):
        return None
    return _needed(levels, found or work_out(sheet, character))


def open_choices(sheet: Sheet, character: Character, found: Derivation | None = None) -> tuple[Gain, ...]:
    """-> the choices that the next level asks for."""
    if sheet.levels is None or _is_last(sheet.levels, character):
        return ()
    choosing = [gain for gain in sheet.levels.gains if gain.choice]
    if not choosing:
        return ()
    risen = _at_next_level(sheet, found.copy() if found else work_out(sheet, character))
    return tuple(gain for gain in choosing if risen.holds(gain.when))


def level_up(
    sheet: Sheet, character: Character, rng: DiceSource, chosen: Mapping[str, str], found: Derivation | None = None
) -> Advance:
    """Character with enough XP, dice, what the reader chose by name -> the character one level higher."""
    if sheet.levels is None:
        raise _refused("no-levels", "this sheet has no levels")
    if _is_last(sheet.levels, character):
        raise _refused("last-level", f"level {sheet.levels.most} is the last", level=sheet.levels.most)
    # Worked out once: what there is to ask of the character as it is comes before the level that it gains.
    found = found.copy() if found else work_out(sheet, character)
    left = _xp_left(sheet.levels, found)
    settled = _settled(found)
    _at_next_level(sheet, found)
    added: dict[str, Quantity] = {}
    points: dict[str, Quantity] = {}
    rolls: list[tuple[str, Roll]] = []
    asked: list[str] = []
    for gain in sheet.levels.gains:
        if not found.holds(gain.when):
            continue
        if gain.choice:
            _check_choice(gain, chosen)
            asked.append(gain.choice)
        for name, expression in gain.add:
            rolled = roll(expression, found.names, rng, sheet.tables)
            rolls.append((name, rolled))
            added[name] = added.get(name, 0) + number(rolled.total, expression.root)
        for name, expression in gain.points:
            points[name] = points.get(name, 0) + number(found.ask(expression), expression.root)
    level = LevelGained(added, points, {name: chosen[name] for name in asked}, character.xp - left)
    risen = settled.with_level(level).with_xp(left)
    return Advance(_with_tracks(sheet, character, risen), tuple(rolls))


def undo_level(sheet: Sheet, character: Character) -> Character:
    """Character -> as it was before its last level, with the XP that the level took."""
    if sheet.levels is None or not character.levels:
        raise _refused("first-level", "there is no level to undo")
    lower = character.without_level()
    spent = character.levels[-1].xp
    if spent is None:
        spent = int(xp_needed(sheet, lower) or 0)
    return _with_tracks(sheet, character, lower.with_xp(min(character.xp + spent, MAX_INTEGER)))


def preview_level(sheet: Sheet, character: Character) -> tuple[Brought, ...]:
    """-> what the next level brings, before it is taken; nothing at the last."""
    if sheet.levels is None or _is_last(sheet.levels, character):
        return ()
    found = _at_next_level(sheet, work_out(sheet, character))
    labels = {field.name: field.label for field in sheet.fields} | {each.name: each.label for each in sheet.derived}
    pools = {pool.name: pool.label for pool in sheet.pools}
    brought = []
    for gain in sheet.levels.gains:
        if found.applies(gain.when, gain.label):
            brought += [Brought(labels.get(name, name), _told(found, each)) for name, each in gain.add]
            brought += [Brought(pools[name], _told(found, each)) for name, each in gain.points]
            brought += [Brought(gain.label, ", ".join(each.name for each in gain.choices))] if gain.choice else []
    return tuple(each for each in brought if each.what != 0)


def _told(found: Derivation, expression: Expression) -> Value:
    """What is added -> its number, or the author's words if it takes dice."""
    if has_dice(expression.root):
        return expression.text.replace("`", "")
    try:
        return found.ask(expression)
    except ProblemError:
        return expression.text.replace("`", "")


def _is_last(levels: Levels, character: Character) -> bool:
    return levels.most is not None and levels.start + len(character.levels) >= levels.most


def _needed(levels: Levels, found: Derivation) -> Quantity | None:
    return None if levels.xp is None else number(found.ask(levels.xp), levels.xp.root)


def _xp_left(levels: Levels, found: Derivation) -> int:
    """-> the XP left after rising: the excess is carried over, or lost if the sheet says so."""
    character, needed = found.character, _needed(levels, found)
    if needed is None:
        return character.xp
    if character.xp < needed:
        message = f"the next level takes {needed} XP, and this character has {character.xp}"
        raise _refused("too-few-xp", message, needed=needed, xp=character.xp)
    return int(character.xp - needed) if levels.carry else 0


def _at_next_level(sheet: Sheet, found: Derivation) -> Derivation:
    """-> the same values, except that `level` is now the one being gained."""
    assert sheet.levels is not None
    found.put("level", sheet.levels.start + len(found.character.levels) + 1)
    return found


def _check_choice(gain: Gain, chosen: Mapping[str, str]) -> None:
    if find_choice(gain.choices, chosen.get(gain.choice, "")) is None:
        names = ", ".join(choice.name for choice in gain.choices)
        message, path = f"{gain.label}: choose one of {names}", ("chosen", gain.choice)
        raise ProblemError(Problem("not-chosen", message, 0, 0, "", path, (("label", gain.label),)))


def _settled(found: Derivation) -> Character:
    """A character about to gain its first level -> the same, with its rolls fixed at their present totals."""
    character = found.character
    if character.levels:
        return character
    for derived in found.sheet.derived:
        kept = character.rolled.get(derived.name)
        if kept is not None and derived.name in found.values:
            # The bonus is added again whenever the value is derived, so only the roll itself is settled.
            total = number(found.values[derived.name], derived.value.root) - found.bonus(derived.name)
            character = character.with_roll(derived.name, RolledOnce(total, kept.faces))
    return character


def _with_tracks(sheet: Sheet, before: Character, after: Character) -> Character:
    """A character before and after a level -> the tracks that begin full move along with their maximum."""
    full = [field for field in sheet.fields if field.most is not None and field.default == ""]
    if all(isinstance(after.fields.get(field.name, ""), str | tuple) for field in full):
        return after  # one that was never changed is full by itself
    old, new = work_out(sheet, before).values, work_out(sheet, after).values
    for field in full:
        held, most = after.fields.get(field.name, ""), f"{field.name}.max"
        if field.most is None or isinstance(held, str | tuple) or most not in old:
            continue
        grown = number(new.get(most, 0), field.most.root) - number(old[most], field.most.root)
        after = after.with_field(field.name, held + grown)
    return after


def _refused(code: str, message: str, **values: object) -> ProblemError:
    return ProblemError(Problem(code, message, 0, 0, values=tuple(values.items())))


@frozen
class Move:
    """How a track moves: never below its least nor above its maximum."""

    name: str
    label: str
    before: Quantity
    after: Quantity
    most: Quantity


def plan_move(sheet: Sheet, character: Character, name: str, by: Quantity | None, to: Quantity | None) -> Move:
    """A track by name, and one of `by` and `to` -> how it would move."""
    field = sheet.field(name)
    held = work_out(sheet, character).values
    before, most = held.get(name), held.get(f"{name}.max")
    if field is None or field.most is None or isinstance(before, str | None) or isinstance(most, str | None):
        values = (("name", field.label if field else name),)
        raise ProblemError(Problem("no-track", f"“{name}” is not a track that can be changed", 0, 0, values=values))
    wanted = before + by if by is not None else before if to is None else to
    return Move(name, field.label, before, max(field.low or 0, min(wanted, most)), most)


def change_track(character: Character, move: Move) -> Character:
    """A move -> the character with the track where it went to."""
    return character.with_field(move.name, move.after)
