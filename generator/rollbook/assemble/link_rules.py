"""A book -> the spots that lists and links name; rules and what carries them out -> a link from each to the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from rollbook.cache import reused, stored
from rollbook.model.book import Book, Page, Shelf
from rollbook.model.document.blocks import Block, CalculatorBlock, Heading, RuleMark, SheetBlock, StatBlock, TableBlock
from rollbook.model.document.walk import change_blocks, every_block
from rollbook.model.ruleset import Ruleset, rules_applied
from rollbook.model.spot import Kind, Spot, Target
from rollbook.model.table import DataFile


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


_MOST_LINKS = 2


@dataclass(slots=True)
class _Linker:
    """The calculators of each rule and the rules of each calculator, by id; and the place on the way through a page."""

    calculators: Mapping[str, list[Spot]]
    rules: Mapping[str, list[Spot]]
    here: tuple[str, str] = ("", "")
    led: set[str] = field(default_factory=set)  # calculators that a rule of this section has led to

    def page(self, page: Page) -> Page:
        self._enter(page.id, "")
        return replace(page, blocks=change_blocks(page.blocks, self._block))

    def _block(self, block: Block) -> tuple[Block, ...]:
        match block:
            case Heading():
                self._enter(self.here[0], block.anchor)
            case CalculatorBlock():
                return (replace(block, elsewhere=self._elsewhere(self.rules.get(block.id, []))),)
            case RuleMark():
                known = self.calculators.get(block.id, [])
                elsewhere = self._elsewhere(known)
                # A rule whose calculator stands beside it needs no way to another; one that half the book carries out,
                # such as what an injury costs, would have a list above it: that is what the appendix is for.
                if len(elsewhere) < len(known) or len(known) > _MOST_LINKS:
                    return (replace(block, elsewhere=()),)
                # Nor is a reader led to the same one twice in a section.
                further = tuple(spot for spot in elsewhere if spot.id not in self.led)
                self.led.update(spot.id for spot in further)
                return (replace(block, elsewhere=further),)
        return (block,)

    def _enter(self, page: str, heading: str) -> None:
        self.here, self.led = (page, heading), set()

    def _elsewhere(self, spots: list[Spot]) -> tuple[Spot, ...]:
        return tuple(spot for spot in spots if (spot.target.page, spot.heading) != self.here)


# What `_named` finds something in.
_KINDS = (CalculatorBlock, SheetBlock, StatBlock, RuleMark, TableBlock)


def find_spots(book: Book) -> tuple[Spot, ...]:
    """A book -> its rules, tables, calculators and sheets in reading order. Shown twice, a thing is found once."""
    found: dict[str, Spot] = {}
    for spot in spots_in(book):
        found.setdefault(spot.name, spot)
    return tuple(found.values())


def spots_in(book: Book) -> Iterator[Spot]:
    """A book -> all of them, those that stand in it twice too."""
    for page in (page for page in book.pages if not page.kinds.isdisjoint(_KINDS)):
        yield from _spots_on(page, book.id, book.rules, book.data)


@stored
def _spots_on(page: Page, book: str, rules: Ruleset, data: tuple[DataFile, ...]) -> tuple[Spot, ...]:
    """A page, its book's id, rules and data -> the spots on it."""
    titles = {title.id: title.title for file in data for title in file.titles}
    spots = []
    section, heading = page.title, ""
    for block in every_block(page.blocks):
        if isinstance(block, Heading):
            section, heading = block.line.plain, block.anchor
            continue
        for kind, name, title, anchor in _named(block, rules):
            target = Target(book, page.id, anchor)
            # Only rules have titles in the book's list of rules.
            shown = titles.get(name, title) if kind == "rule" else title
            width = _width(block) if kind != "record" else 1
            spots.append(Spot(kind, name, shown, target, page.title, section, heading, width))
    return tuple(spots)


def _named(block: Block, rules: Ruleset) -> Iterator[tuple[Kind, str, str, str]]:
    """A block -> what of it links can name by an id of its own: kind, id, title and anchor."""
    match block:
        case CalculatorBlock():
            # One that could not be read has been reported; it keeps its place under its id.
            read = rules.calculators.get(block.id)
            yield "calculator", block.id, (read.title if read else "") or block.id, block.anchor
        case SheetBlock():
            sheet = rules.sheets.get(block.id)
            yield "sheet", block.id, (sheet.title if sheet else "") or block.id, block.anchor
        case StatBlock():
            yield "stat block", block.data.id, block.title.plain, block.anchor
        case RuleMark():
            yield "rule", block.id, block.id, block.anchor
        case TableBlock(data=data) if data is not None and block.anchor:
            yield "roll table" if block.roll else "table", data.id, data.title or _readable(data.id), block.anchor
            records = zip(data.keys, block.names, block.row_anchors, strict=True) if data.keys else ()
            for key, name, anchor in records:
                if anchor:
                    yield "record", f"{data.id}.{key.text}", name, anchor


def _width(block: Block) -> int:
    return 2 if isinstance(block, TableBlock) and block.data and block.data.is_wide else 1


def _readable(name: str) -> str:
    return name.replace("-", " ").replace("_", " ").capitalize()
