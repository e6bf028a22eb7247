"""Calculator, inputs -> the exact chance of each outcome and of each value of each result.

A value of a calculator, when it counts -> its average. The average of a sum is the sum of the averages, whatever its
parts share: what two blades do to a foe need not be worked out for each roll of the one beside each roll of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction

from ..distribution import Distribution
from ..expression import Expression, spine
from ..lean import frozen
from ..nodes import Binary, If, Name, Node, Number, Text, Value
from ..odds.joint import joint_odds
from ..problem import Problem, ProblemError
from ..state import Meaning
from . import Calculator, Outcome, Result
from .inputs import bind_inputs

# Stands for a result that is not shown; no author can write it.
_HIDDEN = "\0"
# As many answers as a page needs of one calculator with the same inputs, and a few more.
_ANSWERS = 32


@frozen
class OutcomeOdds:
    """An outcome and its chance; None means none of the outcomes."""

    outcome: Outcome | None
    chance: Fraction


@frozen
class ResultOdds:
    """A result, the chance that it is shown at all, and its distribution where it is (None: never)."""

    result: Result
    shown: Fraction
    distribution: Distribution | None


@frozen
class CalculatorOdds:
    """All chances of a calculator. `exact` is False where one of them had to be estimated, `samples` rolls each."""

    outcomes: tuple[OutcomeOdds, ...]
    results: tuple[ResultOdds, ...]
    exact: bool
    samples: int


def calculator_odds(
    calculator: Calculator, inputs: Mapping[str, object], sheet: Mapping[str, Value] | None = None
) -> CalculatorOdds:
    """Calculator, inputs by name, the sheet's values -> the chance of everything that it can say."""
    values = bind_inputs(calculator, inputs, sheet)
    outcomes, picked = outcome_chances(calculator, values)
    spreads = [_ask_where(calculator, values, result.value, result.when) for result in calculator.results]
    results = tuple(
        ResultOdds(result, *_where_shown(spread)) for result, spread in zip(calculator.results, spreads, strict=True)
    )
    asked = [*spreads, *([picked] if picked else [])]
    exact = all(spread.exact for spread in asked)
    return CalculatorOdds(outcomes, results, exact, max((spread.samples for spread in asked), default=0))


def spread_where(
    calculator: Calculator, values: Mapping[str, Meaning], value: Expression, when: Expression | None
) -> Distribution | None:
    """What inputs stand for, a value and when it counts -> its distribution where it does; None: never."""
    return _where_shown(_ask_where(calculator, values, value, when))[1]


def outcome_odds(calculator: Calculator, inputs: Mapping[str, object]) -> tuple[OutcomeOdds, ...]:
    """Calculator, inputs by name -> the chance of each outcome alone, which costs a fraction of all results' odds."""
    return outcome_chances(calculator, bind_inputs(calculator, inputs, None))[0]


def sensitivity(
    calculator: Calculator,
    inputs: Mapping[str, object],
    name: str,
    values: Sequence[object],
    sheet: Mapping[str, Value] | None = None,
) -> tuple[tuple[object, tuple[OutcomeOdds, ...]], ...]:
    """One input's name, values for it -> the chances of the outcomes for each, all other inputs unchanged."""
    moved = ((value, bind_inputs(calculator, {**inputs, name: value}, sheet)) for value in values)
    return tuple((value, outcome_chances(calculator, bound)[0]) for value, bound in moved)


def outcome_chances(
    calculator: Calculator, values: Mapping[str, Meaning]
) -> tuple[tuple[OutcomeOdds, ...], Distribution | None]:
    """-> the chance of each outcome in order, that of none at the end if there is any, and what they were read from."""
    outcomes = calculator.outcomes
    if not outcomes:
        return (), None
    spread = _ask(calculator, values, "outcomes", _which_outcome)
    odds = [OutcomeOdds(outcome, spread.exactly(index)) for index, outcome in enumerate(outcomes)]
    if spread.weights.get(len(outcomes)):
        odds.append(OutcomeOdds(None, spread.exactly(len(outcomes))))
    return tuple(odds), spread


