"""How a book reads its source where that is silent, contradicts itself or can be read in two ways."""

from __future__ import annotations

from dataclasses import dataclass

from rollbook.model.source import Place
from rollbook.model.yaml_tree import Scalar

# Either the book decided, or it takes the source's words as they are though they could mean something else.
READINGS = ("ours", "literal")


@dataclass(frozen=True, slots=True)
class RuleName:
    """The id of a rule that a reading or a change is about."""

    id: str
    place: Place


@dataclass(frozen=True, slots=True)
class Reading:
    """One entry of a `readings:` document; its texts are Markdown as written."""

    title: Scalar
    rules: tuple[RuleName, ...]
    reading: str  # one of READINGS
    source: Scalar  # the passage of the source
    why: Scalar
    other: Scalar
    place: Place
