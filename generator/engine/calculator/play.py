"""One run through a calculator's steps: each is rolled when it is first needed, and only once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..names import certain_names_in
from ..nodes import Expression
from ..roll import Roll, roll
from .model import Calculator, Step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..dice import DiceSource
    from ..state import Bound

    _Names = Mapping[str, Bound]
else:
    _Names = Mapping


class Play(_Names):
    """The names of a calculator and what they stand for; asking for a step's name carries the step out.

    Steps that are certain to be needed are carried out in the order written, so that an opposed roll throws its dice
    as the rule tells it; one behind an `if`, `and` or `or` waits until it turns out to be needed.
    """

    def __init__(self, calculator: Calculator, values: Mapping[str, Bound], source: DiceSource) -> None:
        self._calculator = calculator
        self._steps = {step.name: step for step in calculator.steps}
        self._values = values
        self._source = source
        self.rolled: dict[str, Roll] = {}

    def __getitem__(self, name: str) -> Bound:
        step = self._steps.get(name)
        if step is None:
            return self._values[name]
        if name not in self.rolled:
            self.rolled[name] = self.work_out(step.expression)
        return self.rolled[name]

    def __iter__(self) -> Iterator[str]:
        yield from self._values
        yield from self._steps

    def __len__(self) -> int:
        return len(self._values) + len(self._steps)

    def work_out(self, expression: Expression) -> Roll:
        """Expression -> as rolled, after the steps that it needs for certain."""
        for step in self._needed(expression):
            if step.name not in self.rolled:
                self.rolled[step.name] = roll(step.expression, self, self._source, self._calculator.tables)
        return roll(expression, self, self._source, self._calculator.tables)

    def _needed(self, expression: Expression) -> list[Step]:
        """The steps that are certain to be needed, directly or by one another, in the order written."""
        names = set(certain_names_in(expression.root))
        needed = []
        # A step names only earlier ones, so going backwards meets every need before the step that meets it.
        for step in reversed(self._calculator.steps):
            if step.name in names:
                needed.append(step)
                names |= set(certain_names_in(step.expression.root))
        return needed[::-1]
