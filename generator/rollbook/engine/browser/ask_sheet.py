"""Requests about a character: draw the sheet, make one, derive its values, roll, gain XP, rise a level."""

from __future__ import annotations

from collections.abc import Mapping

from ..choices import Choice
from ..lean import frozen
from ..nodes import Value
from ..problem import Problem, ProblemError
from ..rolled import plain
from ..sheet import Field, Gain, Sheet, advance
from ..sheet.character import Character, new_character, read_character
from ..sheet.derive import derive
from ..state import Meaning
from ..words import Words
from .present import present_roll
from .request import Request
from .session import LoadedBook, Session


@frozen
class PlayerValues:
    """What the reader's characters hand to formulas; of two that know a name the one before counts."""

    players: tuple[tuple[Sheet, Character], ...]
    values: Mapping[str, Value]
    names: Mapping[str, Meaning]


def player_values(book: LoadedBook, request: Request) -> PlayerValues:
    """A request's `character`, or its `characters` where several sheets are played -> what they know together."""
    sent = [each.data for each in request.place("characters").items()] if request.has("characters") else []
    if request.has("character"):
        sent.append(request.data("character"))
    players = []
    values: dict[str, Value] = {}
    names: dict[str, Meaning] = {}
    for data in sent:
        sheet = sheet_of(book, data)
        character = read_character(sheet, data)[0]
        derived = derive(sheet, character)
        players.append((sheet, character))
        values, names = {**derived.values, **values}, {**derived.names, **names}
    return PlayerValues(tuple(players), values, names)


def sheet_of(book: LoadedBook, character: object, otherwise: str = "") -> Sheet:
    """A book, a character -> the character's sheet, or else the one of this id, or the first; none is a problem."""
    own = character.get("sheet") if isinstance(character, Mapping) else None
    for name in (own, otherwise):
        if isinstance(name, str) and name in book.sheets:
            return book.sheets[name]
    for sheet in book.sheets.values():
        return sheet
    raise ProblemError(Problem("no-sheet", "no character sheet is loaded for this book", 0, 0))


_DO = ("derive", "new", "form", "roll", "xp", "level", "unlevel", "change")


def ask_sheet(session: Session, request: Request) -> dict[str, object]:
    """`do`: form, new, derive, roll (`name`), xp (`amount`), level (`chosen`), unlevel or change (`name`, and `by`
    or `to`) -> the character afterwards."""
    sent = request.data("character") if request.has("character") else None
    sheet, words = sheet_of(session.book(request), sent, request.text("sheet", "")), session.words(request)
    do = request.one_of("do", _DO, "derive")
    if do == "form":
        return {"form": _form(sheet, words)}
    if do == "new":
        return _present(sheet, advance.Advance(new_character(sheet), ()), (), words)
    character, problems = read_character(sheet, request.data("character"))
    if do == "derive":
        return _present(sheet, advance.Advance(character, ()), problems, words)
    if do == "xp":
        amount = request.whole("amount", -(10**9), 10**9)
        return _present(sheet, advance.Advance(advance.gain_xp(sheet, character, amount), ()), problems, words)
    if do == "unlevel":
        return _present(sheet, advance.Advance(advance.undo_level(sheet, character), ()), problems, words)
    if do == "change":
        move = _read_move(sheet, character, request)
        changed = advance.Advance(advance.change_track(character, move), ())
        return _present(sheet, changed, problems, words) | {"move": {**present_move(move), "player": 0}}
    dice, seed = session.dice(request)
    if do == "roll":
        after = advance.roll_once(sheet, character, request.text("name"), dice)
    else:
        chosen = {name: str(choice) for name, choice in request.mapping("chosen").items()}
        after = advance.level_up(sheet, character, dice, chosen)
    return _present(sheet, after, problems, words) | {"seed": seed}


def _read_move(sheet: Sheet, character: Character, request: Request) -> advance.Move:
    by, to = (request.place(key).quantity() if request.has(key) else None for key in ("by", "to"))
    return advance.plan_move(sheet, character, request.text("name"), by, to)


def present_move(move: advance.Move) -> dict[str, object]:
    """A track's move -> plain data."""
    return {
        "name": move.name,
        "label": move.label,
        "before": plain(move.before),
        "after": plain(move.after),
        "most": plain(move.most),
        "by": plain(move.after - move.before),
        "back": plain(move.before - move.after),
    }


def _present(sheet: Sheet, after: advance.Advance, problems: tuple[Problem, ...], words: Words) -> dict[str, object]:
    character = after.character
    derived = derive(sheet, character)
    needed = advance.xp_needed(sheet, character)
    return {
        "character": character.to_json(),
        "values": {name: plain(value) for name, value in derived.values.items()},
        "shown": {name: words.value(value) for name, value in derived.values.items()},
        "bonuses": [
            {"name": bonus.name, "source": bonus.source, "amount": plain(bonus.amount)} for bonus in derived.bonuses
        ],
        "asked": list(derived.asked),
        "unrolled": list(derived.unrolled),
        "points": [
            {"name": pool.name, "label": pool.label, "points": plain(pool.points), "left": plain(pool.left)}
            for pool in derived.pools
        ],
        "xp_needed": None if needed is None else plain(needed),
        "can_rise": _can_rise(sheet, character),
        "choices": [_present_gain(gain, words) for gain in advance.open_choices(sheet, character)],
        "brings": [
            {"label": each.label, "what": words.value(each.what)} for each in advance.preview_level(sheet, character)
        ],
        "rolls": [{"name": name, **present_roll(rolled, words)} for name, rolled in after.rolls],
        "problems": [problem.to_json(words) for problem in (*problems, *derived.problems)],
    }


def _can_rise(sheet: Sheet, character: Character) -> bool:
    levels = sheet.levels
    if levels is None or (levels.most is not None and levels.start + len(character.levels) >= levels.most):
        return False
    needed = advance.xp_needed(sheet, character)
    return needed is None or character.xp >= needed


def _form(sheet: Sheet, words: Words) -> dict[str, object]:
    """What a page needs to draw the sheet before anything is filled in."""
    return {
        "id": sheet.id,
        "title": sheet.title,
        "version": sheet.version,
        "fields": [_present_field(field, words) for field in sheet.fields],
        "derived": [
            {
                "name": each.name,
                "label": each.label,
                "formula": each.value.text,
                "rolled": each.rolled,
                "note": each.note,
            }
            for each in sheet.derived
        ],
        "levels": sheet.levels is not None,
    }


def _present_field(field: Field, words: Words) -> dict[str, object]:
    return {
        "name": field.name,
        "label": field.label,
        "kind": field.kind,
        "min": None if field.low is None else plain(field.low),
        "max": None if field.high is None else plain(field.high),
        "default": plain(field.default),
        "choices": [_present_choice(choice, words) for choice in field.choices],
        "points": field.pool,
        "most": field.most.text if field.most else "",
        "column": field.column,
        "unit": field.unit,
        "note": field.note,
    }


def _present_gain(gain: Gain, words: Words) -> dict[str, object]:
    return {
        "name": gain.choice,
        "label": gain.label,
        "choices": [_present_choice(choice, words) for choice in gain.choices],
    }


def _present_choice(choice: Choice, words: Words) -> dict[str, object]:
    return {"name": choice.name, "parts": {name: words.value(value) for name, value in choice.parts}}
