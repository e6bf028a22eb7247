"""Expressions, bounds and choices -> as a reader reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rollbook.engine.choices import Choice
from rollbook.engine.expression import Expression
from rollbook.engine.quantity import Quantity
from rollbook.engine.words import number_text
from rollbook.render.widgets.wording import Wording

if TYPE_CHECKING:
    from rollbook.engine.nodes import Value

# A table's rows as choices: beyond these the table itself is the better place to read them.
_MOST_CHOICES = 12


def formula(expression: Expression) -> str:
    """An expression -> its author's words, without the back quotes that names with a space stand in."""
    return " ".join(expression.text.replace("`", "").split())


def value_text(value: Value, words: Wording) -> str:
    """A value -> as it is written in the widget's language."""
    return words.speech.value(value)


def bounds(low: Quantity | None, high: Quantity | None, words: Wording) -> str:
    """The least and the most that a number may be -> in words."""
    if low is not None and high is not None:
        return words.from_to.format(low=number_text(low), high=number_text(high))
    if low is not None:
        return words.at_least.format(low=number_text(low))
    return words.any_number if high is None else words.at_most.format(high=number_text(high))


def listed(names: list[str], last: str) -> str:
    """`a, b or c`; `last` is what stands before the last."""
    return last.join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def choice_names(choices: tuple[Choice, ...], words: Wording) -> str:
    """Choices -> their names in a row; of very many only the first."""
    names = [choice.name for choice in choices]
    if len(names) > _MOST_CHOICES:
        return ", ".join([*names[:_MOST_CHOICES], "…"])
    return listed(names, words.list_or)
