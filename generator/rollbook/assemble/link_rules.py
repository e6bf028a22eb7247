"""Rules and the calculators that carry them out -> a link from each to the other, where they don't stand together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rollbook.assemble.find_spots import find_spots
from rollbook.cache import reused, stored
from rollbook.model.book import Book, Page, Shelf
from rollbook.model.document.blocks import Block, CalculatorBlock, Heading, RuleMark
from rollbook.model.document.walk import change_blocks
from rollbook.model.ruleset import Ruleset, rules_applied
from rollbook.model.spot import Spot


def link_rules(shelf: Shelf) -> Shelf:
    """A shelf -> the same, whose rules and calculators know their counterparts in other sections."""
    return replace(shelf, books=tuple(_linked(book) for book in shelf.books))


def _linked(book: Book) -> Book:
    linker = _linker(find_spots(book), book.rules)
    return replace(book, pages=tuple(_linked_page(page, linker) if _links(page) else page for page in book.pages))


def _links(page: Page) -> bool:
    return not page.kinds.isdisjoint((CalculatorBlock, RuleMark))


@reused
def _linker(spots: tuple[Spot, ...], known: Ruleset) -> _Linker:
    """What stands in a book, its rules -> which of them know each other."""
    calculators = {spot.id: spot for spot in spots if spot.kind == "calculator"}
    rules = {spot.id: spot for spot in spots if spot.kind == "rule"}
    applied = {name: rules_applied(read) for name, read in known.calculators.items() if name in calculators}
    played: dict[str, list[Spot]] = {}
    for name, done in applied.items():
        for rule in done:
            played.setdefault(rule, []).append(calculators[name])
    doing = {name: [rules[rule] for rule in done if rule in rules] for name, done in applied.items()}
    return _Linker(played, doing)


@stored
def _linked_page(page: Page, linker: _Linker) -> Page:
    return linker.page(page)


@dataclass(slots=True)
class _Linker:
    """The calculators of each rule and the rules of each calculator, by id; and the place on the way through a page."""

    calculators: Mapping[str, list[Spot]]
    rules: Mapping[str, list[Spot]]
    here: tuple[str, str] = ("", "")

    def page(self, page: Page) -> Page:
        self.here = (page.id, "")
        return replace(page, blocks=change_blocks(page.blocks, self._block))

    def _block(self, block: Block) -> tuple[Block, ...]:
        match block:
            case Heading():
                self.here = (self.here[0], block.anchor)
            case CalculatorBlock():
                return (replace(block, elsewhere=self._elsewhere(self.rules.get(block.id, []))),)
            case RuleMark():
                known = self.calculators.get(block.id, [])
                elsewhere = self._elsewhere(known)
                # A rule whose calculator stands beside it needs no way to another.
                return (replace(block, elsewhere=elsewhere if len(elsewhere) == len(known) else ()),)
        return (block,)

    def _elsewhere(self, spots: list[Spot]) -> tuple[Spot, ...]:
        return tuple(spot for spot in spots if (spot.target.page, spot.heading) != self.here)
