"""The spots inside a page that an address can name, as its HTML will have them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rollbook.model.allowed_markup import own_id
from rollbook.model.book import Page
from rollbook.model.data_documents import Definition
from rollbook.model.document.blocks import (
    Block,
    BoardBlock,
    BookTitle,
    CalculatorBlock,
    CodeBlock,
    ComparisonBlock,
    CoverageBlock,
    DefinitionList,
    Directive,
    Division,
    ExampleBlock,
    Figure,
    Footnote,
    Formula,
    GlossaryBlock,
    Heading,
    IndexBlock,
    IndexMark,
    ListBlock,
    NewsEntry,
    PageBreak,
    Paragraph,
    Quote,
    RawBlock,
    ReadingBlock,
    RuleMark,
    Separator,
    SheetBlock,
    StatBlock,
    TableBlock,
    TrackerBlock,
)
from rollbook.model.document.inlines import RawTag
from rollbook.model.document.walk import every_block, inlines_in, own_lines
from rollbook.model.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Anchor:
    """One of them: its id, what its author calls it, and for a glossary's entry what it explains."""

    id: str
    name: str
    definition: Definition | None = None


def page_anchors(page: Page) -> Iterator[Anchor]:
    """A page -> its anchors in reading order: those that the assemble step gave, and the ids in authors' own HTML."""
    for block in every_block(page.blocks):
        yield from block_anchors(block)


def block_anchors(block: Block) -> Iterator[Anchor]:
    """A block -> its own anchors, not those of blocks in it."""
    match block:
        case TableBlock():
            yield from (Anchor(anchor, anchor) for anchor in (block.anchor, *block.row_anchors) if anchor)
        case Heading() | RuleMark() | IndexMark() | CalculatorBlock() | SheetBlock() | StatBlock():
            if block.anchor:
                yield Anchor(block.anchor, block.anchor)
        case GlossaryBlock():
            for entry in block.entries:
                if entry.anchor:
                    yield Anchor(entry.anchor, entry.anchor, entry.definition)
        case RawBlock():
            yield from (Anchor(own_id(name), name) for name in block.ids)
        case Paragraph() | ListBlock() | Quote() | CodeBlock() | Separator() | Formula() | Division() | PageBreak():
            pass
        case Directive() | BookTitle() | NewsEntry() | ExampleBlock() | CoverageBlock() | ComparisonBlock():
            pass
        case ReadingBlock() | IndexBlock() | BoardBlock() | TrackerBlock() | DefinitionList() | Footnote() | Figure():
            pass
        case _:
            assert_never(block)
    for line in own_lines(block):
        for tag in inlines_in(line.inlines):
            if isinstance(tag, RawTag):
                yield from (Anchor(own_id(name), name) for name in tag.ids)
