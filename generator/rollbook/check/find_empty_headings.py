"""Pages -> a problem for each heading without words: it would leave a blank line in every table of contents."""

from __future__ import annotations

from collections.abc import Iterator

from rollbook.model.book import Shelf
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import Heading
from rollbook.model.document.walk import every_block


def find_empty_headings(shelf: Shelf) -> Iterator[Diagnostic]:
    """All books -> their empty headings."""
    for book in shelf.books:
        for page in book.pages:
            for block in every_block(page.blocks):
                if isinstance(block, Heading) and not block.line.plain:
                    message, hint = "this heading has no words", "write them, or remove it"
                    yield Diagnostic("empty-heading", message, block.line.place, hint)
