"""The `sentence` of a calculator, or the `text` of an example -> Sentence, every name in it known.

What braces may hold is explained in content/guide/05-rules-as-data.md.
"""

from __future__ import annotations

from ..document import Cursor, meant
from ..expression import Expression, has_dice, named
from ..lean import frozen
from ..nodes import Name
from ..parse import parse
from ..problem import Problem, ProblemError
from ..scope import Scope
from ..template import split_braces
from ..vocabulary import Vocabulary
from . import (
    Average,
    ChanceOfOutcomes,
    ChanceThat,
    Form,
    Given,
    Input,
    Outcome,
    Part,
    Result,
    Sentence,
    WhatHappens,
    Worked,
)

_CHANCE, _AVERAGE, _WHEN = "chance of ", "average ", " when "
_WORDS_HINT = "write {name: words for yes | words for no}"


@frozen
class SentenceReader:
    """The names, results and outcomes that the sentences of one calculator may speak of."""

    vocabulary: Vocabulary
    scope: Scope
    inputs: tuple[Input, ...]
    results: tuple[Result, ...]
    outcomes: tuple[Outcome, ...]

    def read(self, place: Cursor) -> Sentence:
        """The place of a sentence -> the sentence; a brace that cannot be read is reported and left out."""
        parts = [
            piece if isinstance(piece, str) else self._part(_stretch(place, *piece)) for piece in split_braces(place)
        ]
        return Sentence(tuple(part for part in parts if part is not None))

    def _part(self, inside: _Stretch) -> Part | None:
        if inside.text == "outcome":
            return WhatHappens()
        if inside.text.startswith(_CHANCE):
            return self._chance(inside.after(_CHANCE))
        if inside.text.startswith(_AVERAGE):
            value, when = self._value_when(inside.after(_AVERAGE))
            return None if value is None else Average(value, when)
        return self._value(*inside.split(":"))

    def _value(self, inside: _Stretch, form: _Stretch | None) -> Part | None:
        value, when = self._value_when(inside)
        if value is None:
            return None
        given = next((each for each in self.inputs if each.name == _name(value)), None)
        written = _read_form(form, given.kind if given else "worked out") if form else Form()
        if given is None:
            return Worked(value, when, written)
        if given.kind == "flag" and not written.words:
            inside.report("no-words", f"“{given.name}” is yes or no: the sentence needs words for both", _WORDS_HINT)
        return Given(given.name, written)

    def _value_when(self, inside: _Stretch) -> tuple[Expression | None, Expression | None]:
        """`damage`, `damage when hit` -> the value, and when it counts: as said here, or as its result says."""
        value, condition = inside.split(_WHEN)
        read = self._expression(value)
        if condition is not None:
            return read, self._expression(condition)
        result = next((each for each in self.results if read and each.name == _name(read)), None)
        return read, result.when if result else None

    def _chance(self, inside: _Stretch) -> Part | None:
        """Labels as written count first: of a step `hit` and an outcome `Hit`, each is reached by its own letter."""
        labels = {each.label: index for index, each in enumerate(self.outcomes)}
        if inside.text in labels:
            return ChanceOfOutcomes((labels[inside.text],))
        condition = self._condition(inside)
        if isinstance(condition, Expression):
            return ChanceThat(condition)
        folded = {label.casefold(): index for label, index in labels.items()}
        words = [word.strip() for word in inside.text.replace(",", " or ").split(" or ")]
        wrong = [word for word in words if word.casefold() not in folded]
        if not wrong:
            return ChanceOfOutcomes(tuple(folded[word.casefold()] for word in words))
        if condition:
            inside.place.problems.extend(condition)
        else:
            hint = meant(wrong[0], [*labels, *self.scope.names])
            inside.report("unknown-outcome", f"no outcome and no step is called “{wrong[0]}”", hint)
        return None

    def _condition(self, inside: _Stretch) -> Expression | list[Problem]:
        """What a chance is asked of -> the condition that it is, or what is wrong in it; nothing if it is words."""
        asked = Cursor(inside.place.data, inside.place.path, [])
        read = self._expression(_Stretch(asked, inside.text, inside.start))
        if read is None or (asked.problems and _name(read)):
            return []
        return asked.problems or read

    def _expression(self, inside: _Stretch) -> Expression | None:
        if inside.text in self.scope.names:
            return named(inside.text)
        try:
            read = parse(inside.text, self.vocabulary)
        except ProblemError as error:
            found, start = error.problem, inside.start
            inside.place.adopt(
                Problem(found.code, found.message, start + found.start, start + found.end, found.suggestion)
            )
            return None
        if has_dice(read.root):
            inside.report("dice-here", "a sentence can't throw dice", "throw them in a step, and name it here")
        return self.scope.check(read, inside.place, inside.start)


def _read_form(inside: _Stretch, kind: str) -> Form:
    """`+`, or `one | many` -> how the value is written."""
    number = kind in ("number", "worked out")
    if inside.text == "+" and number:
        return Form(True)
    words = tuple(word.strip() for word in inside.text.split("|"))
    if len(words) == 2 and all(words) and (number or kind == "flag"):
        return Form(False, words)
    ways = {"flag": _WORDS_HINT, "choice": "write its name alone", "dice": "write its name alone"}
    hint = ways.get(kind, "write + for a signed number, or “one | many” for what is counted")
    inside.report("bad-form", f"“{inside.text}” is not a way to write this value", hint)
    return Form()


def _name(expression: Expression) -> str:
    """An expression -> the name that it is; empty where it is more than a name."""
    return expression.root.name if isinstance(expression.root, Name) else ""


@frozen
class _Stretch:
    """A part of a sentence without the spaces around it, and the column of the place's text at which it starts."""

    place: Cursor
    text: str
    start: int

    def after(self, opening: str) -> _Stretch:
        return _stretch(self.place, self.start + len(opening), self.start + len(self.text))

    def split(self, mark: str) -> tuple[_Stretch, _Stretch | None]:
        before, found, _ = self.text.partition(mark)
        if not found:
            return self, None
        middle = self.start + len(before)
        return _stretch(self.place, self.start, middle), self.after(before + mark)

    def report(self, code: str, message: str, hint: str) -> None:
        self.place.report(code, message, hint, self.start, self.start + len(self.text))


def _stretch(place: Cursor, start: int, end: int) -> _Stretch:
    text = place.text()[start:end]
    return _Stretch(place, text.strip(), start + len(text) - len(text.lstrip()))
