"""A calculator document -> Calculator, or every problem in it.

The keys are explained in content/guide/05-rules-as-data.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..choices import value_of
from ..document import Cursor
from ..expression import has_dice, named
from ..nodes import Value
from ..problem import Problem
from ..scope import Scope, read_name
from ..table import GameTable
from ..template import read_inline
from ..vocabulary import EMPTY, Vocabulary
from . import MOST_ENTRIES, PRINTED, Calculator, Change, Example, Input, OddsTable, Outcome, Result, Step
from .inputs import read_inputs
from .read_outcomes import read_outcomes
from .read_sentence import SentenceReader

RESULT_KEYS = ("label", "when", "unit")
KEYS = (
    *("title", "rule", "note", "sentence", "print", "odds", "inputs", "steps", "results", "outcomes", "changes"),
    "examples",
)


def read_calculator(
    document: object, vocabulary: Vocabulary = EMPTY, tables: Mapping[str, GameTable] | None = None
) -> Calculator | tuple[Problem, ...]:
    """Document as plain data, the book's phrases and tables -> Calculator, or every problem in the document."""
    place = Cursor(document, (), [])
    keys = place.mapping(("calculator", "steps"), KEYS)
    known = tables or {}
    scope = Scope(known)
    inputs = read_inputs(keys["inputs"], vocabulary, known) if "inputs" in keys else ()
    for given in inputs:
        scope.add(given.name, keys["inputs"])
        for part in given.parts:
            scope.add(f"{given.name}.{part}", keys["inputs"])
    steps = _read_steps(keys["steps"], vocabulary, scope) if "steps" in keys else ()
    results = _read_results(keys.get("results"), vocabulary, scope, steps)
    outcomes = (
        read_outcomes(keys["outcomes"], vocabulary, scope, {step.name for step in steps}) if "outcomes" in keys else ()
    )
    for key, entries in (("inputs", inputs), ("steps", steps), ("outcomes", outcomes)):
        if key in keys:
            keys[key].at_most(len(entries), MOST_ENTRIES, key)
    changes = _read_changes(keys["changes"], vocabulary, scope) if "changes" in keys else ()
    sentences = SentenceReader(vocabulary, scope, inputs, results, outcomes)
    made = Calculator(
        keys["calculator"].text().strip() if "calculator" in keys else "",
        keys["title"].text() if "title" in keys else "",
        tuple(rule.text().strip() for rule in keys["rule"].items()) if "rule" in keys else (),
        keys["note"].text() if "note" in keys else "",
        sentences.read(keys["sentence"]) if "sentence" in keys else None,
        keys["print"].one_of(PRINTED) if "print" in keys else "odds" if "odds" in keys else PRINTED[0],
        inputs,
        steps,
        results,
        outcomes,
        _read_examples(keys["examples"], inputs, scope, sentences) if "examples" in keys else (),
        known,
        changes,
        _read_odds(keys["odds"], inputs, results, outcomes, vocabulary) if "odds" in keys else OddsTable(),
    )
    return tuple(place.problems) or made


def _read_steps(place: Cursor, vocabulary: Vocabulary, scope: Scope) -> tuple[Step, ...]:
    """`- attack: d20 + level`, one after the other; each may use the inputs and the steps before it."""
    pairs: list[tuple[str, Cursor]] = []
    if isinstance(place.data, dict):
        pairs = list(place.entries().items())
    else:
        for item in place.items():
            entries = item.entries()
            if len(entries) != 1:
                item.report("not-a-step", "a step is one name and its expression", "write “- name: expression”")
            pairs += entries.items()
    steps = []
    for written, entry in pairs:
        # The name is a key, so its problems are shown at the step that it names.
        name = read_name(Cursor(written, entry.path, place.problems), vocabulary)
        expression = scope.read(entry, vocabulary)
        scope.add(name, entry)
        if expression is not None:
            steps.append(Step(name, expression, entry.path))
    return tuple(steps)


def _read_results(
    place: Cursor | None, vocabulary: Vocabulary, scope: Scope, steps: tuple[Step, ...]
) -> tuple[Result, ...]:
    """`{attack: Attack, damage: {label: Damage, when: hit}}` or a list of names; left out, every step is shown."""
    if place is None:
        return tuple(Result(step.name, _titled(step.name), named(step.name), None, "") for step in steps)
    if isinstance(place.data, dict):
        return tuple(_read_result(name, entry, vocabulary, scope) for name, entry in place.entries().items())
    return tuple(_read_result(item.text(), item, vocabulary, scope) for item in place.items())


def _read_result(written: str, entry: Cursor, vocabulary: Vocabulary, scope: Scope) -> Result:
    name = read_name(Cursor(written, entry.path, entry.problems), vocabulary)
    if name and name not in scope.names:
        scope.check(named(name), entry)
    if not isinstance(entry.data, dict):
        label, rich_label = read_inline(entry) if isinstance(entry.path[-1], str) else (_titled(written), "")
        return Result(name, label, named(name), None, "", rich_label)
    keys = entry.mapping((), RESULT_KEYS)
    when = scope.read(keys.get("when"), vocabulary)
    label, rich_label = read_inline(keys["label"]) if "label" in keys else (_titled(written), "")
    return Result(name, label, named(name), when, keys["unit"].text() if "unit" in keys else "", rich_label)


def _titled(name: str) -> str:
    return name[:1].upper() + name[1:]


ODDS_KEYS = ("by", "of")
# More stand in no table that can be read in a column.
MOST_INPUTS = 2
MOST_VALUES = 12


