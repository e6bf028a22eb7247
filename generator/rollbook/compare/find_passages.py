"""A book -> the words of each of its rules: the blocks behind the rule's mark, up to the next mark or heading."""

from __future__ import annotations

from typing import assert_never

from rollbook.model.book import Book
from rollbook.model.comparison import Passage
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
from rollbook.model.document.walk import every_block, own_lines
from rollbook.model.target import Target


def find_passages(book: Book) -> dict[str, Passage]:
    """A book -> its rules by id. A passage ends where the next rule, heading, table or widget begins."""
    found: dict[str, Passage] = {}
    for page in book.pages:
        name, words = "", list[str]()
        for block in every_block(page.blocks):
            if ends_passage(block):
                name, words = (block.id, []) if isinstance(block, RuleMark) else ("", [])
            for line in own_lines(block) if name else ():
                words.append(line.plain)
                target = Target(book.id, page.id, f"rule-{name}")
                found[name] = Passage(" ".join(words), target)
    return found


def ends_passage(block: Block) -> bool:
    """Whether what is said of a rule before this block is not said of it any more."""
    match block:
        case RuleMark() | Heading() | TableBlock() | CalculatorBlock() | ExampleBlock() | SheetBlock():
            return True
        case (
            CoverageBlock()
            | ComparisonBlock()
            | IndexBlock()
            | BoardBlock()
            | TrackerBlock()
            | GlossaryBlock()
            | NewsEntry()
        ):
            return True
        case Footnote() | StatBlock():
            return True
        case Paragraph() | ListBlock() | Quote() | CodeBlock() | Separator() | RawBlock() | Formula() | Division():
            return False
        case Figure() | PageBreak() | BookTitle() | Directive() | IndexMark() | ReadingBlock() | DefinitionList():
            return False
    assert_never(block)
