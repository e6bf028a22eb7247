"""Calculator, inputs and dice -> what came out: the outcome, the results, and every step that was rolled for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..dice import DiceSource
from ..exact import number, truth
from ..expression import Expression, certain_names
from ..lean import frozen
from ..nodes import Value
from ..problem import Problem, ProblemError
from ..quantity import Quantity
from ..roll import Roll, roll
from ..state import Meaning
from ..template import Signed
from ..words import Words, signed_text
from . import Calculator, Change, Outcome, Result, Step
from .inputs import bind_inputs


class Play(Mapping[str, "Meaning"]):
    """The names of a calculator and what they stand for; asking for a step's name works the step out.

    Steps that are certain to be needed are carried out in the order written, so that an opposed roll throws its dice
    as the rule tells it; one behind an `if`, `and` or `or` waits until it turns out to be needed.
    """

    def __init__(self, calculator: Calculator, values: Mapping[str, Meaning], source: DiceSource) -> None:
        self._calculator = calculator
        self._steps = steps_by_name(calculator)
        self._values = values
        self._source = source
        self._waiting: list[str] = []
        self.rolled: dict[str, Roll] = {}

    def __getitem__(self, name: str) -> Meaning:
        step = self._steps.get(name)
        if step is None:
            return self._values[name]
        if name not in self.rolled:
            self._carry_out(step)
        return self.rolled[name]

    def __iter__(self) -> Iterator[str]:
        yield from self._values
        yield from self._steps

    def __len__(self) -> int:
        return len(self._values) + len(self._steps)

    def work_out(self, expression: Expression) -> Roll:
        """Expression -> as rolled, after the steps that it needs for certain."""
        for step in _needed(self._calculator, expression):
            if step.name not in self.rolled:
                self._carry_out(step)
        return roll(expression, self, self._source, self._calculator.tables)

    def _carry_out(self, step: Step) -> None:
        """A step that is not rolled yet -> rolled.

        A step names only earlier ones, but the cell of a table that it uses may name the step itself.
        """
        if step.name in self._waiting:
            way = " → ".join([*self._waiting[self._waiting.index(step.name) :], step.name])
            raise ProblemError(Problem("name-cycle", f"these depend on each other in a circle: {way}", 0, 0))
        self._waiting.append(step.name)
        try:
            self.rolled[step.name] = self.work_out(step.expression)
        except ProblemError as error:
            # The innermost step is the one to blame: those that wait for it pass its problem on.
            raise error if error.problem.path else ProblemError(error.problem.at(*step.path)) from error
        self._waiting.pop()


def steps_by_name(calculator: Calculator) -> dict[str, Step]:
    """A calculator -> its steps; of two that are called alike the later one."""
    steps: dict[str, Step] | None = calculator.memo.get("steps")
    if steps is None:
        steps = calculator.memo["steps"] = {step.name: step for step in calculator.steps}
    return steps


def _needed(calculator: Calculator, expression: Expression) -> list[Step]:
    """The steps that are certain to be needed, directly or by one another, in the order written."""
    needed: list[Step] | None = calculator.memo.get(("needed", expression))
    if needed is None:
        names, needed = certain_names(expression), []
        # A step names only earlier ones, so going backwards meets every need before the step that meets it.
        for step in reversed(calculator.steps):
            if step.name in names:
                needed.append(step)
                names = names | certain_names(step.expression)
        needed.reverse()
        calculator.memo["needed", expression] = needed
    return needed


@frozen
class RolledResult:
    """A result that is shown, as rolled."""

    result: Result
    roll: Roll


@frozen
class RolledChange:
    """What a run may do to a track: move it `by` so much, or `to` a number; the other is None."""

    track: str
    by: Quantity | None
    to: Quantity | None


@frozen
class CalculatorRoll:
    """What a run came to. `steps` are those that were needed, in the order thrown; `outcome` None: none held.

    `said` is the outcome's sentence: the author's texts, and between them what the expressions came to. `changes` are
    what the reader may do to their sheet now.
    """

    calculator: Calculator
    steps: tuple[tuple[str, Roll], ...]
    results: tuple[RolledResult, ...]
    outcome: Outcome | None
    said: tuple[Value, ...]
    changes: tuple[RolledChange, ...] = ()

    def text(self, words: Words) -> str:
        """Words -> the sentence of the outcome, filled in; nothing without one."""
        return "".join([part if isinstance(part, str) else words.value(part) for part in self.said])

    def holes(self, words: Words) -> list[str]:
        """Words -> what fills each gap of the outcome's sentence, in order."""
        parts = self.outcome.text.parts if self.outcome else ()
        filled = [said for part, said in zip(parts, self.said, strict=True) if not isinstance(part, str)]
        return [words.value(said) for said in filled]

    def value(self, name: str) -> Value | None:
        """A step's name -> what it came to; None if it was not needed."""
        return next((rolled.total for step, rolled in self.steps if step == name), None)


def roll_calculator(
    calculator: Calculator,
    inputs: Mapping[str, object],
    rng: DiceSource,
    sheet: Mapping[str, Value] | None = None,
) -> CalculatorRoll:
    """Calculator, inputs by name, dice, the sheet's values -> one run.

    First the outcomes are tried in order, then the sentence of the one that holds is filled in, then the results
    are shown in order, then the changes are worked out: a step is rolled when the first of these needs it, and a step
    that nothing needs is not.
    """
    play = Play(calculator, bind_inputs(calculator, inputs, sheet), rng)
    outcome = next((each for each in calculator.outcomes if _holds(play, each.when)), None)
    said = tuple([_said(play, part) for part in outcome.text.parts]) if outcome else ()
    shown = tuple(
        RolledResult(result, _rolled(play, result)) for result in calculator.results if _holds(play, result.when)
    )
    changes = tuple(_changed(play, change) for change in calculator.changes if _holds(play, change.when))
    return CalculatorRoll(calculator, tuple(play.rolled.items()), shown, outcome, said, changes)


def _changed(play: Play, change: Change) -> RolledChange:
    by, to = (None if each is None else number(play.work_out(each).total, each.root) for each in (change.by, change.to))
    return RolledChange(change.track, by, to)


def _said(play: Play, part: str | Expression) -> Value:
    if isinstance(part, str):
        return part
    value = play.work_out(part).total
    if isinstance(part, Signed) and not isinstance(value, (str, bool)):
        return signed_text(value)
    return value


def _holds(play: Play, when: Expression | None) -> bool:
    return when is None or truth(play.work_out(when).total, when.root)


def _rolled(play: Play, result: Result) -> Roll:
    """A result -> the roll of the step that it shows, with its dice."""
    named = play.work_out(result.value)
    return play.rolled.get(result.name, named)
