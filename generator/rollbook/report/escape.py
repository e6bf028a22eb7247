"""Text that someone else wrote -> the same text where it can do nothing but be read."""

from __future__ import annotations

import re

# Control characters would let a text move the cursor; direction marks would let it show another order than it has.
_UNSEEN = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def visible(text: str) -> str:
    """Text from a file -> the same length, safe to print: what has no shape of its own gets one; tabs stay."""
    return _UNSEEN.sub(lambda match: chr(0x2400 + ord(match[0])) if ord(match[0]) < 0x20 else "\ufffd", text)


def visible_lines(text: str) -> list[str]:
    """Text -> its lines, each safe to print."""
    return [visible(line) for line in text.split("\n")]


def inert(text: str) -> str:
    """Text -> the same text in Markdown: what has a meaning in a table, in HTML or to GitHub becomes an entity."""
    shown = visible(" ".join(text.split()))
    escaped = re.sub(r"[^\w .,()/-]", lambda match: f"&#{ord(match[0])};", shown).replace("_", "&#95;")
    return re.sub(r"(?i)\bwww\.", lambda match: f"{match[0][:-1]}&#46;", escaped)  # GitHub would make a link of it
