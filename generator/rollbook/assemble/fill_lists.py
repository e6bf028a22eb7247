"""Lists that a page asks for -> what they show, made from the whole book, or from two books side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from rollbook.assemble.link_rules import find_spots
from rollbook.cache import stored
from rollbook.compare import compare_books
from rollbook.model.book import Book, Lists, OtherBook, Page, Shelf
from rollbook.model.diagnostic import Diagnostic, closest
from rollbook.model.document import blocks as kinds
from rollbook.model.document.blocks import Block
from rollbook.model.document.walk import change_blocks, every_block
from rollbook.model.ruleset import rules_applied
from rollbook.model.spot import CoverageRow, Player, Spot

_ASKING = (kinds.ComparisonBlock, kinds.CoverageBlock, kinds.IndexBlock, kinds.ReadingBlock)
_FILLED = (kinds.IndexBlock, kinds.ReadingBlock)


def fill_lists(shelf: Shelf) -> tuple[Shelf, list[Diagnostic]]:
    """A shelf whose pages may ask for lists -> the same with what they show, and those that can't be."""
    books = {book.id: book for book in shelf.books}
    found: list[Diagnostic] = []
    filled = tuple(_filled(book, books, found) for book in shelf.books)
    return replace(shelf, books=filled), found


def _filled(book: Book, books: Mapping[str, Book], found: list[Diagnostic]) -> Book:
    asked = [block for page in book.pages for block in _asking(page)]
    names = {block.book.text for block in asked if isinstance(block, kinds.ComparisonBlock)}
    spots = find_spots(book)
    lists = Lists(
        list_coverage(book) if any(isinstance(block, kinds.CoverageBlock) for block in asked) else (),
        tuple(spot for spot in spots if spot.kind != "rule"),
        # Four lists may come from one comparison, and a comparison counts the odds of every changed calculator.
        {name: OtherBook(books[name].title, compare_books(books[name], book)) for name in sorted(names & {*books})},
    )
    found += _without_book(asked, books)
    found += _without_pin(asked, lists.index)
    rules = {spot.id: spot for spot in spots if spot.kind == "rule"}
    pages = (page if page.kinds.isdisjoint(_FILLED) else _page(page, tuple(rules.values())) for page in book.pages)
    return replace(book, pages=tuple(pages), lists=lists)


def _asking(page: Page) -> tuple[Block, ...]:
    """A page -> its blocks that show what only the whole book, or another one, tells."""
    return () if page.kinds.isdisjoint(_ASKING) else _asking_in(page)


@stored
def _asking_in(page: Page) -> tuple[Block, ...]:
    return tuple(block for block in every_block(page.blocks) if isinstance(block, _ASKING))


@stored
def _page(page: Page, spots: tuple[Spot, ...]) -> Page:
    """A page -> the same whose readings lead to their rules, with the screen, if it lists what can be pinned."""
    rules = {spot.id: spot for spot in spots}

    def link(block: Block) -> tuple[Block, ...]:
        if not isinstance(block, kinds.ReadingBlock):
            return (block,)
        # The check reports a rule that isn't there.
        return (replace(block, rules=tuple(rules[rule.id] for rule in block.reading.rules if rule.id in rules)),)

    blocks = change_blocks(page.blocks, link)
    listed = next((block for block in page.blocks if isinstance(block, kinds.IndexBlock)), None)
    if listed is not None:
        # Above the list, below the first words.
        top = next(at for at, block in enumerate(blocks) if isinstance(block, kinds.IndexBlock | kinds.Heading))
        blocks = (*blocks[:top], kinds.BoardBlock(listed.pins, 2), *blocks[top:])
    return replace(page, blocks=blocks)


def _without_book(asked: Iterable[Block], books: Mapping[str, Book]) -> Iterator[Diagnostic]:
    for block in asked:
        if isinstance(block, kinds.ComparisonBlock) and block.book.text not in books:
            name = block.book.text
            hint = closest(name, books) or f"books are {', '.join(sorted(books))}"
            yield Diagnostic("unknown-book", f"there is no book {name!r} to compare with", block.book.place, hint)


def _without_pin(asked: Iterable[Block], listed: Iterable[Spot]) -> Iterator[Diagnostic]:
    """What should be on a screen at first -> those that don't be in the book."""
    named = [spot.name for spot in listed if spot.kind != "sheet"]
    for word in (word for block in asked for word in _pins(block)):
        if word.text not in named:
            hint = closest(word.text, named) or "name a calculator or table that a chapter of this book shows"
            message = f"there is no {word.text!r} in this book to pin"
            yield Diagnostic("unknown-pin", message, word.place, hint)


def _pins(block: Block) -> tuple[kinds.Word, ...]:
    return block.pins if isinstance(block, kinds.IndexBlock) else ()


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
