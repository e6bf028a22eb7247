"""A text in a YAML file that is Markdown -> its tokens, which know where they stand in that file."""

from __future__ import annotations

from markdown_it.token import Token

from generator.markdown import handbook_parser
from generator.spelling import Spelling, line_by_line
from generator.yaml_tree import Scalar


def parse_passage(scalar: Scalar, language: str) -> tuple[Token, ...]:
    """Markdown between the quotes or below the key of a YAML file -> blocks as a chapter has them."""
    tokens = handbook_parser(language).parse(scalar.text)
    for token in tokens:
        if token.type in ("inline", "html_block"):
            token.meta["origin"] = _origin(token, scalar)
    return tuple(tokens)


def _origin(token: Token, scalar: Scalar) -> Spelling:
    """A token -> where each of its lines begins in the file; markdown-it knows which lines of the text they are."""
    assert token.map is not None, "markdown-it maps every block of a text"
    lines = scalar.text.split("\n")
    starts = []
    for number, content in enumerate(token.content.split("\n"), token.map[0]):
        line = lines[number] if number < len(lines) else ""
        before = sum(len(text) + 1 for text in lines[:number])
        # A quotation's or list's mark stands before the words; an escaped bar in a cell makes them differ.
        starts.append(scalar.at(before + max(line.find(content.strip() or content), 0)))
    return line_by_line(token.content, starts)
