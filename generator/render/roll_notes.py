"""A roll as written -> what can be said of it before anyone rolls: its range, its average, what the reader adds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from generator.engine.browser.present import present_distribution
from generator.engine.free_names import free_names
from generator.engine.names import nodes_in
from generator.engine.nodes import Dice, Expression, Number
from generator.engine.odds import odds
from generator.engine.parse import parse
from generator.engine.problem import ProblemError
from generator.engine.scan import fold
from generator.engine.show import number_text
from generator.engine.table import Table
from generator.engine.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Spread:
    """How far a roll reaches, as it is printed; `low` and `high` are the same where nothing is left to chance."""

    low: str
    high: str
    average: str


@dataclass(frozen=True, slots=True)
class RollNote:
    """What stands beside a roll.

    `spread` counts what the reader adds as 0, and is None where that means nothing (a division by it, a text).
    `asks` are the names that need a value: as the engine calls them -> as the author's text does.
    """

    spread: Spread | None
    asks: Mapping[str, str]
    one_d20: bool  # so that advantage and disadvantage have a meaning


@dataclass(frozen=True, slots=True)
class RollNotes:
    """Makes the notes of one book; the same expression is worked out once."""

    phrases: Mapping[str, str]
    tables: Mapping[str, Table]
    _known: dict[tuple[str, tuple[str, ...]], RollNote] = field(default_factory=dict)

    def note(self, expression: str, names: Sequence[str]) -> RollNote:
        """An expression and the names that only the table knows -> its note."""
        key = (expression, tuple(names))
        if key not in self._known:
            self._known[key] = self._work_out(expression, {name: f"`{name}`" for name in names})
        return self._known[key]

    def _work_out(self, written: str, names: Mapping[str, str]) -> RollNote:
        phrases = {**names, **self.phrases}
        expression = parse(written, Vocabulary(phrases))
        asked = free_names(expression)
        return RollNote(
            spread=self._spread(expression, asked),
            asks={name: _as_written(name, written, phrases) for name in asked},
            one_d20=_is_one_d20(expression),
        )

    def _spread(self, expression: Expression, asked: Sequence[str]) -> Spread | None:
        try:
            spread = odds(expression, dict.fromkeys(asked, 0), self.tables)
        except ProblemError:
            return None
        if not spread.numeric or any(isinstance(outcome, bool) for outcome in spread.weights):
            return None
        low, high = number_text(spread.minimum), number_text(spread.maximum)
        return Spread(low, high, str(present_distribution(spread)["average"]))


def _as_written(name: str, written: str, phrases: Mapping[str, str]) -> str:
    """A name of the engine -> the author's words that brought it into the expression, or else itself."""
    text = " ".join(fold(written).split())
    return next((phrase for phrase in _phrases_for(name, phrases) if " ".join(fold(phrase).split()) in text), name)


def _phrases_for(name: str, phrases: Mapping[str, str]) -> Iterator[str]:
    """A name -> the phrases that stand for it and nothing else, the longest first."""
    own = (phrase for phrase, meaning in phrases.items() if meaning.strip("` ") == name)
    return iter(sorted(own, key=len, reverse=True))


def _is_one_d20(expression: Expression) -> bool:
    dice = [node for node in nodes_in(expression.root) if isinstance(node, Dice)]
    return len(dice) == 1 and _is(dice[0].sides, 20) and (dice[0].count is None or _is(dice[0].count, 1))


def _is(node: object, number: int) -> bool:
    return isinstance(node, Number) and node.value == number
