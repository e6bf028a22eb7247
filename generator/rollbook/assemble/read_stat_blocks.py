"""Stat blocks as written -> their numbers, worked out by the engine, and actions for the book's calculators to roll."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rollbook.engine.calculator import Calculator, Input
from rollbook.engine.calculator.inputs import read_inputs_given
from rollbook.engine.expression import Expression, has_dice, names_in
from rollbook.engine.nodes import Value
from rollbook.engine.parse import parse
from rollbook.engine.problem import Problem, ProblemError
from rollbook.engine.quantity import read_quantity
from rollbook.engine.roll import roll
from rollbook.engine.table import GameTable
from rollbook.engine.vocabulary import Vocabulary
from rollbook.model.data_documents import Said, StatAction, StatDocument, StatNumbers, StatTrack, WrittenAction
from rollbook.model.diagnostic import Diagnostic, closest
from rollbook.model.ruleset import Ruleset, engine_table
from rollbook.model.way_out import way_out
from rollbook.model.yaml_tree import Scalar


def read_stat_blocks(
    documents: tuple[StatDocument, ...], rules: Ruleset
) -> tuple[dict[str, StatNumbers], list[Diagnostic]]:
    """A book's stat blocks, its other rules -> what each comes to by id, and what is wrong in them."""
    found: list[Diagnostic] = []
    tables = {name: engine_table(table) for name, table in rules.tables.items()}
    stats: dict[str, StatNumbers] = {}
    for document in documents:
        if document.id in stats:
            hint = "give each its own id"
            message = f"there are two stat blocks {document.id!r}"
            found.append(Diagnostic("bad-stat-block", message, document.place, hint))
            continue
        stats[document.id] = _Reader(rules, tables, found).read(document)
    return stats, found


@dataclass(slots=True)
class _Reader:
    """Reads one stat block from its top: what stands further down may use what is above it."""

    rules: Ruleset
    tables: Mapping[str, GameTable]
    found: list[Diagnostic]
    values: dict[str, Value] = field(default_factory=dict)

    def read(self, document: StatDocument) -> StatNumbers:
        for name, value in document.fields:
            number = read_quantity(value.text.strip())
            if number is not None:
                self.values[name.text] = number
        for name, formula in document.derived:
            self.values[name.text] = self._number(formula) or 0
        tracks = tuple(self._track(each) for each in document.tracks)
        actions = tuple(self._action(each) for each in document.actions)
        return StatNumbers(dict(self.values), tracks, actions)

    def _expression(self, written: Scalar) -> Expression | None:
        """A formula -> its expression, if it can be read and every name in it is one of this stat block's."""
        # A name of the stat block counts before a phrase of the book.
        own = Vocabulary({**self.rules.phrases, **{name: f"`{name}`" for name in self.values}})
        try:
            expression = parse(written.text, own)
        except ProblemError as error:
            self._report(error.problem, written)
            return None
        unknown = [name for name in names_in(expression.root) if name.name not in self.values]
        for name in unknown:
            hint = closest(name.name, self.values) or f"its numbers are {', '.join(self.values) or 'none'}"
            place = written.at(name.start, name.end - name.start)
            message = f"this stat block has no number {name.name!r}"
            self.found.append(Diagnostic("bad-stat-block", message, place, hint))
        return None if unknown else expression

    def _number(self, written: Scalar) -> Value | None:
        """A formula without dice -> what it comes to."""
        expression = self._expression(written)
        if expression is None:
            return None
        if has_dice(expression.root):
            hint = "put dice in a track, or in what an action is given"
            self._wrong(f"{written.text!r} throws dice, but this value is worked out only once", written, hint)
            return None
        try:
            return roll(expression, self.values, None, self.tables).total
        except ProblemError as error:
            self._report(error.problem, written)
            return None

    def _dice(self, expression: Expression) -> str:
        """An expression -> its text with numbers in the place of names, as a reader would type it."""
        text = expression.text
        for name in sorted(names_in(expression.root), key=lambda name: -name.start):
            number = str(self.values[name.name])
            shown = f"({number})" if number.startswith("-") or "/" in number else number
            text = text[: name.start] + shown + text[name.end :]
        return text.replace("`", "")

    def _track(self, written: Said) -> StatTrack:
        name, formula = written
        expression = self._expression(formula)
        if expression is not None and has_dice(expression.root):
            return StatTrack(name.text, 0, self._dice(expression))
        most = self._number(formula) if expression is not None else 1
        if isinstance(most, int) and not isinstance(most, bool) and most > 0:
            return StatTrack(name.text, most)
        if most is not None:
            self._wrong(
                f"the maximum of {name.text!r} must be a whole number above 0", formula, f"this comes to {most}"
            )
        return StatTrack(name.text, 1)

    def _action(self, action: WrittenAction) -> StatAction | None:
        calculator = self.rules.calculators.get(action.calculator.text.strip())
        if calculator is None:
            known = [name.partition("/")[2] for name in self.rules.written if name.startswith("calculator/")]
            if action.calculator.text.strip() not in known:
                hint = closest(action.calculator.text, known) or f"calculators are {', '.join(known) or 'none'}"
                message = f"there is no calculator {action.calculator.text!r} for this action"
                self._wrong(message, action.calculator, hint)
            return None
        inputs = {each.name: each for each in calculator.inputs}
        given: dict[str, str] = {}
        for name, value in action.given:
            if self._is_input(name, calculator):
                given[name.text] = self._given(inputs[name.text], value)
        asked = tuple(name.text for name in action.asked if self._is_input(name, calculator))
        written = {name.text: value for name, value in action.given}
        for problem in read_inputs_given(calculator, given, {})[1]:
            self._report(problem, written.get(str(problem.path[0]) if problem.path else "", action.calculator))
        return StatAction(action.name.text, calculator.id, given, asked)

    def _is_input(self, name: Scalar, calculator: Calculator) -> bool:
        names = [each.name for each in calculator.inputs]
        if name.text not in names:
            hint = closest(name.text, names) or f"its inputs are {', '.join(names) or 'none'}"
            self._wrong(f"the calculator {calculator.id!r} has no input {name.text!r}", name, hint)
        return name.text in names

    def _given(self, each: Input, written: Scalar) -> str:
        """What an action gives a calculator -> as a reader would give it: a number, dice, the name of a choice."""
        if each.kind not in ("number", "dice"):
            return written.text.strip()
        expression = self._expression(written)
        if expression is None:
            return str(each.default)
        if each.kind == "dice":
            return self._dice(expression)
        number = self._number(written)
        return str(each.default if number is None else number)

    def _report(self, problem: Problem, written: Scalar) -> None:
        place = written.at(problem.start, problem.end - problem.start) if problem.end > problem.start else written.place
        self.found.append(Diagnostic("bad-stat-block", problem.message, place, way_out(problem)))

    def _wrong(self, message: str, written: Scalar, hint: str) -> None:
        self.found.append(Diagnostic("bad-stat-block", message, written.place, hint))
