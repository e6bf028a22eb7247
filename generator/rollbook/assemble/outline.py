"""A page's blocks -> the same with anchors and levels, and the page's contents.

Authors choose levels by their looks and skip some; a screen reader's list of headings and a tagged PDF must not. So
every heading is one level below the heading that it stands under, a widget's title one below its section, and headings
in an author's own HTML are treated alike.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from rollbook.assemble.link_targets import Taken, slug
from rollbook.model.book import Section
from rollbook.model.document import blocks as kinds
from rollbook.model.document.blocks import Block
from rollbook.model.table import Table

_DEEPEST = 6
# Clean HTML, as expand leaves it: a heading's opening tag with its attributes, or its closing one.
_RAW_HEADING = re.compile(r"<(?P<end>/?)h(?P<level>[1-6])(?P<attributes>[^>]*)>")
_CLASS = re.compile(r' class="([^"]*)"')


def outline(blocks: Sequence[Block]) -> tuple[tuple[Block, ...], tuple[Section, ...]]:
    """Blocks of one page -> blocks with anchors and sound levels, and its sections."""
    outliner = _Outliner()
    outlined = tuple(outliner.block(block, nested=False) for block in blocks)
    return outlined, tuple(heading.section() for heading in outliner.path[0].below)


@dataclass(slots=True)
class _Heading:
    written: int  # the level that the author wrote
    level: int  # the level that it has
    title: str
    anchor: str
    below: list[_Heading] = field(default_factory=list)

    def section(self) -> Section:
        return Section(self.level, self.title, self.anchor, tuple(heading.section() for heading in self.below))


@dataclass(slots=True)
class _Outliner:
    """The way through a page: the headings that are open, and the anchors that are taken."""

    path: list[_Heading] = field(default_factory=lambda: [_Heading(1, 1, "", "")])
    taken: Taken = field(default_factory=Taken)
    last: int = 1  # the level of the heading before
    raw: list[int] = field(default_factory=list)  # the levels of an author's own headings that are not closed yet

    def block(self, block: Block, *, nested: bool) -> Block:
        match block:
            case kinds.Heading():
                return self._heading(block, nested)
            case kinds.ListBlock():
                return replace(block, items=tuple(self._inner(item) for item in block.items))
            case kinds.DefinitionList():
                return kinds.DefinitionList(tuple(map(self._definition, block.definitions)))
            case kinds.Quote() | kinds.Division() | kinds.Footnote():
                return replace(block, blocks=self._inner(block.blocks))
            case kinds.NewsEntry():
                return replace(block, heading=self._heading(block.heading, nested), blocks=self._inner(block.blocks))
            case kinds.RawBlock():
                return replace(block, html=self._levelled(block.html))
            case kinds.TableBlock():
                return self._table(block, block.data) if block.data else block
            case kinds.GlossaryBlock():
                return kinds.GlossaryBlock(tuple(self._entry(entry) for entry in block.entries))
            case kinds.RuleMark():
                return replace(block, anchor=self._always(f"rule-{block.id}"))
            case kinds.IndexMark():
                return replace(block, anchor=self.taken.unique("index-entry"))
            case kinds.CalculatorBlock():
                return replace(block, anchor=self._always(f"calc-{block.id}"), level=self._below)
            case kinds.SheetBlock():
                return replace(block, anchor=self._always(f"sheet-{block.id}"), level=self._below)
            case kinds.StatBlock():
                named = replace(block, anchor=self._always(f"stat-block-{block.data.id}"), level=self._below)
                return replace(named, note=self._inner(block.note), text=self._inner(block.text))
            case kinds.IndexBlock() | kinds.BoardBlock() | kinds.TrackerBlock():
                return replace(block, level=self._below)
            case (
                kinds.Figure()
                | kinds.Paragraph()
                | kinds.CodeBlock()
                | kinds.Separator()
                | kinds.Formula()
                | kinds.PageBreak()
                | kinds.BookTitle()
                | kinds.Directive()
            ):
                return block
            case kinds.ExampleBlock() | kinds.ReadingBlock() | kinds.CoverageBlock() | kinds.ComparisonBlock():
                return block
        assert_never(block)

    def _table(self, block: kinds.TableBlock, data: Table) -> kinds.TableBlock:
        """A table of a data file -> the same with its address, and those of its records; and what stands in cells."""
        anchor = self._first(f"table-{data.id}")
        rows = (tuple(replace(cell, blocks=self._inner(cell.blocks)) for cell in row) for row in block.rows)
        records = tuple(self._first(f"record-{data.id}.{key.text}") for key in data.keys)
        return replace(block, anchor=anchor, rows=tuple(rows), row_anchors=records, level=self._below)

    def _definition(self, entry: kinds.DefinitionEntry) -> kinds.DefinitionEntry:
        return replace(entry, meanings=tuple(self._inner(meaning) for meaning in entry.meanings))

    def _inner(self, blocks: Sequence[Block]) -> tuple[Block, ...]:
        return tuple(self.block(block, nested=True) for block in blocks)

    def _heading(self, block: kinds.Heading, nested: bool) -> kinds.Heading:
        self._close(block.level)
        title = block.line.plain
        anchor = self.taken.unique(slug(title) or "section", self.path[-1].anchor)
        heading = _Heading(block.level, self.path[-1].level + 1, title, anchor)
        # A heading inside a list or quotation has an anchor, but is no part of the contents.
        if not nested:
            self.path[-1].below.append(heading)
            self.path.append(heading)
        self.last = min(heading.level, _DEEPEST)
        return kinds.Heading(self.last, block.line, anchor)

    def _close(self, level: int) -> None:
        """A heading of this level comes -> those that it doesn't stand under are closed."""
        while self.path[-1].written >= level and len(self.path) > 1:
            self.path.pop()

    @property
    def _below(self) -> int:
        """One level below the section that stands open."""
        return min(self.path[-1].level + 1, _DEEPEST)

    def _levelled(self, html: str) -> str:
        """Clean HTML -> the same with no level skipped; a class keeps the look of a heading."""
        return _RAW_HEADING.sub(self._level_tag, html) if "<" in html else html

    def _level_tag(self, tag: re.Match[str]) -> str:
        if tag["end"]:
            return f"</h{self.raw.pop() if self.raw else tag['level']}>"
        written = int(tag["level"])
        self.last = min(written, self.last + 1)
        self.raw.append(self.last)
        attributes = tag["attributes"]
        if self.last != written:
            classes = "".join(f"{names} " for names in _CLASS.findall(attributes))
            attributes = f'{_CLASS.sub("", attributes)} class="{classes}looks-h{written}"'
        return f"<h{self.last}{attributes}>"

    def _entry(self, entry: kinds.GlossaryEntry) -> kinds.GlossaryEntry:
        return replace(entry, anchor=self._first(f"term-{slug(entry.definition.name)}"))

    def _first(self, name: str) -> str:
        """An anchor where something is first shown; shown again, it has none."""
        return "" if name in self.taken else self.taken.add(name)

    def _always(self, name: str) -> str:
        """An anchor each time, because its parts need ids. A number would be taken for that of a field."""
        return self.taken.unique(name if name not in self.taken else f"{name}-again")
