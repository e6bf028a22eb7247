"""The handbook dialect of Markdown: text -> the document tree. Only this package knows markdown-it's tokens."""

from __future__ import annotations

from itertools import accumulate
from typing import Protocol

from rollbook.markdown.parsers import MAX_NESTING, cells_in, commonmark_parser
from rollbook.markdown.read_markdown import Locator, OnePlace, blocks_of, read_blocks, read_line
from rollbook.model.document.blocks import Block
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Place, Spelling, line_by_line

__all__ = [
    "MAX_NESTING",
    "Locator",
    "OnePlace",
    "Passage",
    "blocks_of",
    "cells_in",
    "commonmark_parser",
    "read_blocks",
    "read_line",
    "read_passage",
]


class Passage(Protocol):
    """A text that knows where each of its characters stands: a scalar of a YAML file, or a cell of a table."""

    @property
    def text(self) -> str:
        """What it says."""

    def at(self, offset: int, length: int = 1) -> Place:
        """An offset into the text -> its place in the file."""
        ...


def read_passage(passage: Passage, language: str) -> tuple[Block, ...]:
    """Markdown between the quotes or below the key of a YAML file -> blocks as a chapter has them."""
    lines = passage.text.split("\n")
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    blocks, _ = read_blocks(passage.text, _Lines(passage, lines, starts), language)
    return blocks


@dataclass(frozen=True, slots=True)
class _Lines:
    """The lines of a text in a YAML file, and the offset of each."""

    passage: Passage
    lines: list[str]
    starts: list[int]

    def words(self, content: str, line: int) -> Spelling:
        """The content of a block -> where each of its lines begins in the file."""
        places = []
        for number, text in enumerate(content.split("\n"), line):
            whole = self.lines[number] if number < len(self.lines) else ""
            # A quotation's or list's mark stands before the words; an escaped bar in a cell makes them differ.
            offset = self.starts[min(number, len(self.lines))] + max(whole.find(text.strip() or text), 0)
            places.append(self.passage.at(offset))
        return line_by_line(content, places)

    html = words
