"""A sentence as the engine says it, a worked example that the check step carried out -> what the templates place."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace

from rollbook.engine.calculator import Calculator, Example, Form, Given
from rollbook.engine.calculator.roll import CalculatorRoll, roll_calculator
from rollbook.engine.calculator.say import Said, say, sentence_of, tell
from rollbook.engine.dice import given
from rollbook.engine.problem import ProblemError
from rollbook.engine.words import number_text
from rollbook.model.quick_dataclass import dataclass
from rollbook.render.unbroken_marks import split_closing, split_opening
from rollbook.render.widgets.view_field import FieldView
from rollbook.render.widgets.wording import Line, Wording, listed


@dataclass(frozen=True, slots=True)
class Run:
    """Some words of a sentence, or a number in it."""

    text: str
    number: bool


@dataclass(frozen=True, slots=True)
class PieceView:
    """A part of a sentence. `fixed`: words that stay; `field`: what is changed here, and how it is written; `before`
    and `after`: marks that no line may part from it."""

    runs: tuple[Run, ...]
    fixed: bool
    field: FieldView | None
    form: Form
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class ExampleView:
    """A worked example: `text` tells it, the rest is its table; `data` is what its button plays: the calculator's
    inputs and the faces, as JSON."""

    calculator: str
    title: str
    text: str
    given: tuple[Line, ...]
    dice: str
    results: tuple[Line, ...]
    outcome: str
    data: str


def view_sentence(
    calculator: Calculator, fields: Mapping[str, FieldView], words: Wording
) -> tuple[tuple[PieceView, ...], frozenset[str]]:
    """A calculator, its fields by name -> its sentence at the defaults, and the names of the fields that stand in it.

    Empty where the defaults lead nowhere, which the check step reports.
    """
    try:
        said = say(calculator, {}, words.speech)
    except ProblemError:
        return (), frozenset()
    shown: set[str] = set()
    pieces = []
    for part, there in zip(sentence_of(calculator).parts, said, strict=True):
        # Of an input that is named twice the first is the one to change.
        name = part.name if isinstance(part, Given) and part.name not in shown else ""
        shown |= {name} - {""}
        form = part.form if isinstance(part, Given) else Form()
        pieces.append(PieceView(runs_of(there, words), isinstance(part, str), fields.get(name), form))
    return _with_marks(pieces), frozenset(shown)


def _with_marks(pieces: list[PieceView]) -> tuple[PieceView, ...]:
    """Pieces -> the same; a bracket before a field and a mark behind it are on its line."""
    for at, piece in enumerate(pieces):
        if piece.field is None:
            continue
        before, after = "", ""
        if at and pieces[at - 1].fixed:
            words, before = split_opening(_text(pieces[at - 1]))
            pieces[at - 1] = _with_text(pieces[at - 1], words)
        if at + 1 < len(pieces) and pieces[at + 1].fixed:
            after, words = split_closing(_text(pieces[at + 1]))
            pieces[at + 1] = _with_text(pieces[at + 1], words)
        pieces[at] = replace(piece, before=before, after=after)
    return tuple(pieces)


def _text(fixed: PieceView) -> str:
    return "".join(run.text for run in fixed.runs)


def _with_text(fixed: PieceView, text: str) -> PieceView:
    return replace(fixed, runs=(Run(text, False),))


def runs_of(said: tuple[Said, ...], words: Wording) -> tuple[Run, ...]:
    """What is said in one place -> its words, and its numbers to be marked."""
    outcomes = [each for each in said if each.kind == "outcome"]
    if outcomes:
        return tuple(_outcomes(outcomes, words))
    return tuple(_run(each, words) for each in said)


def _outcomes(outcomes: list[Said], words: Wording) -> Iterator[Run]:
    for index, each in enumerate(outcomes):
        label, chance = each.shown
        yield Run(f"{', ' if index else ''}{label} ", False)
        yield Run(_about(chance, each.exact, words), True)


def _run(said: Said, words: Wording) -> Run:
    match said.kind:
        case "words":
            return Run(said.shown[0], False)
        case "input" | "value" | "average" | "chance":
            return Run(_about(said.shown[0], said.exact, words), True)
        case "range":
            low, high = said.shown
            return Run(words.said_range.format(low=low, high=high), True)
        case "several":
            return Run(listed(list(said.shown), words.list_or), True)
        case "never":
            return Run("–", True)
        case "outcome":
            raise AssertionError("outcomes are told together")
    raise AssertionError(said.kind)


def _about(text: str, exact: bool, words: Wording) -> str:
    return text if exact else words.about.format(value=text)


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
