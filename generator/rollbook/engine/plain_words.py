"""The Markdown of an outcome -> its words alone: for the log, for ears and for labels.

Nothing is rendered here. What a page shows is made of the same text by the build; this only leaves out the signs.
"""

from __future__ import annotations

import re

from .expression import Expression
from .template import Template

HOLE = "\ue000"  # stands where an expression is filled in; no author can type it
_LINES = re.compile(r"[ \t]*\n\s*")
_SIGNS = (
    (re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)"), r"\1"),
    (re.compile(r"^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+", re.MULTILINE), "• "),
    (re.compile(r"^[ \t]*(?:#{1,6}|>)[ \t]+", re.MULTILINE), ""),
    (re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1", re.DOTALL), r"\2"),
    (re.compile(r"(?<![\w*])\*(?=[^\s*])(.+?)(?<=[^\s*])\*(?![\w*])", re.DOTALL), r"\1"),
    (re.compile(r"(?<!\w)_(?=[^\s_])(.+?)(?<=[^\s_])_(?!\w)", re.DOTALL), r"\1"),
    (re.compile(r"`([^`]+)`"), r"\1"),
)


def plain_words(text: str) -> str:
    """Markdown -> its words in one line; points of a list have a dot before them."""
    for sign, words in _SIGNS:
        text = sign.sub(words, text)
    return _LINES.sub(" ", text).strip(" ")


def with_holes(template: Template) -> str:
    """A template -> its text with a hole for each expression, in order."""
    return "".join([part if isinstance(part, str) else HOLE for part in template.parts])


def without_signs(template: Template) -> Template | None:
    """A template in Markdown -> the same in words alone; itself where it has no signs; None: an address has a hole."""
    marked = with_holes(template)
    plain = plain_words(marked)
    if plain == marked:
        return template
    if plain.count(HOLE) != len(template.expressions):
        return None
    first, *texts = plain.split(HOLE)
    parts: list[str | Expression] = [first]
    for expression, text in zip(template.expressions, texts, strict=True):
        parts += [expression, text]
    return Template(plain.replace(HOLE, "…"), tuple([part for part in parts if part != ""]))
