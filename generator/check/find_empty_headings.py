"""Pages -> a problem for each heading without words: it would leave a blank line in every table of contents."""

from __future__ import annotations

from collections.abc import Iterator

from generator.book import Shelf
from generator.diagnostic import Diagnostic
from generator.token_text import plain_text


def find_empty_headings(shelf: Shelf) -> Iterator[Diagnostic]:
    """All books -> their empty headings."""
    for book in shelf.books:
        for page in book.pages:
            for opening, inline in zip(page.tokens, page.tokens[1:], strict=False):
                if opening.type == "heading_open" and not plain_text(inline):
                    place = inline.meta["origin"].at(0)
                    yield Diagnostic("empty-heading", "this heading has no words", place, "write them, or remove it")
