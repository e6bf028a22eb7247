"""Words on paper -> where their author wrote them."""

from __future__ import annotations

from generator.book import Page
from generator.source import Place
from generator.token_text import plain_text


def find_words(page: Page, words: str) -> Place:
    """A page and the beginning of some text in it -> the line or cell that says so, or the page itself."""
    wanted = _squeezed(words)
    for token in page.tokens:
        if token.type == "inline" and wanted in _squeezed(plain_text(token)):
            place: Place = token.meta["origin"].at(0)
            return place
    return page.place


def _squeezed(text: str) -> str:
    return "".join(text.split())
