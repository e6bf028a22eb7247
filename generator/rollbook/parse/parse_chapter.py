"""A Markdown file -> a Chapter: blocks with places, directives among them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rollbook.cache import stored
from rollbook.markdown import MAX_NESTING, cells_in, read_blocks
from rollbook.model.chapter import Chapter
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import Block, Paragraph, RawBlock, TableBlock
from rollbook.model.document.walk import change_blocks, every_block, every_line
from rollbook.model.source import Place, Source
from rollbook.model.spelling import Spelling, line_by_line
from rollbook.parse.find_directives import directive_at_end, directives_in_block, directives_in_line
from rollbook.parse.find_slips import find_slips
from rollbook.parse.read_front_matter import read_front_matter


@stored
def parse_chapter(source: Source, language: str) -> tuple[Chapter, tuple[Diagnostic, ...]]:
    """One Markdown file, the language of its book -> its Chapter, and what is wrong in it."""
    lines = source.lines
    matter, text, unread = read_front_matter(source)
    blocks, deep = read_blocks(text, _Lines(source.path, lines), language)
    found = [*unread, *find_slips(blocks, lines)]

    def split(block: Block) -> tuple[Block, ...]:
        if isinstance(block, Paragraph):
            return directive_at_end(block)
        if not isinstance(block, RawBlock):
            return (block,)
        pieces, problems = directives_in_block(block)
        found.extend(problems)
        return pieces

    blocks = change_blocks(blocks, split)
    found += [problem for line in every_line(blocks) for problem in directives_in_line(line)]
    found += [_too_deep(Place(source.path, line + 1)) for line in deep]
    found += _surplus_cells(blocks, lines)
    return Chapter(source.name, source.path, matter.add_title(blocks, language), matter.order), tuple(found)


@dataclass(frozen=True, slots=True)
class _Lines:
    """The lines of a file. `cursors` tells the cells of one table row apart: what was found in a line lies behind."""

    path: str
    lines: list[str]
    cursors: dict[int, int] = field(default_factory=dict)

    def words(self, content: str, line: int) -> Spelling:
        """The words of a block -> where each of its lines begins."""
        starts = []
        for number, text in enumerate(content.split("\n"), line):
            whole = self.lines[number] if number < len(self.lines) else ""
            column = whole.find(text.strip() or text, self.cursors.get(number, 0))
            if column < 0:
                # The cell held an escaped bar, or the line a tab that was expanded.
                column = self.cursors.get(number, len(whole) - len(whole.lstrip()))
            self.cursors[number] = column + len(text)
            starts.append(Place(self.path, number + 1, column + 1))
        return line_by_line(content, starts)

    def html(self, content: str, line: int) -> Spelling:
        """Lines of an HTML block begin where its first does: inside a quotation or list all are indented alike."""
        column = max(self.lines[line].find(content.split("\n", 1)[0]), 0) + 1
        numbers = range(content.count("\n") + 1)
        return line_by_line(content, [Place(self.path, line + 1 + number, column) for number in numbers])


def _too_deep(place: Place) -> Diagnostic:
    """Where text is nested so deep that markdown-it would begin to drop it."""
    message = f"lists and quotations are nested more than {MAX_NESTING} levels deep here"
    hint = "take the inner text out of some of its lists or quotations"
    return Diagnostic("nested-too-deep", message, place, hint)


def _surplus_cells(blocks: tuple[Block, ...], lines: list[str]) -> Iterator[Diagnostic]:
    """Rows of pipe tables with more cells than their header -> a warning that names what is left out."""
    for table in every_block(blocks):
        if not isinstance(table, TableBlock):
            continue
        width = len(cells_in(lines[table.place.line - 1]))
        for row in table.rows:
            place = row[0].line.place
            line = lines[place.line - 1]
            if _most_cells(line.strip()) <= width:
                continue
            cells = cells_in(line)
            if len(cells) > width:
                surplus = " | ".join(cell.strip() for cell in cells[width:]).strip(" |")
                left_out = f"; left out: {surplus}" if surplus else ""
                yield Diagnostic(
                    "cell-count",
                    f"this row has {len(cells)} cells, but its header has {width}{left_out}",
                    Place(place.file, place.line, len(line) - len(line.lstrip()) + 1, len(line.strip())),
                    "remove the extra cells, or add columns to the header",
                )


def _most_cells(row: str) -> int:
    """A row -> how many cells it has at most: a bar may be escaped, and then it divides nothing."""
    return row.count("|") + 1 - row.startswith("|") - row.endswith("|")
