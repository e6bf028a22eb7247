"""A worked example of a calculator -> what its template places. The check step has carried it out already."""

from __future__ import annotations

import json

from rollbook.engine.calculator import Calculator, CalculatorRoll, roll_calculator, tell
from rollbook.engine.calculator.model import Example
from rollbook.engine.dice import given
from rollbook.engine.problem import ProblemError
from rollbook.engine.words import number_text
from rollbook.render.widgets.spell import listed
from rollbook.render.widgets.view_sentence import runs_of
from rollbook.render.widgets.views import ExampleView, Line
from rollbook.render.widgets.wording import Wording


def view_example(calculator: Calculator, number: int, words: Wording) -> ExampleView:
    """A calculator, an example's number from 1 -> its view: as the rule gives it, and where it can't, as written."""
    example = calculator.examples[number - 1]
    try:
        run = roll_calculator(calculator, example.given, given(example.faces))
        parts = tell(calculator, example, run, words.speech)
    except ProblemError:
        return _view(calculator, example, "", "", _expected(example, words), example.outcome or "", words)
    dice = [
        words.example_shows.format(sides=die.sides, face=number_text(die.face))
        for _, rolled in run.steps
        for die in rolled.dice
    ]
    told = "".join(each.text for part in parts for each in runs_of(part, words))
    came = run.text(words.speech)
    return _view(calculator, example, told, listed(dice, words.list_and), _results(run, words), came, words)


def _view(
    calculator: Calculator,
    example: Example,
    told: str,
    dice: str,
    results: tuple[Line, ...],
    outcome: str,
    words: Wording,
) -> ExampleView:
    labels = {each.name: each.label for each in calculator.inputs}
    title = example.title or calculator.title or words.example
    return ExampleView(
        calculator=calculator.id,
        title=title,
        text=told or _made_text(title, dice, outcome, results),
        given=tuple(
            Line(labels.get(name, name), words=_written(value, words)) for name, value in example.given.items()
        ),
        dice=dice,
        results=results,
        outcome=outcome,
        data=json.dumps({"inputs": dict(example.given), "faces": list(example.faces)}, ensure_ascii=False),
    )


def _made_text(title: str, dice: str, outcome: str, results: tuple[Line, ...]) -> str:
    """What is told of an example whose author told nothing: its title, the dice, and what came of them."""
    came = outcome or "; ".join(f"{line.name} {line.words}" for line in results)
    told = f"{dice[:1].upper()}{dice[1:]}: {came}" if dice else came
    opening = title if title.endswith((".", "?", "!")) else f"{title}."
    return f"{opening} {told if told.endswith(('.', '?', '!')) else f'{told}.'}"


def _results(run: CalculatorRoll, words: Wording) -> tuple[Line, ...]:
    return tuple(
        Line(each.result.label, words=f"{words.speech.value(each.roll.total)} {each.result.unit}".rstrip())
        for each in run.results
    )


def _expected(example: Example, words: Wording) -> tuple[Line, ...]:
    return tuple(Line(name, words=words.speech.value(value)) for name, value in example.expect.items())


def _written(value: object, words: Wording) -> str:
    """What an example gives, as its author wrote it."""
    if isinstance(value, bool):
        return words.yes if value else words.no
    return str(value)
