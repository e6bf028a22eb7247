"""Calculator, inputs -> its sentence with every number in place; an example -> how it went, in its author's words.

No language is spoken here: that something lies between two numbers, or is an estimate, is for the page to say.

Calculator without a sentence -> one made from its labels and outcomes: `Armor Class 13, Weapon 1d8: Hit 50 %, …`. It
has no words of its own, so it is right in every language; an author's sentence is better.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..distribution import Distribution
from ..expression import Expression, names_in
from ..lean import frozen
from ..nodes import Value
from ..problem import Problem, ProblemError
from ..roll import roll
from ..state import Meaning
from ..words import Words
from . import (
    Average,
    Calculator,
    ChanceOfOutcomes,
    ChanceThat,
    Example,
    Form,
    Given,
    Input,
    Part,
    Result,
    Sentence,
    WhatHappens,
    Worked,
)
from .inputs import as_given, bind_inputs
from .odds import OutcomeOdds, average_where, outcome_chances, spread_where
from .roll import CalculatorRoll


@frozen
class Said:
    """A stretch of a sentence. What `shown` holds, by `kind`:

    words, value, average: one text; input: one, and `name` is the input's; chance: one, and `name` is it exactly;
    range: the least and the most; several: each; outcome: a label and its chance, which `name` is exactly;
    never: nothing.
    `exact` is False where it had to be estimated.
    """

    kind: str
    shown: tuple[str, ...]
    name: str = ""
    exact: bool = True


def say(
    calculator: Calculator, inputs: Mapping[str, object], words: Words, sheet: Mapping[str, Value] | None = None
) -> tuple[tuple[Said, ...], ...]:
    """Calculator, inputs by name, words, the sheet's values -> for each part of its sentence what is said there."""
    return _Speaker(calculator, inputs, words, sheet).say(sentence_of(calculator))


def sentence_of(calculator: Calculator) -> Sentence:
    """A calculator -> the sentence that its author wrote, or else one made from its labels."""
    return calculator.sentence or make_sentence(calculator)


def tell(calculator: Calculator, example: Example, run: CalculatorRoll, words: Words) -> tuple[tuple[Said, ...], ...]:
    """An example, the run that it describes, words -> what is said in each part of its text; without one nothing."""
    return _Witness(calculator, example, run, words).say(example.text) if example.text else ()


