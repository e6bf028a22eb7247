"""A calculator as read: what a reader puts in, the steps, what is shown, its sentence, and the examples that must come
out."""

from __future__ import annotations

from collections.abc import Mapping

from ..choices import Choice
from ..document import Path
from ..expression import Expression
from ..lean import Memo, TypeAlias, frozen
from ..nodes import Value
from ..quantity import Quantity
from ..table import GameTable
from ..template import Template


@frozen
class Form:
    """How a value is written. `signed`: +3; `words`: those for yes and no, or what is counted: one foe, many foes."""

    signed: bool = False
    words: tuple[str, ...] = ()


@frozen
class Given:
    """`{AC}`: what the reader gives, to be changed in place."""

    name: str
    form: Form


@frozen
class Worked:
    """`{left}`: what the rule works out; from least to most where dice decide. `when`: of the cases where it holds."""

    value: Expression
    when: Expression | None
    form: Form


@frozen
class Average:
    """`{average damage}`: over the cases in which `when` holds, or over all."""

    value: Expression
    when: Expression | None


@frozen
class ChanceOfOutcomes:
    """`{chance of Hit or Critical hit}`: outcomes by their index."""

    outcomes: tuple[int, ...]


@frozen
class ChanceThat:
    """`{chance of attack > AC}`."""

    condition: Expression


@frozen
class WhatHappens:
    """`{outcome}`: the outcome's own words where only one is possible, else each with its chance."""


Part: TypeAlias = str | Given | Worked | Average | ChanceOfOutcomes | ChanceThat | WhatHappens


@frozen
class Sentence:
    """Words and values in turn."""

    parts: tuple[Part, ...]


# Steps may wait for one another, and outcomes are tried one inside the other: this keeps both within a browser's stack.
MOST_ENTRIES = 60
KINDS = ("number", "choice", "flag", "dice")
# What stands for a calculator on paper.
PRINTED = ("sentence", "odds", "formula", "no")


@frozen
class Input:
    """What a reader gives. `name` is what expressions say; `source` is what fills it in from the reader's sheet: the
    name of one of its values, or an expression of them and of the inputs before this one. `main`: it belongs in the
    sentence where the author wrote none. `label` is words alone; `rich_label` the same in Markdown, where that says
    more: so it is of everything that has a label."""

    name: str
    label: str
    kind: str
    low: Quantity | None
    high: Quantity | None
    default: Value
    choices: tuple[Choice, ...]
    source: Expression | None
    unit: str
    note: str
    main: bool
    rich_label: str = ""

    @property
    def parts(self) -> tuple[str, ...]:
        """The columns that any of the choices has, in the order in which they first appear."""
        return tuple(dict.fromkeys(name for choice in self.choices for name, _ in choice.parts))


@frozen
class Step:
    """One thing to work out; later steps, results and outcomes call it by its name. `path`: where it is written."""

    name: str
    expression: Expression
    path: Path


@frozen
class Result:
    """A value to show under its label, if `when` holds; without `when`, always."""

    name: str
    label: str
    value: Expression
    when: Expression | None
    unit: str
    rich_label: str = ""


@frozen
class Outcome:
    """What the rule says happened, if `when` holds; without `when`, otherwise. `label` names it in the odds.

    `text` is its words alone; `markdown` the same as written, where that says more."""

    label: str
    when: Expression | None
    text: Template
    markdown: Template | None = None
    rich_label: str = ""


@frozen
class Change:
    """What a run may do to a track of the reader's sheet, if `when` holds: move it `by` so much, or `to` a number."""

    track: str
    by: Expression | None
    to: Expression | None
    when: Expression | None


@frozen
class Example:
    """Given inputs and faces, what must come out; `expect` holds steps and `outcome` the whole sentence.

    `text` tells it in the book's own voice; `shown` is False for one that only tests. `keys` has each name as its
    author wrote it, so that a problem can point there.
    """

    title: str
    given: Mapping[str, object]
    faces: tuple[int, ...]
    expect: Mapping[str, Value]
    outcome: str | None
    rule: str
    keys: Mapping[str, str]
    text: Sentence | None
    shown: bool


@frozen
class OddsTable:
    """What a table of chances is made over: one or two inputs with the values to try, and `of` what it tells, by their
    labels. Nothing: as suits the calculator."""

    by: tuple[tuple[str, tuple[object, ...]], ...] = ()
    of: tuple[str, ...] = ()


@frozen
class Calculator(Memo):
    """A rule that can be carried out. `rules` are the ids of the rules that it does; `sentence` is how it reads in a
    chapter, None where its author wrote none; `printed` what stands for it on paper, `odds` its table there."""

    id: str
    title: str
    rules: tuple[str, ...]
    note: str
    sentence: Sentence | None
    printed: str
    inputs: tuple[Input, ...]
    steps: tuple[Step, ...]
    results: tuple[Result, ...]
    outcomes: tuple[Outcome, ...]
    examples: tuple[Example, ...]
    tables: Mapping[str, GameTable]
    changes: tuple[Change, ...] = ()
    odds: OddsTable = OddsTable()
