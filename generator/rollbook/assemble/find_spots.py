"""A book -> the spots in it that lists and links name: each thing where it stands first."""

from __future__ import annotations

from collections.abc import Iterator

from rollbook.cache import stored
from rollbook.model.book import Book, Page
from rollbook.model.document.blocks import Block, CalculatorBlock, Heading, RuleMark, SheetBlock, StatBlock, TableBlock
from rollbook.model.document.walk import every_block
from rollbook.model.ruleset import Ruleset
from rollbook.model.spot import Kind, Spot
from rollbook.model.table import DataFile
from rollbook.model.target import Target

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
