"""A stat block with its texts written already -> what its templates place."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from markupsafe import Markup

from rollbook.engine.calculator import Calculator
from rollbook.model.data_documents import StatAction, StatNumbers
from rollbook.model.document.blocks import StatBlock
from rollbook.model.quick_dataclass import dataclass
from rollbook.render.medium import StatTexts, Tools
from rollbook.render.roll_notes import short_json
from rollbook.render.widgets.chances import forecast
from rollbook.render.widgets.view_field import FieldView, RichWords, rich_label, rich_words, view_field
from rollbook.render.widgets.wording import Wording


@dataclass(frozen=True, slots=True)
class ActionView:
    """What readers press. `data`: the calculator and its inputs as JSON, empty where it could not be read; `asks`: the
    inputs that they may change; `odds`: what it leads to, in words."""

    name: Markup
    title: str
    note: Markup
    data: str
    asks: tuple[FieldView, ...]
    odds: Markup
    rich: RichWords


@dataclass(frozen=True, slots=True)
class _Deed:
    """An action's name as written and in words alone, and what is said of it."""

    name: Markup
    title: str
    note: Markup


@dataclass(frozen=True, slots=True)
class _Told:
    """What actions are told by: the book's calculators and its language."""

    calculators: Mapping[str, Calculator]
    language: str


@dataclass(frozen=True, slots=True)
class StatBlockView:
    """A creature: `tracks` as JSON are what each copy of it has, `facts` its fields in order, names and values."""

    id: str
    anchor: str
    title: Markup
    name: str
    note: Markup
    facts: tuple[tuple[Markup, Markup], ...]
    actions: tuple[ActionView, ...]
    text: Markup
    copies: int
    tracks: str
    link: Markup
    pin: Markup


def view_stat_block(
    block: StatBlock,
    numbers: StatNumbers,
    texts: StatTexts,
    anchor: str,
    words: Wording,
    tools: Tools,
    calculators: Mapping[str, Calculator],
    language: str = "en",
) -> StatBlockView:
    """A stat block, its numbers and texts, its id in the page, the book's language -> its view."""
    name = block.title.plain
    told = _Told(calculators, language)
    played = zip(numbers.actions, texts.deeds, block.deeds, strict=True)
    return StatBlockView(
        id=block.data.id,
        anchor=anchor,
        title=Markup(texts.title),
        name=name,
        note=Markup(texts.note),
        facts=tuple(_facts(block, numbers, texts, words)),
        actions=tuple(
            _action(action, _Deed(Markup(shown), deed.name.plain, Markup(note)), f"{anchor}-{index}", words, told)
            for index, (action, (shown, note), deed) in enumerate(played, 1)
        ),
        text=Markup(texts.text),
        copies=block.data.copies,
        tracks=short_json([[each.name, _label(each.name), each.most, each.dice] for each in numbers.tracks]),
        link=Markup(tools.link(anchor, name)),
        pin=Markup(tools.pin(f"stat-block-{block.data.id}", name)),
    )


def _facts(block: StatBlock, numbers: StatNumbers, texts: StatTexts, words: Wording) -> Iterator[tuple[Markup, Markup]]:
    """Fields with what they say, those that the engine works out with what they come to; then the tracks."""
    for each, (label, value) in zip(block.fields, texts.fields, strict=True):
        worked_out = words.speech.value(numbers.values.get(each.name, ""))
        yield Markup(label), Markup(value) if value else Markup.escape(worked_out)
    for track in numbers.tracks:
        yield Markup.escape(_label(track.name)), Markup.escape(track.dice or str(track.most))


def _label(name: str) -> str:
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def _action(action: StatAction | None, deed: _Deed, own_id: str, words: Wording, told: _Told) -> ActionView:
    if action is None:
        return ActionView(deed.name, deed.title, deed.note, "", (), Markup(""), RichWords())
    calculator, language = told.calculators[action.calculator], told.language
    # Everything is given, so that nothing of it comes from the reader's own sheet.
    inputs = {each.name: _plain(each.default) for each in calculator.inputs} | dict(action.inputs)
    asks = tuple(
        _filled(view_field(each, f"{own_id}-{number}", words, language=language), inputs[each.name])
        for number, each in enumerate(calculator.inputs, 1)
        if each.name in action.asked
    )
    data = short_json({"calculator": calculator.id, "inputs": inputs})
    odds = _odds(calculator, action.inputs, words, language)
    return ActionView(deed.name, deed.title, deed.note, data, asks, odds, rich_words(calculator, language))


def _plain(value: object) -> str | bool:
    return value if isinstance(value, bool) else str(value)


def _filled(field: FieldView, value: str | bool) -> FieldView:
    chosen = tuple(replace(choice, chosen=choice.name == value) for choice in field.choices)
    return replace(field, value="yes" if value is True else "" if value is False else str(value), choices=chosen)


def _odds(calculator: Calculator, inputs: Mapping[str, str], words: Wording, language: str) -> Markup:
    """What may happen with its chance, and what the first result that only counts at times comes to then."""
    expected = forecast(calculator, words, tuple(sorted(inputs.items())))
    labels = [rich_label(each, language) for each in calculator.outcomes]
    chances = [
        label + f" {chance}"
        for index, (label, chance) in enumerate(zip(labels, expected.outcomes, strict=False))
        if index not in expected.impossible
    ]
    result = next((each for each in calculator.results if each.name in expected.at_times), None)
    told = f"{words.colon} {expected.results[result.name]}" if result else ""
    amount = rich_label(result, language) + told if result else Markup("")
    return Markup("; ").join(part for part in (Markup(", ").join(chances), amount) if part)


@dataclass(frozen=True, slots=True)
class TrackerView:
    """The tracker of a fight: its rules as JSON, for the page's script."""

    rules: str


def view_tracker(rules: str, stats: Mapping[str, StatNumbers]) -> TrackerView:
    """Rules as JSON, in which a foe may be a stat block by its id -> the view, every foe with its numbers."""
    read: dict[str, Any] = json.loads(rules)
    foes = [_foe(foe, stats, read["track"]) for foe in read["foes"]]
    return TrackerView(json.dumps({**read, "foes": [foe for foe in foes if foe]}, ensure_ascii=False))


def _foe(foe: dict[str, Any], stats: Mapping[str, StatNumbers], track: str) -> dict[str, Any] | None:
    if "stat block" not in foe:
        return foe
    numbers = stats.get(foe["stat block"])
    if numbers is None or not numbers.tracks:
        return None
    points = next((each for each in numbers.tracks if each.name == track), numbers.tracks[0])
    values = {name: value for name, value in numbers.values.items() if isinstance(value, int | str)}
    deed = next((action for action in numbers.actions if action), None)
    action = {"calculator": deed.calculator, "inputs": dict(deed.inputs)} if deed else None
    own = {name: value for name, value in foe.items() if name != "stat block"}
    return {**values, "hit points": points.dice or str(points.most), **own, "action": action}
