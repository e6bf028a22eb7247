"""Pages -> a problem for each heading without words: it would leave a blank line in every table of contents."""

from __future__ import annotations

from collections.abc import Iterator

from rollbook.cache import stored
from rollbook.model.book import Page, Shelf
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import Heading
from rollbook.model.document.walk import every_block


def find_empty_headings(shelf: Shelf) -> Iterator[Diagnostic]:
    """All books -> their empty headings."""
    for book in shelf.books:
        for page in (page for page in book.pages if Heading in page.kinds):
            yield from _empty_on(page)


@stored
def _empty_on(page: Page) -> tuple[Diagnostic, ...]:
    message, hint = "this heading has no words", "write them, or remove it"
    headings = (block for block in every_block(page.blocks) if isinstance(block, Heading))
    empty = (heading.line.place for heading in headings if not heading.line.plain)
    return tuple(Diagnostic("empty-heading", message, place, hint) for place in empty)
