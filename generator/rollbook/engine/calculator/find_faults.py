"""Calculator -> what goes wrong when readers use it: it is run at its defaults, and at each end of each input.

Reading a document finds names that nobody knows. That a step adds a text to a number, looks up a row that is not
there or divides by zero only shows when it is carried out.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..dice import seeded
from ..problem import Problem, ProblemError
from ..words import Words
from .model import Calculator, Input
from .roll import roll_calculator
from .say import say

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
    """What keeps the sentence from being said at the defaults; rules that fail have been told of already."""
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
