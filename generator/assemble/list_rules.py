"""`$coverage` -> a table of the book's rules, what carries each out, and how many examples check it."""

from __future__ import annotations

from collections.abc import Iterator

from markdown_it.token import Token

from generator.assemble.carried_out import examples_of
from generator.assemble.find_spots import find_spots
from generator.assemble.list_table import Cell, joined, link, list_table, words
from generator.book import Book
from generator.spot import Spot


def list_coverage(book: Book) -> Iterator[Token]:
    """Every rule with its section, the calculators and tables that carry it out, and the examples that check it."""
    spots = find_spots(book)
    shown = {spot.id: spot for spot in spots if spot.kind == "calculator"}
    rows = []
    for rule in (spot for spot in spots if spot.kind == "rule"):
        carrying = [calculator for calculator in book.rules.calculators.values() if examples_of(calculator, rule.id)]
        tables = [spot for spot in spots if "table" in spot.kind and rule.id in book.rules.tables[spot.id].rules]
        doing = [_link(shown[made.id]) if made.id in shown else words(made.title) for made in carrying]
        checked = sum(max(examples_of(calculator, rule.id), 0) for calculator in carrying)
        # A rule that a table states, such as what may be done when, leaves nothing to work out.
        said = str(checked) if checked or not tables else "nothing to work out"
        rows.append((_link(rule), words(rule.section), joined([*doing, *map(_link, tables)]), words(said)))
    return list_table(("Rule", "Section", "Played by", "Checked examples"), rows)


def _link(spot: Spot) -> Cell:
    return link(spot.title, spot.target)
