"""A book -> what stands on its cover."""

from __future__ import annotations

import zlib

from rollbook.model.book import Book
from rollbook.render.site.views import Cover
from rollbook.words import page_words

DICE = ("d20", "d12", "d10", "d8", "d6", "d4")


def cover(book: Book) -> Cover:
    """A book -> the face of it; its die stays the same as long as its id does."""
    authors = ", ".join(book.settings.authors)
    return Cover(
        book=book.id,
        language=book.settings.language,
        title=book.title,
        subtitle=book.settings.subtitle,
        edition=book.settings.edition,
        byline=page_words(book.settings.language).by.format(authors=authors) if authors else "",
        die=DICE[zlib.crc32(book.id[::-1].encode()) % len(DICE)],
    )
