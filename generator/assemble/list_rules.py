"""`$coverage` and `$index` -> tables of the book's rules, and of what can be rolled, worked out and looked up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markdown_it.token import Token

from generator.assemble.list_table import Cell, joined, link, list_table, words
from generator.book import Book, Target
from generator.engine.calculator import Calculator
from generator.token_text import plain_text


def list_coverage(book: Book) -> Iterator[Token]:
    """Every rule with its section, the calculators and tables that carry it out, and the examples that check it."""
    spots = list(_spots(book))
    shown = {spot.id: spot for spot in spots if spot.kind == "calculator"}
    rows = []
    for rule in (spot for spot in spots if spot.kind == "rule"):
        carrying = [calculator for calculator in book.rules.calculators.values() if _examples(calculator, rule.id)]
        tables = [spot for spot in spots if "table" in spot.kind and rule.id in book.rules.tables[spot.id].rules]
        doing = [_link(shown[made.id]) if made.id in shown else words(made.title) for made in carrying]
        checked = sum(max(_examples(calculator, rule.id), 0) for calculator in carrying)
        # A rule that a table states, such as what may be done when, leaves nothing to work out.
        said = str(checked) if checked or not tables else "nothing to work out"
        rows.append((_link(rule), words(rule.section), joined([*doing, *map(_link, tables)]), words(said)))
    return list_table(("Rule", "Section", "Played by", "Checked examples"), rows)


def _examples(calculator: Calculator, rule: str) -> int:
    """How many examples of a calculator check a rule: all, or those that name it; 0 if it has nothing to do with it.

    A calculator that carries the rule out but has no example yet is -1, so that it is still listed.
    """
    if rule in calculator.rules:
        return len(calculator.examples) or -1
    return sum(example.rule == rule for example in calculator.examples)


def list_index(book: Book) -> Iterator[Token]:
    """Everything that can be rolled on, worked out or looked up, by kind."""
    kinds = {"calculator": "Calculator", "roll table": "Roll table", "table": "Table", "sheet": "Sheet"}
    found = sorted((spot for spot in _spots(book) if spot.kind in kinds), key=lambda spot: list(kinds).index(spot.kind))
    rows = [(_link(spot), words(kinds[spot.kind]), words(spot.section)) for spot in found]
    return list_table(("Name", "Kind", "Section"), rows)


@dataclass(frozen=True, slots=True)
class _Spot:
    """Something that stands in the book: a rule, table, calculator or sheet, and the heading it stands under."""

    kind: str
    id: str
    title: str
    target: Target
    section: str


def _spots(book: Book) -> Iterator[_Spot]:
    titles = {title.id: title.title for file in book.data for title in file.titles}
    for page in book.pages:
        section = page.title
        for position, token in enumerate(page.tokens):
            if token.type == "heading_open":
                section = plain_text(page.tokens[position + 1])
            elif "anchor" in token.meta:
                target = Target(book.id, page.id, token.meta["anchor"])
                kind, name, title = _named(token, book)
                yield _Spot(kind, name, titles.get(name, title), target, section)


def _named(token: Token, book: Book) -> tuple[str, str, str]:
    """A token with an anchor -> its kind, id and title."""
    if token.type == "calculator":
        # One that could not be read has been reported; it keeps its place under its id.
        read = book.rules.calculators.get(token.info)
        return "calculator", token.info, read.title if read else token.info
    if token.type == "table_open":
        table = token.meta["table"]
        kind = "roll table" if "roll_table" in token.meta else "table"
        return kind, table.id, table.title or table.id.replace("-", " ").capitalize()
    return token.type, token.info, token.info


def _link(spot: _Spot) -> Cell:
    return link(spot.title, spot.target)
