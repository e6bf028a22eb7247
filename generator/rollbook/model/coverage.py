"""Which rules of a book are played, and how well that is checked."""

from __future__ import annotations

from dataclasses import dataclass

from rollbook.model.spot import Spot
from rollbook.model.target import Target


@dataclass(frozen=True, slots=True)
class Player:
    """A calculator or table that carries a rule out; no target where no page shows it."""

    title: str
    target: Target | None


@dataclass(frozen=True, slots=True)
class CoverageRow:
    """A rule, what carries it out, and how many examples check that; None where there is nothing to work out."""

    rule: Spot
    players: tuple[Player, ...]
    checked: int | None