def _which_outcome(calculator: Calculator) -> Node:
    """-> what comes to the place of the outcome that holds; one more if none does."""
    outcomes = calculator.outcomes
    node: Node = Number(len(outcomes), 0, 0)
    for index in range(len(outcomes) - 1, -1, -1):
        when = outcomes[index].when
        node = Number(index, 0, 0) if when is None else If(when.root, Number(index, 0, 0), node, 0, 0)
    return node


def _ask_where(
    calculator: Calculator, values: Mapping[str, Meaning], value: Expression, when: Expression | None
) -> Distribution:
    def where(calculator: Calculator) -> Node:
        return value.root if when is None else If(when.root, value.root, Text(_HIDDEN, 0, 0), 0, 0)

    return _ask(calculator, values, (value, when), where)


def _where_shown(spread: Distribution) -> tuple[Fraction, Distribution | None]:
    """What was asked of some cases only -> the chance of these, and the distribution there."""
    shown = {value: weight for value, weight in spread.weights.items() if value != _HIDDEN}
    if not shown:
        return spread.exactly(_HIDDEN) * 0, None
    chance = 1 - spread.exactly(_HIDDEN)
    return chance, Distribution(shown, sum(shown.values()) if spread.samples else 0, spread.left_out / float(chance))


def _ask(
    calculator: Calculator, values: Mapping[str, Meaning], about: Hashable, question: Callable[[Calculator], Node]
) -> Distribution:
    """A question about the steps -> its answer, with every step that it uses twice being the same roll.

    `about` tells it from other questions. A sentence, a form and a table ask alike: the last answers stay here.
    """
    # Yes and 1 are equal, and still not the same answer.
    case = about, tuple([(name, type(value), value) for name, value in values.items()])
    answers: dict[Hashable, Distribution] = calculator.memo.setdefault("answers", {})
    if case not in answers:
        if len(answers) >= _ANSWERS:
            answers.clear()
        steps = [(step.name, step.expression) for step in calculator.steps]
        asked = Expression("", question(calculator))
        answers[case] = joint_odds(steps, [asked], values, calculator.tables).marginal(0)
    return answers[case]


@frozen
class Mean:
    """An average in the long run; `exact` is False where it had to be estimated."""

    value: Fraction
    exact: bool


def average_where(
    calculator: Calculator, values: Mapping[str, Meaning], value: Expression, when: Expression | None
) -> Mean | None:
    """What inputs stand for, a value and when it counts -> its average where it does; None: it never counts."""
    parts = _parts(calculator, value.root)
    if len(parts) > 1 and (when is None or _is_sure(calculator, values, when)):
        means = [average_where(calculator, values, Expression(value.text, part), None) for _, part in parts]
        known = [(sign, mean) for (sign, _), mean in zip(parts, means, strict=True) if mean]
        total = sum((sign * mean.value for sign, mean in known), start=0 * known[0][1].value)
        return Mean(total, all(mean.exact for _, mean in known))
    spread = spread_where(calculator, values, value, when)
    if spread is None:
        return None
    if not spread.numeric:
        message = f"“{value.text}” is not a number, so it has no average"
        raise ProblemError(Problem("not-a-number", message, 0, 0))
    return Mean(spread.mean, spread.exact)


def _is_sure(calculator: Calculator, values: Mapping[str, Meaning], when: Expression) -> bool:
    spread = spread_where(calculator, values, when, None)
    return spread is not None and spread.exact and spread.outcomes == (True,)


def _parts(calculator: Calculator, node: Node) -> list[tuple[int, Node]]:
    """A value -> what is added up there, also by the step that it is the name of, each with its sign."""
    steps = {step.name: step.expression.root for step in calculator.steps}
    node = steps.get(node.name, node) if isinstance(node, Name) else node
    if not isinstance(node, Binary):
        return [(1, node)]
    first, chain = spine(node)
    if any(link.operator not in ("+", "-") for link in chain):
        return [(1, node)]
    return [(1, first), *((1 if link.operator == "+" else -1, link.right) for link in chain)]
