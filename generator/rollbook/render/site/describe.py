"""A page -> one or two sentences on it, for search engines and for previews of links."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from rollbook.cache import stored
from rollbook.model.book import Page
from rollbook.model.document.blocks import Paragraph
from rollbook.model.document.walk import every_block

# What search engines show of a description.
_MOST = 160
# A shorter paragraph, such as a lone "See also:", says too little of a page.
_LEAST = 40


@stored
def describe(page: Page) -> str:
    """A page -> its first paragraph that says something, cut at a word; empty where it has no prose."""
    chosen = next((text for text in _paragraphs(page) if len(text) >= _LEAST), next(_paragraphs(page), ""))
    return trimmed(chosen)


def trimmed(text: str) -> str:
    """A text -> no more of it than is shown, cut between two words."""
    if len(text) <= _MOST:
        return text
    cut = text[:_MOST].rpartition(" ")[0] or text[: _MOST - 1]
    return cut.rstrip(" ,;:–—-.") + "…"


def _paragraphs(page: Page) -> Iterator[str]:
    """Paragraphs of the text itself come first; lists and quotations only where there are none."""
    nested = (inner for block in page.blocks if not isinstance(block, Paragraph) for inner in every_block((block,)))
    for block in chain(page.blocks, nested):
        if isinstance(block, Paragraph) and (text := block.line.plain):
            yield text