def _read_odds(
    place: Cursor,
    inputs: tuple[Input, ...],
    results: tuple[Result, ...],
    outcomes: tuple[Outcome, ...],
    vocabulary: Vocabulary,
) -> OddsTable:
    """`odds`: inputs with values, and what is told -> what the table of chances on paper is made over.

    Names that the calculator lacks are reported.
    """
    keys = place.mapping((), ODDS_KEYS)
    by = _entries_by_name(keys.get("by"), [each.name for each in inputs], vocabulary)
    if "by" in keys:
        keys["by"].at_most(len(by), MOST_INPUTS, "inputs")
    tried = []
    for name, entry in by.items():
        values = [item.data for item in entry.items()]
        entry.at_most(len(values), MOST_VALUES, "values")
        tried.append((name, tuple(values)))
    known = [*(each.label for each in outcomes), *(each.label for each in results)]
    return OddsTable(tuple(tried), tuple(_read_of(item, known) for item in keys["of"].items()) if "of" in keys else ())


def _read_of(place: Cursor, known: list[str]) -> str:
    """The place of an outcome's or result's name -> the name as the calculator writes it."""
    word = read_inline(place)[0].strip()
    for label in known:
        if label.casefold() == word.casefold():
            return label
    place.unknown("unknown-name", f"nothing here is called “{word}”", word, known)
    return ""


# What a change must have, and what it may have.
CHANGE = (("track",), ("by", "to", "when"))


def _read_changes(place: Cursor, vocabulary: Vocabulary, scope: Scope) -> tuple[Change, ...]:
    """`- {track: hit points, by: -damage, when: hit}`, or `to: full` -> what a run may do to tracks of the sheet."""
    return tuple(_read_change(item, vocabulary, scope) for item in place.items())


def _read_change(place: Cursor, vocabulary: Vocabulary, scope: Scope) -> Change:
    keys = place.mapping(*CHANGE)
    if ("by" in keys) == ("to" in keys) and isinstance(place.data, dict):
        place.report("missing-key", "a change moves a track “by” an amount or “to” a number", "write one of the two")
    read = {key: scope.read(keys[key], vocabulary) for key in ("by", "to", "when") if key in keys}
    for key, expression in read.items():
        if expression is not None and has_dice(expression.root):
            keys[key].report("dice-here", "a change can't throw dice", "throw them in a step")
    track = read_name(keys["track"], vocabulary) if "track" in keys else ""
    return Change(track, read.get("by"), read.get("to"), read.get("when"))


EXAMPLE_KEYS = ("title", "given", "faces", "rule", "text", "shown")


def _read_examples(
    place: Cursor, inputs: tuple[Input, ...], scope: Scope, sentences: SentenceReader
) -> tuple[Example, ...]:
    """`examples`: what the book says must come out; names that the calculator doesn't have are reported."""
    return tuple(_read_example(item, inputs, scope, sentences) for item in place.items())


def _read_example(place: Cursor, inputs: tuple[Input, ...], scope: Scope, sentences: SentenceReader) -> Example:
    vocabulary = sentences.vocabulary
    keys = place.mapping(("expect",), EXAMPLE_KEYS)
    given = _entries_by_name(keys.get("given"), [each.name for each in inputs], vocabulary)
    # A step whose expression can't be read has been reported where it stands.
    expect = _entries_by_name(keys.get("expect"), ["outcome", *_steps(scope, inputs)], vocabulary)
    outcome = expect.pop("outcome", None)
    return Example(
        keys["title"].text() if "title" in keys else "",
        {name: entry.data for name, entry in given.items()},
        _read_faces(keys["faces"]) if "faces" in keys else (),
        {name: _value(entry) for name, entry in expect.items()},
        outcome.text() if outcome is not None else None,
        keys["rule"].text().strip() if "rule" in keys else "",
        {name: str(entry.path[-1]) for name, entry in [*given.items(), *expect.items()]},
        sentences.read(keys["text"]) if "text" in keys else None,
        "shown" not in keys or keys["shown"].flag(),
    )


def _steps(scope: Scope, inputs: tuple[Input, ...]) -> Iterator[str]:
    """What is known by now, without the inputs and what is reached in them."""
    given = {name for each in inputs for name in (each.name, *(f"{each.name}.{part}" for part in each.parts))}
    return (name for name in scope.names if name not in given)


def _entries_by_name(place: Cursor | None, known: list[str], vocabulary: Vocabulary) -> dict[str, Cursor]:
    """The place of values by name -> their places by the name that expressions use; unknown ones are reported."""
    found = {}
    for written, entry in place.entries().items() if place else ():
        name = read_name(Cursor(written, entry.path, entry.problems), vocabulary)
        if name in known:
            found[name] = entry
        elif name:
            entry.unknown("unknown-name", f"nothing here is called “{written}”", name, known)
    return found


def _value(place: Cursor) -> Value:
    if isinstance(place.data, bool):
        return place.data
    text = place.text()
    words: dict[str, Value] = {"yes": True, "no": False, "true": True, "false": False}
    return words.get(text.strip().lower(), value_of(text))


def _read_faces(place: Cursor) -> tuple[int, ...]:
    """`[18, 4, 5]` or `18, 4, 5` -> the faces in the order thrown."""
    if isinstance(place.data, str):
        return tuple(place.at(index, part).whole() for index, part in enumerate(place.data.replace(",", " ").split()))
    if isinstance(place.data, int):
        return (place.data,)
    return tuple(item.whole() for item in place.items())
