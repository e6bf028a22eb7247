"""`$coverage` -> the book's rules, what carries each out, and how many examples check it."""

from __future__ import annotations

from collections import Counter

from rollbook.assemble.find_spots import find_spots
from rollbook.model.book import Book
from rollbook.model.coverage import CoverageRow, Player
from rollbook.model.ruleset import rules_applied
from rollbook.model.spot import Spot


def list_coverage(book: Book) -> tuple[CoverageRow, ...]:
    """Every rule with the calculators and tables that carry it out, and the examples that check it."""
    spots = find_spots(book)
    played, checked = _played(book, spots)
    stated = _stated(book, spots)
    # What a table states, such as what may be done when, and what the book's list says is only stated.
    stating = {title.id for file in book.data for title in file.titles if not title.played} | stated.keys()
    return tuple(
        CoverageRow(
            rule,
            (*played.get(rule.id, ()), *stated.get(rule.id, ())),
            checked[rule.id] if checked[rule.id] or rule.id not in stating else None,
        )
        for rule in spots
        if rule.kind == "rule"
    )


def _played(book: Book, spots: tuple[Spot, ...]) -> tuple[dict[str, list[Player]], Counter[str]]:
    """A book and its spots -> for each rule the calculators that carry it out, and how many examples check it."""
    shown = {spot.id: spot.target for spot in spots if spot.kind == "calculator"}
    played: dict[str, list[Player]] = {}
    checked: Counter[str] = Counter()
    for calculator in book.rules.calculators.values():
        for rule, examples in rules_applied(calculator).items():
            played.setdefault(rule, []).append(Player(calculator.title, shown.get(calculator.id)))
            checked[rule] += examples
    return played, checked


def _stated(book: Book, spots: tuple[Spot, ...]) -> dict[str, list[Player]]:
    """A book and its spots -> for each rule the tables that state it."""
    stated: dict[str, list[Player]] = {}
    for spot in spots:
        for rule in dict.fromkeys(book.rules.tables[spot.id].rules) if "table" in spot.kind else ():
            stated.setdefault(rule, []).append(Player(spot.title, spot.target))
    return stated
