"""Character sheet -> what its templates place: how a character is made and rises, in words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from markupsafe import Markup

from rollbook.engine.choices import Choice
from rollbook.engine.sheet import Derived, Field, Gain, Levels, PointPool, Sheet
from rollbook.engine.words import number_text
from rollbook.model.quick_dataclass import dataclass
from rollbook.render.medium import Live
from rollbook.render.widgets.view_field import FieldView, rich_label, rich_note, view_field
from rollbook.render.widgets.wording import Line, Wording, bounds, choice_names, formula, listed
from rollbook.render.write_html import escaped

if TYPE_CHECKING:
    from rollbook.engine.nodes import Value


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Fields that are together; those that points are spent on have the pool's name and label."""

    pool: str
    label: Markup
    fields: tuple[FieldView, ...]


@dataclass(frozen=True, slots=True)
class DerivedView:
    """A value of the character that the engine works out; `rolled`: once, with dice that the reader throws; `press`:
    the value as a button that rolls with it; `hidden`: it concerns only some characters."""

    key: str
    name: str
    rich_name: Markup
    rolled: bool
    press: Markup
    hidden: bool


@dataclass(frozen=True, slots=True)
class SheetView:
    """A character sheet: its form, and how a character is made, in words. `named_by`: the field of their name."""

    id: str
    anchor: str
    title: str
    named_by: str
    groups: tuple[FieldGroup, ...]
    worked_out: tuple[DerivedView, ...]
    rises: bool
    with_xp: bool
    fields: tuple[Line, ...]
    pools: tuple[Line, ...]
    derived: tuple[Line, ...]
    rules: tuple[str, ...]
    levels: tuple[str, ...]
    gains: tuple[str, ...]
    all: tuple[str, ...] = ()  # the ids of the book's sheets, this one among them


def view_sheet(sheet: Sheet, anchor: str, words: Wording, live: Live | None, language: str = "en") -> SheetView:
    """A sheet, its id in the page, what writes what can be rolled there, the book's language -> its view."""
    labels = {field.name: field.label for field in sheet.fields} | {each.name: each.label for each in sheet.derived}
    return SheetView(
        id=sheet.id,
        anchor=anchor,
        title=sheet.title or words.sheet,
        named_by=_named_by(sheet),
        groups=tuple(_groups(sheet, anchor, words, live, language)),
        worked_out=tuple(_worked_out(each, words, live, language) for each in sheet.derived),
        rises=sheet.levels is not None,
        with_xp=sheet.levels is not None and sheet.levels.xp is not None,
        fields=tuple(_field(each, _raised(sheet), words, language) for each in sheet.fields if each.kind != "points"),
        pools=tuple(_pool(each, sheet, words, language) for each in sheet.pools),
        derived=tuple(_derived(each, words, language) for each in sheet.derived),
        rules=tuple(each.message for each in sheet.rules),
        levels=tuple(_levels(sheet.levels, words)) if sheet.levels else (),
        gains=tuple(line for gain in sheet.levels.gains for line in _gain(gain, sheet, labels, words))
        if sheet.levels
        else (),
    )


def _raised(sheet: Sheet) -> dict[str, str]:
    """-> the labels of what a bonus can be added to: numbers, and values that follow from them."""
    numbers = {field.name: field.label for field in sheet.fields if field.kind in ("number", "points")}
    return numbers | {each.name: each.label for each in sheet.derived}


def _named_by(sheet: Sheet) -> str:
    """-> the field that holds a character's name: the one that is called so, or else the first text."""
    texts = [field.name for field in sheet.fields if field.kind == "text"]
    return next((name for name in texts if name.casefold() == "name"), texts[0] if texts else "")


def _worked_out(each: Derived, words: Wording, live: Live | None, language: str) -> DerivedView:
    place = f'<span data-value="{escaped(each.name)}"></span>'
    press = _press(each, place, words, live)
    label = rich_label(each, language)
    return DerivedView(each.name, each.label, label, each.rolled, Markup(press or place), each.when is not None)


def _press(each: Derived | Field, shown: str, words: Wording, live: Live | None) -> str:
    """A value or field with a roll, what its button shows -> the button."""
    if each.roll is None or live is None:
        return ""
    return live.press(each.roll.text, each.label, words.roll_value.format(name=each.label), shown)


