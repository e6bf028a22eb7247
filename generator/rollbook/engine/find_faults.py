"""Calculator or Sheet -> what goes wrong when readers use it, and where worked examples and steps disagree.

Reading a document finds names that nobody knows. That a step adds a text to a number, looks up a row that is not
there or divides by zero only shows when it is carried out: so calculators are run with the inputs that readers may
give, and characters of every choice are made, rolled and raised a few levels.
"""

from __future__ import annotations

from collections.abc import Iterator

from .calculator import Calculator, Example, Input
from .calculator.roll import CalculatorRoll, roll_calculator
from .calculator.say import say, tell
from .dice import given, seeded
from .problem import Problem, ProblemError
from .roll import roll
from .sheet import Sheet
from .sheet.advance import gain_xp, level_up, open_choices, roll_once, xp_needed
from .sheet.character import Character, new_character
from .sheet.derivation import Derivation
from .sheet.derive import conclude, work_out
from .words import Words


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


def calculator_faults(calculator: Calculator, words: Words) -> tuple[Problem, ...]:
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


_LEVELS = 3
# What a reader has yet to do, or does wrong, is no fault of the sheet.
_READERS = (
    *("not-chosen", "too-few-chosen", "too-many-chosen", "too-many-points", "too-few", "too-high", "out-of-bounds"),
    *("rule-broken", "not-dice"),
)


def sheet_faults(sheet: Sheet) -> tuple[Problem, ...]:
    """Sheet -> a problem for each formula or condition that fails for a character that a reader may make."""
    faults = {(problem.code, problem.message): problem for problem in _failing_dice(sheet)}
    for character in _characters(sheet):
        for problem in _faults_in_play(sheet, character):
            faults.setdefault((problem.code, problem.message), problem)
    return tuple(faults.values())


def _failing_dice(sheet: Sheet) -> Iterator[Problem]:
    """Dice that a field begins with and that nobody can throw, such as d0."""
    for index, field in enumerate(sheet.fields):
        if field.kind == "dice":
            try:
                roll(str(field.default), rng=seeded(1))
            except ProblemError as error:
                yield error.problem.at("fields", index, "default")


def _characters(sheet: Sheet) -> Iterator[Character]:
    """The first of every choice, then each other choice in turn."""
    # A list only draws on them.
    choosing = [field for field in sheet.fields if field.choices and field.kind != "list"]
    first = {field.name: field.choices[0].name for field in choosing}
    yield _character(sheet, first)
    for field in choosing:
        yield from (_character(sheet, {**first, field.name: choice.name}) for choice in field.choices[1:])


def _character(sheet: Sheet, chosen: dict[str, str]) -> Character:
    plain = new_character(sheet)
    return Character(plain.sheet, plain.version, {**plain.fields, **chosen}, {}, (), 0, {})


def _faults_in_play(sheet: Sheet, character: Character) -> Iterator[Problem]:
    """A character -> the sheet's problems while its dice are rolled and it rises."""
    dice = seeded(1)
    try:
        for derived in sheet.derived:
            if derived.rolled:
                character = roll_once(sheet, character, derived.name, dice).character
        found = work_out(sheet, character)
        yield from _faults(found)
        for _ in range(_LEVELS if sheet.levels else 0):
            needed = xp_needed(sheet, character, found)
            if needed is not None:
                character = gain_xp(sheet, character, int(needed))
                found = work_out(sheet, character)
            chosen = {gain.choice: gain.choices[0].name for gain in open_choices(sheet, character, found)}
            character = level_up(sheet, character, dice, chosen, found).character
            found = work_out(sheet, character)
            yield from _faults(found)
    except ProblemError as error:
        if error.problem.code != "last-level":
            yield error.problem


def _faults(found: Derivation) -> Iterator[Problem]:
    return (problem for problem in conclude(found).problems if problem.code not in _READERS)
