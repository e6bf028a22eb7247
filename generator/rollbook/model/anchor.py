"""The spots inside a page that an address can name, as its HTML will have them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rollbook.model.allowed_markup import own_id
from rollbook.model.book import Page
from rollbook.model.data_documents import Definition
from rollbook.model.document import blocks as kinds
from rollbook.model.document.blocks import Block
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
        case kinds.TableBlock():
            yield from _own(block.anchor, *block.row_anchors)
        case kinds.Heading() | kinds.RuleMark() | kinds.IndexMark():
            yield from _own(block.anchor)
        case kinds.CalculatorBlock() | kinds.SheetBlock() | kinds.StatBlock():
            yield from _own(block.anchor)
        case kinds.GlossaryBlock():
            for entry in block.entries:
                if entry.anchor:
                    yield Anchor(entry.anchor, entry.anchor, entry.definition)
        case kinds.RawBlock():
            yield from (Anchor(own_id(name), name) for name in block.ids)
        case kinds.Paragraph() | kinds.ListBlock() | kinds.Quote() | kinds.CodeBlock() | kinds.Separator():
            pass
        case kinds.Formula() | kinds.Division() | kinds.PageBreak() | kinds.Directive() | kinds.BookTitle():
            pass
        case kinds.NewsEntry() | kinds.ExampleBlock() | kinds.CoverageBlock() | kinds.ComparisonBlock():
            pass
        case kinds.ReadingBlock() | kinds.IndexBlock() | kinds.BoardBlock() | kinds.TrackerBlock():
            pass
        case kinds.DefinitionList() | kinds.Footnote() | kinds.Figure():
            pass
        case _:
            assert_never(block)
    for line in own_lines(block):
        for tag in inlines_in(line.inlines):
            if isinstance(tag, RawTag):
                yield from (Anchor(own_id(name), name) for name in tag.ids)


def _own(*anchors: str) -> Iterator[Anchor]:
    return (Anchor(anchor, anchor) for anchor in anchors if anchor)
