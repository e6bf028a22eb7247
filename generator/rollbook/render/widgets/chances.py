"""Calculator -> its chances: what its defaults lead to, and the small table over one or two inputs that paper shows.

Calculator -> its chances as a small table, over one or two of its inputs: what paper does best. Over one input, its
values are side by side and each line is an outcome or a result. Over two, one is at the side and the other at the
top, and the table tells a single thing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from rollbook.cache import stored
from rollbook.engine.calculator import Calculator, Input
from rollbook.engine.calculator.odds import CalculatorOdds, calculator_odds
from rollbook.engine.distribution import Distribution
from rollbook.engine.problem import ProblemError
from rollbook.engine.quantity import Quantity
from rollbook.engine.words import number_text
from rollbook.model.quick_dataclass import dataclass
from rollbook.render.widgets.wording import Wording, listed

# Of more texts than these a list would no longer be read.
_MOST_TEXTS = 6


@dataclass(frozen=True, slots=True)
class OddsRow:
    """A row of a table of chances: what it is for, and its cells."""

    head: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OddsView:
    """A table of chances. `corner` names what its rows are, `over` what `heads` are values of; `told`: what its cells
    tell, where the rows don't say it."""

    corner: str
    over: str
    heads: tuple[str, ...]
    rows: tuple[OddsRow, ...]
    told: str = ""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What comes out at the defaults, in words: results by name, outcomes in order (one more: none of them);
    `impossible`: the places of those that never come up; `at_times`: names of results that are shown now and then."""

    results: Mapping[str, str]
    outcomes: tuple[str, ...]
    impossible: frozenset[int] = frozenset()
    at_times: tuple[str, ...] = ()


@stored
def forecast(calculator: Calculator, words: Wording, inputs: tuple[tuple[str, str], ...] = ()) -> Forecast:
    """A calculator, inputs that differ from its defaults -> its forecast; empty where these lead nowhere, which the
    check step reports."""
    try:
        odds = calculator_odds(calculator, dict(inputs))
    except ProblemError:
        return Forecast({}, ())
    results = {
        each.result.name: _result(each.distribution, each.result.unit, odds.exact, words) for each in odds.results
    }
    outcomes = tuple(_estimated(words.speech.percent(each.chance), odds.exact, words) for each in odds.outcomes)
    never = frozenset(index for index, each in enumerate(odds.outcomes) if not each.chance)
    at_times = tuple(each.result.name for each in odds.results if 0 < each.shown < 1)
    return Forecast(results, outcomes if len(calculator.outcomes) > 1 else (), never, at_times)


def _result(spread: Distribution | None, unit: str, exact: bool, words: Wording) -> str:
    if spread is None:
        return words.never
    values = [value for value in spread.outcomes if not isinstance(value, tuple)]
    if len(values) == 1:
        return _with_unit(words.always.format(value=words.speech.value(values[0])), unit)
    if any(isinstance(value, bool) for value in values):
        percent = words.speech.percent(spread.exactly(True))
        return words.chance_yes.format(percent=_estimated(percent, exact, words))
    if not spread.numeric:
        texts = [words.speech.value(value) for value in values[:_MOST_TEXTS]]
        return words.list_or.join([", ".join(texts[:-1]), texts[-1]] if len(values) <= _MOST_TEXTS else [*texts, "…"])
    low, high = number_text(spread.minimum), number_text(spread.maximum)
    average = _estimated(words.speech.decimal(spread.mean), exact, words)
    return _with_unit(words.spread.format(low=low, high=high, average=average), unit)


def _estimated(text: str, exact: bool, words: Wording) -> str:
    return text if exact else words.about.format(value=text)


def _with_unit(text: str, unit: str) -> str:
    return f"{text} {unit}".rstrip()


# Where the author names no values: how many, and how far apart those of a long scale are.
_VALUES = 6
_STEP = 2
# Of more the table would no longer be small.
_MOST_LINES = 6
_NEVER = "–"


@stored
def view_odds(calculator: Calculator, words: Wording) -> OddsView | None:
    """A calculator -> its table; none where nothing can be chosen, or nothing is left to chance."""
    tried = _tried(calculator)
    if not tried:
        return None
    try:
        if len(tried) == 1:
            return _over_one(calculator, *tried[0], words)
        return _over_two(calculator, tried[0], tried[1], words)
    except ProblemError:
        return None  # The check step reports it.


def _over_one(calculator: Calculator, each: Input, values: tuple[object, ...], words: Wording) -> OddsView | None:
    columns = [_told(calculator, {each.name: value}, words) for value in values]
    lines = [label for label in columns[0] if any(column[label] not in (_NEVER, "") for column in columns)]
    lines = [label for label in lines if not calculator.odds.of or label in calculator.odds.of][:_MOST_LINES]
    # A line that says the same in every column tells nothing about the input.
    lines = [label for label in lines if len({column[label] for column in columns}) > 1]
    rows = tuple(OddsRow(label, tuple(column[label] for column in columns)) for label in lines)
    heads = tuple(_head(each, value, words) for value in values)
    return OddsView(_named(each), "", heads, rows) if rows else None


def _over_two(
    calculator: Calculator,
    side: tuple[Input, tuple[object, ...]],
    top: tuple[Input, tuple[object, ...]],
    words: Wording,
) -> OddsView | None:
    (row, row_values), (column, column_values) = side, top
    labels = calculator.odds.of or tuple(_told(calculator, {}, words))[:1]
    if not labels:
        return None
    rows = tuple(
        OddsRow(
            _head(row, value, words),
            tuple(_of(calculator, labels, {row.name: value, column.name: other}, words) for other in column_values),
        )
        for value in row_values
    )
    heads, told = tuple(_head(column, other, words) for other in column_values), listed(list(labels), words.list_or)
    return OddsView(_named(row), _named(column), heads, rows, told)


def _of(calculator: Calculator, labels: tuple[str, ...], given: Mapping[str, object], words: Wording) -> str:
    """What is given -> the chance of any of these outcomes, or what one result is on average."""
    if len(labels) == 1:
        return _told(calculator, given, words)[labels[0]]
    odds = calculator_odds(calculator, given)
    chance = sum((each.chance for each in odds.outcomes if each.outcome and each.outcome.label in labels), Fraction())
    return _said(words.speech.whole_percent(chance) if chance else _NEVER, odds, words)


def _tried(calculator: Calculator) -> list[tuple[Input, tuple[object, ...]]]:
    """-> the inputs of the table with their values: those that the author names, or the first that has some."""
    inputs = {each.name: each for each in calculator.inputs}
    if calculator.odds.by:
        return [(inputs[name], values or tuple(_values(inputs[name]))) for name, values in calculator.odds.by]
    # A number's table shows more than a choice's; those that the sentence names come first.
    order = sorted(calculator.inputs, key=lambda each: (each.kind != "number", not each.main))
    found = ((each, tuple(_values(each))) for each in order)
    return [(each, values) for each, values in found if len(values) > 1][:1]


def _values(each: Input) -> Iterator[object]:
    """An input -> some values around its default, within its bounds; every choice of a few."""
    if each.kind == "choice":
        yield from (choice.name for choice in each.choices[:_VALUES])
    elif each.kind == "flag":
        yield from (False, True)
    elif each.kind == "number" and isinstance(each.default, int) and not isinstance(each.default, bool):
        low, high = _end(each.low, each.default, -1), _end(each.high, each.default, 1)
        step = 1 if high - low < _VALUES else _STEP
        start = max(low, min(each.default - step * (_VALUES // 2), high - step * (_VALUES - 1)))
        yield from range(start, min(high, start + step * (_VALUES - 1)) + 1, step)


def _end(bound: Quantity | None, default: int, side: int) -> int:
    return int(bound) if bound is not None else default + side * _STEP * _VALUES


def _named(each: Input) -> str:
    return f"{each.label} ({each.unit})" if each.unit else each.label


def _head(each: Input, value: object, words: Wording) -> str:
    if each.kind == "flag":
        said = value if isinstance(value, bool) else str(value).strip().lower() in ("yes", "true")
        return words.speech.value(said)
    return str(value).replace("-", "−") if each.kind == "number" else str(value)


def _told(calculator: Calculator, given: Mapping[str, object], words: Wording) -> dict[str, str]:
    """What is given -> by their labels the chance of each outcome, or the average of each result, in order."""
    odds = calculator_odds(calculator, given)
    told = {}
    if len(odds.outcomes) > 1:
        for each in odds.outcomes:
            chance = words.speech.whole_percent(each.chance) if each.chance else _NEVER
            if each.outcome is not None:
                told[each.outcome.label] = _said(chance, odds, words)
    if not told or calculator.odds.of:
        told |= _averages(odds, words)
    return told


def _said(text: str, odds: CalculatorOdds, words: Wording) -> str:
    return text if odds.exact else words.about.format(value=text)


def _averages(odds: CalculatorOdds, words: Wording) -> Iterator[tuple[str, str]]:
    for each in odds.results:
        if (text := _average(each.distribution, words)) is not None:
            yield each.result.label, _said(text, odds, words)


def _average(spread: Distribution | None, words: Wording) -> str | None:
    """What a result can be -> its average, or the chance of a yes; None: it is neither a number nor yes or no."""
    if spread is None:
        return _NEVER
    if any(isinstance(value, bool) for value in spread.outcomes):
        return words.speech.whole_percent(spread.exactly(True))
    return words.speech.decimal(spread.mean, 1) if spread.numeric else None
