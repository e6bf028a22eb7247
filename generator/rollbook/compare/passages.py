"""A book -> the words of each of its rules; two books -> the passages without a rule's id whose words differ."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import assert_never

from rollbook.model.book import Book, Page
from rollbook.model.comparison import Passage, ProseChange
from rollbook.model.document import blocks as kinds
from rollbook.model.document.blocks import Block
from rollbook.model.document.inlines import plain_text
from rollbook.model.document.walk import every_block, own_lines
from rollbook.model.spot import Target


def find_passages(book: Book) -> dict[str, Passage]:
    """A book -> its rules by id. A passage ends where the next rule, heading, table or widget begins."""
    found: dict[str, Passage] = {}
    for page in book.pages:
        name, words = "", list[str]()
        for block in every_block(page.blocks):
            if _ends_passage(block):
                name, words = (block.id, []) if isinstance(block, kinds.RuleMark) else ("", [])
            for line in own_lines(block) if name else ():
                words.append(line.plain)
                target = Target(book.id, page.id, f"rule-{name}")
                found[name] = Passage(" ".join(words), target)
    return found


def _ends_passage(block: Block) -> bool:
    """Whether the passage of a rule before this block ends with it."""
    match block:
        case kinds.RuleMark() | kinds.Heading() | kinds.TableBlock() | kinds.CalculatorBlock() | kinds.ExampleBlock():
            return True
        case kinds.SheetBlock() | kinds.CoverageBlock() | kinds.ComparisonBlock() | kinds.IndexBlock():
            return True
        case kinds.BoardBlock() | kinds.TrackerBlock() | kinds.GlossaryBlock() | kinds.NewsEntry():
            return True
        case kinds.Footnote() | kinds.StatBlock():
            return True
        case kinds.Paragraph() | kinds.ListBlock() | kinds.Quote() | kinds.CodeBlock() | kinds.Separator():
            return False
        case kinds.RawBlock() | kinds.Formula() | kinds.Division() | kinds.Figure() | kinds.PageBreak():
            return False
        case kinds.BookTitle() | kinds.Directive() | kinds.IndexMark() | kinds.ReadingBlock() | kinds.DefinitionList():
            return False
    assert_never(block)


# The section that a passage is in, and its words.
_Passage = tuple[str, str]


def compare_prose(old: Book, new: Book) -> tuple[ProseChange, ...]:
    """The older and the newer book -> their passages that differ, in the order of the newer one."""
    before, after = ({page.id: [*_passages(page)] for page in book.pages} for book in (old, new))
    pages = dict.fromkeys((*after, *before))
    return tuple(change for page in pages for change in _compare(before.get(page, []), after.get(page, [])))


def _passages(page: Page) -> Iterator[_Passage]:
    """A page -> the words of each block that states no rule; tables of data files are compared as tables."""
    section, in_rule = page.title, False
    for block in every_block(page.blocks):
        if isinstance(block, kinds.Heading):
            section = f"{page.title}, {block.line.plain}"
        if _ends_passage(block):
            in_rule = isinstance(block, kinds.RuleMark)
        if in_rule or (isinstance(block, kinds.TableBlock) and block.data):
            continue
        yield from ((section, words) for words in _words(block) if words)


def _words(block: Block) -> Iterator[str]:
    """A block -> its words: each row of a table and each entry of a glossary is a passage of its own."""
    match block:
        case kinds.TableBlock():
            yield from (" | ".join(cell.line.plain for cell in row) for row in (block.head, *block.rows))
        case kinds.GlossaryBlock():
            yield from (f"{entry.title.plain}: {entry.meaning.plain}" for entry in block.entries)
        case kinds.Formula():
            yield plain_text(block.inlines)
        case kinds.CodeBlock():
            yield block.text.strip()
        case _:
            yield from (line.plain for line in own_lines(block))


def _compare(old: list[_Passage], new: list[_Passage]) -> Iterator[ProseChange]:
    before, after = [words for _, words in old], [words for _, words in new]
    for kind, start, end, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        # One against the other, as far as both go; what only one has was added or removed.
        for position in range(max(end - start, last - first)):
            was = old[start + position] if start + position < end else None
            now = new[first + position] if first + position < last else None
            section = (now or was or ("", ""))[0]
            yield ProseChange(section, was[1] if was else "", now[1] if now else "")