class _Speaker:
    """Says a sentence from what is given and likely."""

    def __init__(
        self,
        calculator: Calculator,
        inputs: Mapping[str, object],
        words: Words,
        sheet: Mapping[str, Value] | None = None,
    ) -> None:
        self._calculator = calculator
        self._words = words
        self._values = bind_inputs(calculator, inputs, sheet)
        self._given = as_given(calculator, inputs, sheet)
        self._chances: tuple[tuple[OutcomeOdds, ...], Distribution | None] | None = None

    def say(self, sentence: Sentence) -> tuple[tuple[Said, ...], ...]:
        return tuple(tuple(self._part(part)) for part in sentence.parts)

    def _part(self, part: Part) -> Iterator[Said]:
        if isinstance(part, str):
            yield Said("words", (part,))
        elif isinstance(part, Given):
            yield Said("input", (self._written(self._given[part.name], part.form),), part.name)
        elif isinstance(part, Worked):
            yield from self._worked(part)
        elif isinstance(part, Average):
            yield self._average(part)
        elif isinstance(part, ChanceThat):
            yield self._chance(self._spread(part.condition, None), (True,))
        elif isinstance(part, ChanceOfOutcomes):
            yield self._chance(self._outcomes[1], part.outcomes)
        else:
            yield from self._happens()

    def _worked(self, part: Worked) -> Iterator[Said]:
        yield self._between(self._spread(part.value, part.when), part.form)

    def _average(self, part: Average) -> Said:
        mean = average_where(self._calculator, self._values, part.value, part.when)
        if mean is None:
            return Said("never", ())
        return Said("average", (self._words.decimal(mean.value, 1),), "", mean.exact)

    def _happens(self) -> Iterator[Said]:
        """The outcome's words where only one can be, each possible one with its chance otherwise."""
        odds, spread = self._outcomes
        possible = [each for each in odds if each.chance and each.outcome]
        if len(possible) != 1 or possible[0].chance != 1 or not possible[0].outcome:
            exact = spread is None or spread.exact
            yield from (self._outcome(each, exact) for each in possible)
            return
        for part in possible[0].outcome.text.parts:
            if isinstance(part, str):
                yield Said("words", (part,))
            else:
                yield self._between(self._spread(part, None), Form())

    @property
    def _outcomes(self) -> tuple[tuple[OutcomeOdds, ...], Distribution | None]:
        """Worked out when first asked for, and once: a sentence may ask for several chances."""
        if self._chances is None:
            self._chances = outcome_chances(self._calculator, self._values)
        return self._chances

    def _spread(self, value: Expression, when: Expression | None) -> Distribution | None:
        return spread_where(self._calculator, self._values, value, when)

    def _between(self, spread: Distribution | None, form: Form) -> Said:
        """A distribution -> the one value that it has, or the least and the most, or of texts each."""
        if spread is None:
            return Said("never", ())
        values = [value for value in spread.outcomes if not isinstance(value, tuple)]
        if len(values) == 1:
            return Said("value", (self._written(values[0], form),), "", spread.exact)
        if not spread.numeric or isinstance(values[0], bool):
            return Said("several", tuple(self._written(value, form) for value in values), "", spread.exact)
        # What is counted is said once: from 2 to 8 foes.
        ends = self._written(values[0], Form(form.signed)), self._written(values[-1], form)
        return Said("range", ends, "", spread.exact)

    def _chance(self, spread: Distribution | None, cases: tuple[Value, ...]) -> Said:
        """A distribution, some of its values -> the chance of one of these."""
        if spread is None:
            return Said("never", ())
        chance = sum((spread.exactly(case) for case in cases), start=0 * spread.exactly(cases[0]))
        return Said("chance", (self._words.whole_percent(chance),), str(chance), spread.exact)

    def _outcome(self, odds: OutcomeOdds, exact: bool) -> Said:
        label = odds.outcome.label if odds.outcome else ""
        return Said("outcome", (label, self._words.whole_percent(odds.chance)), str(odds.chance), exact)

    def _written(self, value: Value, form: Form) -> str:
        if isinstance(value, bool):
            return form.words[not value] if form.words else self._words.value(value)
        written = self._words.value(value)
        if isinstance(value, str):
            return written
        if form.signed and value >= 0:
            return f"+{written}"
        return f"{written} {form.words[value != 1]}" if form.words else written


class _Witness(_Speaker):
    """Tells what came out instead of what may."""

    def __init__(self, calculator: Calculator, example: Example, run: CalculatorRoll, words: Words) -> None:
        super().__init__(calculator, example.given, words)
        self._run = run
        self._steps = {step.name for step in calculator.steps}
        self._seen: dict[str, Meaning] = {**self._values, **dict(run.steps)}

    def _worked(self, part: Worked) -> Iterator[Said]:
        for name in names_in(part.value.root):
            if name.name in self._steps and name.name not in self._seen:
                message = f"the text speaks of {name.name}, but the rule never gets to {name.name} here"
                raise ProblemError(Problem("unknown-name", message, 0, 0))
        total = roll(part.value, self._seen, None, self._calculator.tables).total
        yield Said("value", (self._written(total, part.form),))

    def _happens(self) -> Iterator[Said]:
        yield Said("value", (self._run.text(self._words),))


# More would be a form again.
_MOST_INPUTS, _MOST_RESULTS = 4, 3


def make_sentence(calculator: Calculator) -> Sentence:
    """A calculator -> its short form in a chapter: its main inputs, a colon, and the results."""
    given = list(_listed([_input(each) for each in _main(calculator.inputs)]))
    if calculator.outcomes:
        come: list[Part] = [WhatHappens()]
    else:
        come = list(_listed([_result(each) for each in calculator.results[-_MOST_RESULTS:]]))
    return Sentence((*given, *([": "] if given else []), *come))


def _main(inputs: tuple[Input, ...]) -> list[Input]:
    """Those that their author calls main; else the first that are not simply nothing or no."""
    told = [each for each in inputs if each.main and each.kind != "flag"]
    return told or [each for each in inputs if each.kind != "flag" and each.default != 0][:_MOST_INPUTS]


def _input(each: Input) -> list[Part]:
    return [f"{each.label} ", Given(each.name, Form()), *([f" {each.unit}"] if each.unit else [])]


def _result(each: Result) -> list[Part]:
    return [f"{each.label} ", Worked(each.value, each.when, Form()), *([f" {each.unit}"] if each.unit else [])]


def _listed(entries: list[list[Part]]) -> Iterator[Part]:
    for index, entry in enumerate(entries):
        if index:
            yield ", "
        yield from entry
