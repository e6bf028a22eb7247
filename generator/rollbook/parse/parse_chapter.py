"""A Markdown file -> a Chapter: blocks with places, directives among them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import field

from rollbook.cache import stored
from rollbook.markdown import MAX_NESTING, cells_in, read_blocks, read_line
from rollbook.model.chapter import Chapter
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import Block, Heading, Paragraph, RawBlock, TableBlock
from rollbook.model.document.walk import change_blocks, every_block, every_line
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Place, Source, Spelling, line_by_line, verbatim
from rollbook.model.yaml_tree import Entry, Mapping, Node, Scalar
from rollbook.parse.find_directives import directive_at_end, directives_in_block, directives_in_line
from rollbook.parse.find_slips import find_slips
from rollbook.parse.read_yaml import read_yaml


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
    marked = (line for line in every_line(blocks) if not line.only_words)
    found += [problem for line in marked for problem in directives_in_line(line)]
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
        if "\n" not in content:  # as every cell
            return verbatim(self._start(content, line))
        return line_by_line(
            content, [self._start(text, number) for number, text in enumerate(content.split("\n"), line)]
        )

    def _start(self, text: str, number: int) -> Place:
        """A line of a block, its number in the file -> where it begins there."""
        whole = self.lines[number] if number < len(self.lines) else ""
        column = whole.find(text.strip() or text, self.cursors.get(number, 0))
        if column < 0:
            # The cell held an escaped bar, or the line a tab that was expanded.
            column = self.cursors.get(number, len(whole) - len(whole.lstrip()))
        self.cursors[number] = column + len(text)
        return Place(self.path, number + 1, column + 1)

    def html(self, content: str, line: int) -> Spelling:
        """Lines of an HTML block begin where its first does: inside a quotation or list all are indented alike."""
        column = max(self.lines[line].find(content.split("\n", 1)[0]), 0) + 1
        numbers = range(content.count("\n") + 1)
        return line_by_line(content, [Place(self.path, line + 1 + number, column) for number in numbers])


def _too_deep(place: Place) -> Diagnostic:
    """Where text is nested so deep that markdown-it would begin to drop it."""
    message = f"lists and quotations are nested more than {MAX_NESTING} levels deep here"
    hint = "move the inner text out of some of its lists or quotations"
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


_FRONT_MATTER = re.compile(r"---[ \t]*\n((?:(?:[\w-]+:|[ \t]|- |#).*\n|\n)+?)---[ \t]*(?:\n|$)")
_NUMBER = re.compile(r"-?[0-9]{1,6}(?:\.[0-9]{1,3})?")
# What others call the same.
_TITLE = ("title",)
_ORDER = ("order", "nav_order", "sidebar_position", "weight")
_HINT = "a chapter may have a title and an order; settings for the whole book go in book.yml"


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What a chapter says of itself. `order`: its position among chapters that book.yml doesn't list."""

    title: Scalar | None = None
    order: float = math.inf

    def add_title(self, blocks: tuple[Block, ...], language: str) -> tuple[Block, ...]:
        """The blocks of the chapter -> the same below its title, unless it has a first-level heading of its own."""
        if self.title is None or any(isinstance(block, Heading) and block.level == 1 for block in blocks):
            return blocks
        return (Heading(1, read_line(self.title.text, self.title.spelling, language)), *blocks)


def read_front_matter(source: Source) -> tuple[FrontMatter, str, list[Diagnostic]]:
    """A chapter -> what is at its top, the text without it, and what in it means nothing.

    Its lines stay, empty, so that every other line keeps its number.
    """
    found = _FRONT_MATTER.match(source.text)
    if found is None:
        return FrontMatter(), source.text, []
    text = "\n" * found[0].count("\n") + source.text[found.end() :]
    documents, problems = read_yaml(Source(source.path, f"---\n{found[1]}", source.name))
    if problems:
        first = problems[0]
        message = f"the settings at the top of this chapter cannot be read: {first.message}"
        return FrontMatter(), text, [Diagnostic("front-matter", message, first.place, first.hint)]
    entries = [entry for document in documents if isinstance(document, Mapping) for entry in document.entries]
    matter = _meaning({entry.key.text.lower(): entry for entry in entries})
    return matter, text, _unread(entries, source.path)


def _meaning(entries: dict[str, Entry]) -> FrontMatter:
    titles = [entries[key].value for key in _TITLE if key in entries]
    orders = [entries[key].value for key in _ORDER if key in entries]
    title = next((node for node in titles if isinstance(node, Scalar) and node.text.strip()), None)
    order = next((number for node in orders if (number := _number(node)) is not None), math.inf)
    return FrontMatter(title, order)


def _number(node: Node) -> float | None:
    return float(node.text) if isinstance(node, Scalar) and _NUMBER.fullmatch(node.text.strip()) else None


def _unread(entries: list[Entry], path: str) -> list[Diagnostic]:
    """The entries -> one warning that names those without a meaning, and one for each that is not as it should be."""
    keys = {entry.key.text.lower(): entry for entry in entries}
    foreign = [entry.key.text for key, entry in keys.items() if key not in (*_TITLE, *_ORDER)]
    problems = []
    if foreign:
        message = f"ignored at the top of a chapter: {', '.join(foreign)}"
        problems.append(Diagnostic("front-matter", message, Place(path, 1, 1, 3), _HINT))
    for key, entry in keys.items():
        if key in _ORDER and _number(entry.value) is None:
            message = f"{entry.key.text!r} must be a number: chapters are sorted by it"
            problems.append(Diagnostic("front-matter", message, entry.value.place, "write 1, 2 and so on"))
        elif key in _TITLE and not isinstance(entry.value, Scalar):
            message = f"{entry.key.text!r} must be text"
            problems.append(Diagnostic("front-matter", message, entry.value.place, "write some text after the colon"))
    return problems
