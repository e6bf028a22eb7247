"""Spots -> what the templates of the index place: a book's by chapter, and how many there are of each kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from rollbook.model.document.blocks import Word
from rollbook.model.spot import Kind, Spot
from rollbook.model.target import Target
from rollbook.render.medium import Medium, Tools
from rollbook.render.widgets.views import LinkView

# In the order in which a game master looks for them: what to work out, what to roll on, what to look up.
_KINDS: dict[Kind, str] = {
    "calculator": "calculator",
    "roll table": "roll-table",
    "table": "table",
    "stat block": "stat-block",
    "record": "record",
    "sheet": "sheet",
}


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A thing to roll, work out or look up. `pin`: what the browser keeps when it is pinned; empty: it cannot be."""

    kind: str
    link: LinkView
    section: str
    pin: str
    tools: Markup


@dataclass(frozen=True, slots=True)
class IndexGroup:
    """The entries of one chapter."""

    chapter: LinkView
    entries: tuple[IndexEntry, ...]


@dataclass(frozen=True, slots=True)
class IndexView:
    """All of a book's, with how many there are of each kind; `pins` are those that a screen starts with."""

    groups: tuple[IndexGroup, ...]
    counts: tuple[tuple[str, int], ...]
    total: int
    pins: str


def view_index(spots: Sequence[Spot], pins: Iterable[Word], medium: Medium, tools: Tools) -> IndexView:
    """Everything that is listed, and what should stand on the screen at first -> the view."""
    counted = Counter(spot.kind for spot in spots)
    groups = groupby(spots, key=lambda spot: (spot.chapter, spot.target.page))
    named = {spot.name: spot for spot in spots if spot.kind != "sheet"}
    pinned = dict.fromkeys(named[word.text] for word in pins if word.text in named)
    return IndexView(
        groups=tuple(_group(list(spots), medium, tools) for _, spots in groups),
        counts=tuple((name, counted[kind]) for kind, name in _KINDS.items() if counted[kind]),
        total=len(spots),
        pins=",".join(f"{_pin(spot)}:{spot.width}" for spot in pinned),
    )


def links_to(spots: Iterable[Spot], medium: Medium) -> tuple[LinkView, ...]:
    """Spots -> links to them, those of this edition."""
    return tuple(LinkView(spot.title, href) for spot in spots if (href := medium.href(spot.target)))


def _group(spots: list[Spot], medium: Medium, tools: Tools) -> IndexGroup:
    chapter = Target(spots[0].target.book, spots[0].target.page)
    link = LinkView(spots[0].chapter, medium.href(chapter))
    return IndexGroup(link, tuple(_entry(spot, medium, tools) for spot in spots))


def _entry(spot: Spot, medium: Medium, tools: Tools) -> IndexEntry:
    pin = _pin(spot)
    return IndexEntry(
        kind=_KINDS[spot.kind],
        link=LinkView(spot.title, medium.href(spot.target)),
        section=spot.section if spot.heading else "",
        pin=pin,
        tools=Markup(tools.pin(pin, spot.title, spot.width)) if pin else Markup(""),
    )


def _pin(spot: Spot) -> str:
    """`calc-attack`, `table-injury`: what the reader's browser keeps; a character sheet is no part of a screen."""
    return "" if spot.kind == "sheet" else spot.name.replace(":", "-", 1)
