"""One run through a calculator's steps: each is rolled when it is first needed, and only once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..dice import DiceSource
from ..expression import Expression
from ..names import certain_names
from ..problem import Problem, ProblemError
from ..roll import Roll, roll
from ..state import Meaning
from .model import Calculator, Step


class Play(Mapping[str, "Meaning"]):
    """The names of a calculator and what they stand for; asking for a step's name carries the step out.

    Steps that are certain to be needed are carried out in the order written, so that an opposed roll throws its dice
    as the rule tells it; one behind an `if`, `and` or `or` waits until it turns out to be needed.
    """

    def __init__(self, calculator: Calculator, values: Mapping[str, Meaning], source: DiceSource) -> None:
        self._calculator = calculator
        self._steps = {step.name: step for step in calculator.steps}
        self._values = values
        self._source = source
        self._waiting: list[str] = []
        self.rolled: dict[str, Roll] = {}

    def __getitem__(self, name: str) -> Meaning:
        step = self._steps.get(name)
        if step is None:
            return self._values[name]
        self._carry_out(step)
        return self.rolled[name]

    def __iter__(self) -> Iterator[str]:
        yield from self._values
        yield from self._steps

    def __len__(self) -> int:
        return len(self._values) + len(self._steps)

    def work_out(self, expression: Expression) -> Roll:
        """Expression -> as rolled, after the steps that it needs for certain."""
        for step in self._needed(expression):
            self._carry_out(step)
        return roll(expression, self, self._source, self._calculator.tables)

    def _carry_out(self, step: Step) -> None:
        """A step -> rolled, if it is not yet.

        A step names only earlier ones, but the cell of a table that it uses may name the step itself.
        """
        if step.name in self.rolled:
            return
        if step.name in self._waiting:
            way = " → ".join([*self._waiting[self._waiting.index(step.name) :], step.name])
            raise ProblemError(Problem("name-cycle", f"these wait for each other in a circle: {way}", 0, 0))
        self._waiting.append(step.name)
        try:
            self.rolled[step.name] = self.work_out(step.expression)
        except ProblemError as error:
            # The innermost step is the one to blame: those that wait for it pass its problem on.
            raise error if error.problem.path else ProblemError(error.problem.at(*step.path)) from error
        self._waiting.pop()

    def _needed(self, expression: Expression) -> list[Step]:
        """The steps that are certain to be needed, directly or by one another, in the order written."""
        names = certain_names(expression)
        needed = []
        # A step names only earlier ones, so going backwards meets every need before the step that meets it.
        for step in reversed(self._calculator.steps):
            if step.name in names:
                needed.append(step)
                names = names | certain_names(step.expression)
        return needed[::-1]
