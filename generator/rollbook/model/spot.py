"""What stands in a book and can be found by itself: rules, tables, calculators and sheets, each with its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rollbook.model.target import Target

Kind = Literal["calculator", "roll table", "table", "record", "stat block", "sheet", "rule"]


@dataclass(frozen=True, slots=True)
class Spot:
    """One of them: what it is called, where it stands, and the chapter and heading that it stands under."""

    kind: Kind
    id: str
    title: str
    target: Target
    chapter: str
    section: str  # the heading's words; in the first passage of a page the page's title
    heading: str  # the heading's anchor; empty: the page's own
    width: int = 1  # how much of a screen's width it wants, from 1 to 3

    @property
    def name(self) -> str:
        """`calc:attack`, `table:injury`: what a link in a chapter calls it."""
        words = {"calculator": "calc", "roll table": "table", "stat block": "stat-block"}
        return f"{words.get(self.kind, self.kind)}:{self.id}"


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
