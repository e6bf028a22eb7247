"""Rules and the calculators that carry them out -> a link from each to the other, where they don't stand together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from markdown_it.token import Token

from generator.assemble.carried_out import rules_of
from generator.assemble.find_spots import find_spots
from generator.book import Book, Page, Shelf
from generator.spot import Spot


def link_rules(shelf: Shelf) -> Shelf:
    """A shelf -> the same, whose `rule` and `calculator` tokens know their counterparts in other sections."""
    return replace(shelf, books=tuple(_linked(book) for book in shelf.books))


def _linked(book: Book) -> Book:
    spots = find_spots(book)
    calculators = {spot.id: spot for spot in spots if spot.kind == "calculator"}
    rules = {spot.id: spot for spot in spots if spot.kind == "rule"}
    carried = {name: rules_of(read) for name, read in book.rules.calculators.items() if name in calculators}
    played: dict[str, tuple[Spot, ...]] = {
        rule: tuple(calculators[name] for name, done in carried.items() if rule in done) for rule in rules
    }
    doing = {name: tuple(rules[rule] for rule in done if rule in rules) for name, done in carried.items()}
    linker = _Linker({"rule": played, "calculator": doing})
    return replace(book, pages=tuple(linker.page(page) for page in book.pages))


@dataclass(frozen=True, slots=True)
class _Linker:
    """The counterparts of every rule and calculator of a book, by the type of their token and their id."""

    counterparts: Mapping[str, Mapping[str, tuple[Spot, ...]]]

    def page(self, page: Page) -> Page:
        return replace(page, tokens=tuple(self._tokens(page)))

    def _tokens(self, page: Page) -> Iterator[Token]:
        heading = ""
        for token in page.tokens:
            if token.type == "heading_open":
                heading = token.meta["anchor"]
            known = self.counterparts.get(token.type, {}).get(token.info, ())
            elsewhere = tuple(spot for spot in known if (spot.target.page, spot.heading) != (page.id, heading))
            # A rule whose calculator stands beside it needs no way to another.
            if elsewhere and (token.type != "rule" or elsewhere == known):
                token = token.copy()
                token.meta = token.meta | {"elsewhere": elsewhere}
            yield token
