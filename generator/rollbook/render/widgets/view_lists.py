"""`$coverage`, `$compare` and `$index` -> what their templates place: titles, rows of cells, spots by chapter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from markupsafe import Markup

from rollbook.model.book import Book, OtherBook
from rollbook.model.comparison import (
    NOTHING,
    Comparison,
    Passage,
    RuleChange,
    formula_rows,
    mark_changes,
    odds_rows,
    table_rows,
)
from rollbook.model.document.blocks import Word
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.spot import CoverageRow, Kind, Player, Spot, Target
from rollbook.render.medium import Medium, Tools
from rollbook.render.widgets.wording import Wording


@dataclass(frozen=True, slots=True)
class LinkView:
    """Words and where they lead; no `href`: this edition doesn't hold it. `mark`: del or ins, if they were changed."""

    words: str
    href: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class ListView:
    """A table that the build makes by itself; `empty` is said where it has no rows, `summary` above them.

    Of `is_pair` the first column names what the two others show: side by side, or stacked on a phone.
    """

    titles: tuple[str, ...]
    rows: tuple[tuple[tuple[LinkView, ...], ...], ...]
    empty: str = ""
    summary: str = ""
    is_pair: bool = False


Cell = tuple[LinkView, ...]


def view_coverage(rows: Sequence[CoverageRow], words: Wording, medium: Medium) -> ListView:
    """The rules of a book and what carries them out -> the view; rules that only state something are counted apart."""
    titles = (words.coverage_rule, words.coverage_section, words.coverage_played, words.coverage_checked)
    # What a calculator names and no example plays counts as neither.
    checked = [row.checked for row in rows if row.checked]
    stated = sum(row.checked is None for row in rows)
    summary = words.coverage_summary.format(played=len(checked), examples=sum(checked), stated=stated)
    return ListView(titles, tuple(_coverage(row, words, medium) for row in rows), summary=summary)


def _coverage(row: CoverageRow, words: Wording, medium: Medium) -> tuple[Cell, ...]:
    rule = Player(row.rule.title, row.rule.target)
    players = tuple(link for player in row.players for link in (*_text(", "), _link(player, medium)))[1:]
    checked = words.coverage_nothing if row.checked is None else str(row.checked)
    nobody = _text(NOTHING if row.checked is None else "")
    return ((_link(rule, medium),), _text(row.rule.section), players or nobody, _text(checked))


def view_comparison(subject: str, other: OtherBook, book: Book, words: Wording, medium: Medium) -> ListView:
    """What to compare, the other book, this one -> the view; without rows where nothing changed."""
    title = getattr(words, f"compare_{subject}")
    rows = tuple(_rows(subject, other.changes, medium))
    return ListView((title, other.title, book.title), rows, words.compare_same, is_pair=True)


def _rows(subject: str, changes: Comparison, medium: Medium) -> Iterable[tuple[Cell, ...]]:
    if subject == "rules":
        return [(_text(rule.title), *_passages(rule, medium)) for rule in changes.rules]
    rows = {"tables": table_rows, "formulas": formula_rows, "odds": odds_rows}[subject]
    return [(_text(what), *_marked(old, new)) for what, old, new in rows(changes)]


def _passages(rule: RuleChange, medium: Medium) -> tuple[Cell, Cell]:
    """A rule that differs -> its words in both books, the changed ones marked, each with the way there."""
    old, new = rule.old.text if rule.old else NOTHING, rule.new.text if rule.new else NOTHING
    before, after = _marked(old, new)
    return (*before, *_way(rule.old, medium)), (*after, *_way(rule.new, medium))


def _marked(old: str, new: str) -> tuple[Cell, Cell]:
    before, after = mark_changes(old, new)
    return (
        tuple(LinkView(each.words, "", "del" if each.changed else "") for each in before),
        tuple(LinkView(each.words, "", "ins" if each.changed else "") for each in after),
    )


def _way(passage: Passage | None, medium: Medium) -> Cell:
    return (LinkView(" ", ""), LinkView("→", medium.href(passage.target))) if passage else ()


def _link(player: Player, medium: Medium) -> LinkView:
    return LinkView(player.title, medium.href(player.target) if player.target else "")


def _text(words: str) -> Cell:
    return (LinkView(words, ""),)


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
    """Everything that is listed, and what should be on the screen at first -> the view."""
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
