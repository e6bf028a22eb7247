"""Calculator -> where its worked examples and its steps disagree: the book and the rule must say the same."""

from __future__ import annotations

from collections.abc import Iterator

from ..dice import given
from ..problem import Problem, ProblemError
from ..words import Words
from .model import Calculator, Example
from .roll import CalculatorRoll, roll_calculator
from .say import tell


def check_examples(calculator: Calculator, words: Words) -> tuple[Problem, ...]:
    """Calculator, the words of its book -> a problem, with its path, for every example that comes out differently."""
    return tuple(
        problem.at("examples", index)
        for index, example in enumerate(calculator.examples)
        for problem in _check(calculator, example, words)
    )


def _check(calculator: Calculator, example: Example, words: Words) -> Iterator[Problem]:
    faces = given(example.faces)
    try:
        rolled = roll_calculator(calculator, example.given, faces)
    except ProblemError as error:
        found = error.problem
        yield Problem(found.code, found.message, 0, 0, found.suggestion, _blamed(found, example))
        return
    yield from _differences(rolled, example, words)
    yield from _untold(calculator, rolled, example, words)
    try:
        faces.finish()
    except ProblemError as error:
        yield Problem(error.problem.code, error.problem.message, 0, 0, error.problem.suggestion, ("faces",))


def _differences(rolled: CalculatorRoll, example: Example, words: Words) -> Iterator[Problem]:
    for name, expected in example.expect.items():
        value = rolled.value(name)
        says = words.value(expected)
        if value is None:
            message = f"the text says that {name} is {says}, but the rule never gets to {name} here"
            yield Problem("example-differs", message, 0, len(says), "", ("expect", example.keys[name]))
        elif value != expected:
            message = f"the text says {says}, the rule gives {words.value(value)} for {name}"
            yield Problem("example-differs", message, 0, len(says), "", ("expect", example.keys[name]))
    text = rolled.text(words)
    if example.outcome is not None and _signed(example.outcome) != _signed(text):
        message = f"the text says “{example.outcome}”, the rule gives “{text}”"
        yield Problem("example-differs", message, 0, len(example.outcome), "", ("expect", "outcome"))


def _untold(calculator: Calculator, rolled: CalculatorRoll, example: Example, words: Words) -> Iterator[Problem]:
    """What the text of an example speaks of although the rule never gets there, or what cannot be worked out."""
    try:
        tell(calculator, example, rolled, words)
    except ProblemError as error:
        yield Problem("example-differs", error.problem.message, 0, 0, error.problem.suggestion, ("text",))


def _blamed(found: Problem, example: Example) -> tuple[str | int, ...]:
    """A problem that ended the run -> what in the example it is about: the faces, one input, or all of it."""
    if found.code in ("impossible-face", "too-few-faces"):
        return ("faces",)
    name = str(found.path[0]) if found.path else ""
    return ("given", example.keys[name]) if name in example.keys else ()


def _signed(text: str) -> str:
    """A sentence -> with plain minus signs: authors type them in several ways."""
    return text.strip().replace("−", "-").replace("–", "-")
