"""Tokens -> the words that a reader sees."""

from __future__ import annotations

from markdown_it.token import Token


def plain_text(inline: Token) -> str:
    """An inline token -> its text without markup; a line break is a space."""
    pieces = []
    for child in inline.children or ():
        if child.type in ("text", "code_inline", "roll", "term"):
            pieces.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            pieces.append(" ")
        elif child.type == "image":
            pieces.append(plain_text(child))
    return " ".join("".join(pieces).split())
