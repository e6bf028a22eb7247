"""The handbook dialect of Markdown: text -> the document tree. Only this package knows markdown-it's tokens."""

from rollbook.markdown.parsers import MAX_NESTING, cells_in, commonmark_parser
from rollbook.markdown.read_markdown import Locator, OnePlace, blocks_of, read_blocks, read_line
from rollbook.markdown.read_passage import read_passage

__all__ = [
    "MAX_NESTING",
    "Locator",
    "OnePlace",
    "blocks_of",
    "cells_in",
    "commonmark_parser",
    "read_blocks",
    "read_line",
    "read_passage",
]
