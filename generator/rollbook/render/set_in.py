"""A book -> what its imprint says of the fonts that its shelf brings along."""

from __future__ import annotations

from rollbook.model.book import Book
from rollbook.words import page_words


def set_in(book: Book) -> tuple[str, ...]:
    """A book -> a sentence for each of its own families, with the licence of it."""
    wording = page_words(book.settings.language).set_in
    return tuple(
        wording.format(face=family.name, licence=family.licence).strip() for family in book.theme.own_fonts.families
    )
