"""Calculator -> what goes wrong when readers use it, and where its worked examples and its steps disagree.

Reading a document finds names that nobody knows. That a step adds a text to a number, looks up a row that is not
there or divides by zero only shows when it is carried out.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..dice import given, seeded
from ..problem import Problem, ProblemError
from ..words import Words
from .model import Calculator, Example, Input
from .roll import CalculatorRoll, roll_calculator
from .say import say, tell


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


# The same each time, so that a check never wavers. The defaults are thrown more often, to meet a rare branch; a book
# has hundreds of calculators with dozens of inputs, and an editor waits for the answer.
_SEEDS, _SEEDS_AT_DEFAULTS = (1,), range(1, 6)


def find_faults(calculator: Calculator, words: Words) -> tuple[Problem, ...]:
    """Calculator, the words of its book -> a problem for each way in which a run fails, with the step it fails in."""
    faults: dict[tuple[str, tuple[str | int, ...]], Problem] = {}
    for inputs in _trials(calculator):
        for seed in _SEEDS if inputs else _SEEDS_AT_DEFAULTS:
            try:
                roll_calculator(calculator, inputs, seeded(seed))
            except ProblemError as error:
                problem = _with_inputs(error.problem, inputs)
                faults.setdefault((problem.code, problem.path), problem)
    if faults:
        return tuple(faults.values())
    return (*_faults_of_odds(calculator), *_faults_of_sentence(calculator, words))


def _faults_of_odds(calculator: Calculator) -> Iterator[Problem]:
    """What keeps a value from being tried for the table of chances."""
    for name, values in calculator.odds.by:
        for index, value in enumerate(values):
            try:
                roll_calculator(calculator, {name: value}, seeded(_SEEDS[0]))
            except ProblemError as error:
                problem = error.problem
                path = ("odds", "by", name, index)
                yield Problem(problem.code, problem.message, 0, len(str(value)), problem.suggestion, path)


def _faults_of_sentence(calculator: Calculator, words: Words) -> Iterator[Problem]:
    """What keeps the sentence from being said at the defaults; rules that fail have been reported already."""
    try:
        say(calculator, {}, words)
    except ProblemError as error:
        problem = error.problem
        yield Problem(problem.code, problem.message, 0, 0, problem.suggestion, problem.path or ("sentence",))


def _trials(calculator: Calculator) -> Iterator[dict[str, object]]:
    """All defaults, then one input at a time at each of its choices or ends."""
    yield {}
    for each in calculator.inputs:
        yield from ({each.name: value} for value in _values(each))


def _values(each: Input) -> Iterator[object]:
    if each.kind == "choice":
        yield from (choice.name for choice in each.choices)
    elif each.kind == "flag":
        yield not each.default
    elif each.kind == "number":
        yield from (end for end in (each.low, each.high) if end is not None)


def _with_inputs(problem: Problem, inputs: dict[str, object]) -> Problem:
    given = "".join(f" (with {name} = {value})" for name, value in inputs.items())
    return Problem(
        problem.code, f"{problem.message}{given}", problem.start, problem.end, problem.suggestion, problem.path
    )
