"""Calculator -> what its templates place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import TYPE_CHECKING

from markupsafe import Markup

from rollbook.engine.calculator import Calculator, Input, Outcome, Result
from rollbook.engine.expression import has_dice, lookups_in, names_in, nodes_in
from rollbook.engine.nodes import Call
from rollbook.engine.table import GameTable
from rollbook.model.quick_dataclass import dataclass
from rollbook.render.medium import Tools
from rollbook.render.widgets.chances import Forecast, OddsView, forecast, view_odds
from rollbook.render.widgets.view_field import (
    FieldView,
    RichWords,
    rich_label,
    rich_note,
    rich_outcome,
    rich_words,
    view_field,
)
from rollbook.render.widgets.view_lists import LinkView
from rollbook.render.widgets.view_sentence import PieceView, view_sentence
from rollbook.render.widgets.wording import Line, Wording, bounds, choice_names, formula, value_text

if TYPE_CHECKING:
    from rollbook.engine.nodes import Node, Value


@dataclass(frozen=True, slots=True)
class InputView:
    """An input of a calculator. `symbol`: what formulas call it, empty where that is its label; the rest in words."""

    field: FieldView
    symbol: str
    allowed: str
    default: str
    note: Markup


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """What may happen. `text`: what more its words say than its label; `impossible`: not at the defaults.

    `rich` is the whole text as HTML, where it is written in Markdown: its holes are filled in after a roll."""

    label: Markup
    text: str
    rich: Markup
    chance: str
    impossible: bool


@dataclass(frozen=True, slots=True)
class CalculatorView:
    """A calculator in words. `sentence` is what is in the chapter, `others` the inputs that are not in it;
    `rules`: those that it carries out and that stand in other sections; `printed`: what stands for it on paper."""

    id: str
    anchor: str
    title: str
    note: Markup
    rolls: bool  # whether anything is left to chance
    press: str  # what the button says; empty: there is nothing to throw or to change
    printed: str
    odds: OddsView | None  # where `printed` asks for them and there are any
    sentence: tuple[PieceView, ...]
    inputs: tuple[InputView, ...]
    others: tuple[InputView, ...]
    steps: tuple[Line, ...]
    results: tuple[Line, ...]
    outcomes: tuple[OutcomeView, ...]
    rich: RichWords
    link: Markup
    pin: Markup
    rules: tuple[LinkView, ...]


def view_calculator(
    calculator: Calculator,
    anchor: str,
    words: Wording,
    tools: Tools,
    rules: tuple[LinkView, ...],
    language: str = "en",
) -> CalculatorView:
    """A calculator, its id in the page, and the rules that it carries out in other sections -> its view."""
    title = calculator.title or words.calculator
    expected = forecast(calculator, words)
    inputs = tuple(
        _input(each, f"{anchor}-{index}", words, language) for index, each in enumerate(calculator.inputs, 1)
    )
    sentence, said = view_sentence(calculator, {each.field.name: each.field for each in inputs}, words)
    return CalculatorView(
        id=calculator.id,
        anchor=anchor,
        title=title,
        note=rich_note(calculator.note, language),
        rolls=_rolls(calculator),
        press=words.roll if _rolls(calculator) else words.carry_out if calculator.changes else "",
        printed=calculator.printed,
        odds=view_odds(calculator, words) if calculator.printed == "odds" else None,
        sentence=sentence,
        inputs=inputs,
        others=tuple(each for each in inputs if each.field.name not in said),
        steps=tuple(Line(step.name, formula(step.expression)) for step in calculator.steps),
        results=tuple(_result(each, expected, language) for each in calculator.results),
        outcomes=tuple(_outcome(each, index, expected, language) for index, each in enumerate(calculator.outcomes)),
        rich=rich_words(calculator, language),
        link=Markup(tools.link(anchor, title)),
        pin=Markup(tools.pin(f"calc-{calculator.id}", title)),
        rules=rules,
    )


def _rolls(calculator: Calculator) -> bool:
    """Whether dice may be thrown: written in a step, typed by the reader, or held by a choice or cell it uses."""
    roots = [step.expression.root for step in calculator.steps]
    used = {name.name for root in roots for name in names_in(root)}
    return (
        any(has_dice(root) or _looks_up_dice(root, calculator.tables) for root in roots)
        or any(each.kind == "dice" for each in calculator.inputs)
        or any(_names_dice(value) for each in calculator.inputs for value in _choosable(each, used))
    )


def _looks_up_dice(root: Node, tables: Mapping[str, GameTable]) -> bool:
    """Whether a look-up finds dice, as far as its column is written out; where it isn't, it may."""
    lookups = sum(isinstance(node, Call) and node.function == "lookup" for node in nodes_in(root))
    written = [(tables[table.value], column.value) for table, column in lookups_in(root) if table.value in tables]
    return len(written) < lookups or any(
        _names_dice(row[table.column(column)]) for table, column in written for row in table.rows
    )


def _choosable(each: Input, used: Set[str]) -> Iterator[Value]:
    """An input, the names in the steps -> what a choice of it may stand for there."""
    for choice in each.choices:
        yield choice.value
        yield from (value for part, value in choice.parts if f"{each.name}.{part}" in used)


def _names_dice(value: Value) -> bool:
    return isinstance(value, str) and "d" in value.casefold() and any(letter.isdigit() for letter in value)


def _input(each: Input, own_id: str, words: Wording, language: str) -> InputView:
    return InputView(
        field=view_field(each, own_id, words, language=language),
        symbol="" if each.name.casefold() == each.label.casefold() else each.name,
        allowed=_allowed(each, words),
        default="" if each.kind in ("dice", "flag") else value_text(each.default, words),
        note=rich_note(each.note, language),
    )


def _allowed(each: Input, words: Wording) -> str:
    if each.kind == "flag":
        return words.yes_or_no
    if each.kind == "dice":
        return words.any_dice.format(default=each.default)
    if each.kind == "choice":
        return choice_names(each.choices, words)
    return bounds(each.low, each.high, words)


def _result(each: Result, expected: Forecast, language: str) -> Line:
    return Line(rich_label(each, language), words=expected.results.get(each.name, ""), key=each.name)


def _outcome(each: Outcome, index: int, expected: Forecast, language: str) -> OutcomeView:
    chance = expected.outcomes[index] if index < len(expected.outcomes) else ""
    impossible = index in expected.impossible
    label = rich_label(each, language)
    if rich := rich_outcome(each, language):
        return OutcomeView(label, "", rich, chance, impossible)
    # Words with numbers in them are said once these are known.
    words = "" if each.text.expressions else each.text.text
    return OutcomeView(label, words.removeprefix(each.label).lstrip(".:;! "), Markup(""), chance, impossible)
