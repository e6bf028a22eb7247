"""A calculator's sentence as read: words, and between them what is given, worked out and likely."""

from __future__ import annotations

from ..lean_typing import TypeAlias
from ..nodes import Expression
from ..record import record


@record
class Form:
    """How a value is written. `signed`: +3; `words`: those for yes and no, or what is counted: one foe, many foes."""

    signed: bool = False
    words: tuple[str, ...] = ()


@record
class Given:
    """`{AC}`: what the reader gives, to be changed in place."""

    name: str
    form: Form


@record
class Worked:
    """`{left}`: what the rule works out; from least to most where dice decide. `when`: of the cases where it holds."""

    value: Expression
    when: Expression | None
    form: Form


@record
class Average:
    """`{average damage}`: over the cases in which `when` holds, or over all."""

    value: Expression
    when: Expression | None


@record
class ChanceOfOutcomes:
    """`{chance of Hit or Critical hit}`: outcomes by their index."""

    outcomes: tuple[int, ...]


@record
class ChanceThat:
    """`{chance of attack > AC}`."""

    condition: Expression


@record
class WhatHappens:
    """`{outcome}`: the outcome's own words where only one is possible, else each with its chance."""


Part: TypeAlias = str | Given | Worked | Average | ChanceOfOutcomes | ChanceThat | WhatHappens


@record
class Sentence:
    """Words and values in turn."""

    parts: tuple[Part, ...]
