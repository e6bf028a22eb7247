"""Calculator -> what its templates place."""

from __future__ import annotations

from fractions import Fraction

from generator.engine.calculator import Calculator
from generator.engine.calculator.model import Input, Outcome, Result
from generator.engine.nodes import Expression
from generator.engine.show import number_text
from generator.engine.template import Template
from generator.render.widgets.forecast import Forecast, forecast
from generator.render.widgets.spell import bounds, choice_names, formula, value_text
from generator.render.widgets.views import CalculatorView, ChoiceView, InputView, Line, OutcomeView
from generator.render.widgets.wording import Wording


def view_calculator(calculator: Calculator, anchor: str, words: Wording) -> CalculatorView:
    """A calculator and its id in the page -> its view."""
    expected = forecast(calculator, words)
    return CalculatorView(
        id=calculator.id,
        anchor=anchor,
        title=calculator.title or words.calculator,
        note=calculator.note,
        inputs=tuple(_input(each, f"{anchor}-{index}", words) for index, each in enumerate(calculator.inputs, 1)),
        steps=tuple(Line(step.name, formula(step.expression)) for step in calculator.steps),
        results=tuple(_result(each, expected) for each in calculator.results),
        outcomes=tuple(_outcome(each, index, expected) for index, each in enumerate(calculator.outcomes)),
    )


def _input(each: Input, own_id: str, words: Wording) -> InputView:
    return InputView(
        id=own_id,
        name=each.name,
        label=each.label,
        symbol="" if each.name.casefold() == each.label.casefold() else each.name,
        kind=each.kind,
        unit=each.unit,
        note=each.note,
        low="" if each.low is None else _attribute(each.low),
        high="" if each.high is None else _attribute(each.high),
        step="any" if any(isinstance(number, Fraction) for number in (each.low, each.high, each.default)) else "1",
        value=_attribute(each.default),
        choices=tuple(_choice(choice.name, number_text(choice.value), each.default) for choice in each.choices),
        allowed=_allowed(each, words),
        default="" if each.kind in ("dice", "flag") else value_text(each.default, words),
        source=each.source,
    )


def _attribute(value: int | Fraction | str | bool) -> str:
    """A value -> as a form's control holds it."""
    if isinstance(value, bool):
        return "yes" if value else ""
    return str(float(value)) if isinstance(value, Fraction) else str(value)


def _choice(name: str, worth: str, default: object) -> ChoiceView:
    return ChoiceView(name, "" if worth == name else worth, name.casefold() == str(default).casefold())


def _allowed(each: Input, words: Wording) -> str:
    if each.kind == "flag":
        return words.yes_or_no
    if each.kind == "dice":
        return words.any_dice.format(default=each.default)
    if each.kind == "choice":
        return words.one_of.format(choices=choice_names(each.choices, words))
    return bounds(each.low, each.high, words)


def _result(each: Result, expected: Forecast) -> Line:
    when = "" if each.when is None else formula(each.when)
    return Line(each.label, when, expected.results.get(each.name, ""))


def _outcome(each: Outcome, index: int, expected: Forecast) -> OutcomeView:
    chance = expected.outcomes[index] if index < len(expected.outcomes) else ""
    return OutcomeView("" if each.when is None else formula(each.when), _parts(each.text), chance)


def _parts(text: Template) -> tuple[tuple[str, bool], ...]:
    return tuple((formula(part), True) if isinstance(part, Expression) else (part, False) for part in text.parts)
