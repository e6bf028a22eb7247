"""A calculator's sentence as read: words, and between them what is given, worked out and likely."""

from __future__ import annotations

from ..expression import Expression
from ..frozen import frozen
from ..lean_typing import TypeAlias


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
