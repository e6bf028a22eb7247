"""A creature, vehicle or spirit: as its data file has it, and what the engine makes of that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rollbook.engine.nodes import Value
from rollbook.model.source import Place
from rollbook.model.yaml_tree import Scalar

# A name as written, and what stands behind its colon.
Said = tuple[Scalar, Scalar]


@dataclass(frozen=True, slots=True)
class WrittenAction:
    """What a creature does: through a calculator of the book, with these inputs; those `asked` a reader may change."""

    name: Scalar
    calculator: Scalar
    given: tuple[Said, ...]
    asked: tuple[Scalar, ...]
    note: Scalar | None


@dataclass(frozen=True, slots=True)
class StatDocument:
    """`stat-block:` as written. `copies` is how many of them there are at first."""

    id: str
    title: Scalar
    note: Scalar | None
    fields: tuple[Said, ...]
    derived: tuple[Said, ...]
    tracks: tuple[Said, ...]
    actions: tuple[WrittenAction, ...]
    copies: int
    text: Scalar | None
    place: Place


@dataclass(frozen=True, slots=True)
class StatTrack:
    """Hit points and the like: their maximum, or the dice that each copy throws for it."""

    name: str
    most: int
    dice: str = ""


@dataclass(frozen=True, slots=True)
class StatAction:
    """An action as it is played: the calculator's id, its inputs as a reader would give them, those to be changed."""

    name: str
    calculator: str
    inputs: Mapping[str, str]
    asked: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StatNumbers:
    """What a stat block comes to: its numbers by name, its tracks, and its actions in order.

    Of an action that could not be read, which has been reported, None is in its place.
    """

    values: Mapping[str, Value]
    tracks: tuple[StatTrack, ...]
    actions: tuple[StatAction | None, ...]
