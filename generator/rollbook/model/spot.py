"""What is in a book and can be found by itself, and the spots of the shelf that a link can lead to."""

from __future__ import annotations

from typing import Literal

from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Place


@dataclass(frozen=True, slots=True)
class Target:
    """No anchor: the top of the page; no page: the book's cover."""

    book: str
    page: str = ""
    anchor: str = ""


def written_link(target: Target, file: str, book: str) -> str:
    """A target, its chapter file, and a book -> the link as a chapter of that book would write it."""
    kind, dash, name = target.anchor.partition("-")
    if dash and kind in ("calc", "rule", "table", "term"):
        return f"{kind}:{name}" if target.book == book else f"{kind}:{target.book}/{name}"
    path = file if target.book == book else f"../{target.book}/{file}".removesuffix("/")
    return f"{path}#{target.anchor}" if target.anchor else path or "../" + book


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """One line of moved.yml: an old address as the browser showed it, and a link as chapters write it."""

    old: str
    old_place: Place
    new: str
    new_place: Place


Kind = Literal["calculator", "roll table", "table", "record", "stat block", "sheet", "rule"]


@dataclass(frozen=True, slots=True)
class Spot:
    """A spot: its name, where it is, and the chapter and heading it comes under."""

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