def _groups(sheet: Sheet, anchor: str, words: Wording, live: Live | None, language: str) -> Iterator[FieldGroup]:
    """-> the fields in their author's order, those of one pool together."""
    numbered = list(enumerate(sheet.fields, 1))
    labels = {pool.name: rich_label(pool, language) for pool in sheet.pools}
    for pool, fields in groupby(numbered, key=lambda entry: entry[1].pool):
        views = tuple(
            view_field(field, f"{anchor}-{number}", words, _press(field, escaped(words.roll), words, live), language)
            for number, field in fields
        )
        yield FieldGroup(pool, labels.get(pool, Markup("")), views)


def _field(field: Field, labels: dict[str, str], words: Wording, language: str) -> Line:
    condition = "" if field.when is None else formula(field.when)
    return Line(rich_label(field, language), condition, _allowed(field, labels, words))


def _allowed(field: Field, labels: dict[str, str], words: Wording) -> str:
    """A field -> in words, what a reader may fill in."""
    match field.kind:
        case "choice":
            return _choices(field.choices, labels, words)
        case "several":
            return words.any_of.format(choices=_choices(field.choices, labels, words))
        case "flag":
            return words.yes_or_no
        case "text" | "long text":
            return words.any_text
        case "number" | "points":
            return bounds(field.low, field.high, words)
        case "track":
            most = formula(field.most) if field.most else ""
            return words.track.format(low=number_text(field.low or 0), most=most)
        case "clock":
            return words.clock.format(segments=formula(field.most) if field.most else "")
        case "list":
            return words.rows_with.format(name=field.column) if field.column else words.any_rows
        case "picture":
            return words.picture
        case "dice":
            return words.any_dice.format(default=field.default)


def _choices(choices: tuple[Choice, ...], labels: dict[str, str], words: Wording) -> str:
    """Choices -> with the bonuses that they bring, where they bring any."""
    told = [(choice.name, _bonuses(choice, labels, words)) for choice in choices]
    if not any(bonuses for _, bonuses in told):
        return choice_names(choices, words)
    return words.speech.say("semicolon").join(f"{name} ({bonuses})" if bonuses else name for name, bonuses in told)


def _bonuses(choice: Choice, labels: dict[str, str], words: Wording) -> str:
    brought = ((labels[name], value) for name, value in choice.parts if name in labels)
    told = (words.plus.format(name=label, amount=value) for label, value in brought if _counts(value))
    return ", ".join(told)


def _counts(value: Value) -> bool:
    return not isinstance(value, str | bool) and value != 0


def _pool(pool: PointPool, sheet: Sheet, words: Wording, language: str) -> Line:
    fields = [field.label for field in sheet.fields if field.kind == "points" and field.pool == pool.name]
    least = formula(pool.least)
    if pool.most is None:
        limits = words.at_least.format(low=least)
    else:
        limits = words.from_to.format(low=least, high=formula(pool.most))
    each = words.pool_each.format(limits=limits)
    told = words.pool.format(points=formula(pool.spend), fields=listed(fields, words.list_and))
    return Line(
        rich_label(pool, language),
        words=words.speech.say("semicolon").join(
            [told, each, *([words.limits_with_bonuses] if pool.with_bonuses else [])]
        ),
    )


def _derived(each: Derived, words: Wording, language: str) -> Line:
    told = [Markup.escape(words.rolled_once)] if each.rolled else []
    condition = "" if each.when is None else words.only_if.format(condition=formula(each.when))
    return Line(
        rich_label(each, language) + condition,
        formula(each.value),
        Markup(words.speech.say("semicolon")).join([*told, *([rich_note(each.note, language)] if each.note else [])]),
    )


def _levels(levels: Levels, words: Wording) -> Iterator[str]:
    yield words.level_start.format(level=levels.start)
    if levels.most is not None:
        yield words.level_most.format(level=levels.most)
    if levels.xp is not None:
        yield words.level_xp.format(formula=formula(levels.xp))
        if not levels.carry:
            yield words.level_surplus


def _gain(gain: Gain, sheet: Sheet, labels: dict[str, str], words: Wording) -> Iterator[str]:
    condition = "" if gain.when is None else words.only_if.format(condition=formula(gain.when))
    for name, added in gain.add:
        yield words.adds.format(name=labels.get(name, name), formula=formula(added)) + condition
    pools = {pool.name: pool.label for pool in sheet.pools}
    for name, points in gain.points:
        yield words.more_points.format(name=pools[name], points=formula(points)) + condition
    if gain.choice:
        yield words.choose.format(label=gain.label, choices=choice_names(gain.choices, words)) + condition
