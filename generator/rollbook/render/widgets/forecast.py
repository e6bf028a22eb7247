"""Calculator -> what its defaults lead to: the range and average of each result, the chance of each outcome."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from rollbook.cache import stored
from rollbook.engine.calculator import Calculator, calculator_odds
from rollbook.engine.distribution import Distribution
from rollbook.engine.problem import ProblemError
from rollbook.engine.words import number_text
from rollbook.render.widgets.wording import Wording

# Of more texts than these a list would no longer be read.
_MOST_TEXTS = 6


@dataclass(frozen=True, slots=True)
class Forecast:
    """What comes out at the defaults, in words: results by name, outcomes in order (one more: none of them);
    `impossible`: the places of those that never come up."""

    results: Mapping[str, str]
    outcomes: tuple[str, ...]
    impossible: frozenset[int] = frozenset()


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
    return Forecast(results, outcomes if len(calculator.outcomes) > 1 else (), never)


def _result(spread: Distribution | None, unit: str, exact: bool, words: Wording) -> str:
    if spread is None:
        return words.never
    values = [value for value in spread.outcomes if not isinstance(value, tuple)]
    if len(values) == 1:
        return _with_unit(words.always.format(value=words.speech.value(values[0])), unit)
    if any(isinstance(value, bool) for value in values):
        percent = words.speech.percent(_chance(spread, True))
        return words.chance_yes.format(percent=_estimated(percent, exact, words))
    if not spread.numeric:
        texts = [words.speech.value(value) for value in values[:_MOST_TEXTS]]
        return words.list_or.join([", ".join(texts[:-1]), texts[-1]] if len(values) <= _MOST_TEXTS else [*texts, "…"])
    low, high = number_text(spread.minimum), number_text(spread.maximum)
    average = _estimated(words.speech.decimal(spread.mean), exact, words)
    return _with_unit(words.spread.format(low=low, high=high, average=average), unit)


def _chance(spread: Distribution, value: bool) -> Fraction:
    return spread.exactly(value)


def _estimated(text: str, exact: bool, words: Wording) -> str:
    return text if exact else words.about.format(value=text)


def _with_unit(text: str, unit: str) -> str:
    return f"{text} {unit}".rstrip()
