"""Words on paper -> where their author wrote them."""

from __future__ import annotations

from rollbook.model.book import Page
from rollbook.model.document.walk import every_line
from rollbook.model.source import Place


def find_words(page: Page, words: str) -> Place:
    """A page and the beginning of some text in it -> the line or cell that says so, or the page itself."""
    wanted = _squeezed(words)
    found = (line.place for line in every_line(page.blocks) if wanted in _squeezed(line.plain))
    return next(found, page.place)


def _squeezed(text: str) -> str:
    return "".join(text.split())
