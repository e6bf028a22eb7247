"""A reading of the source -> its block; its texts are Markdown, each at a place of its own in the file."""

from __future__ import annotations

from rollbook.markdown import read_line
from rollbook.model.document.blocks import ReadingBlock
from rollbook.model.document.inlines import Line
from rollbook.model.reading import Reading
from rollbook.model.yaml_tree import Scalar


def make_reading(reading: Reading, language: str) -> ReadingBlock:
    """A reading, the book's language -> its block."""
    title, why, other = (_line(text, language) for text in (reading.title, reading.why, reading.other))
    return ReadingBlock(reading, title, why, other)


def _line(scalar: Scalar, language: str) -> Line:
    return read_line(scalar.text.rstrip(), scalar.spelling, language)
