"""A book -> what stands on its cover."""

from __future__ import annotations

from rollbook.model.book import Book
from rollbook.render.address import link
from rollbook.render.emblem import emblem
from rollbook.render.site.pictures import picture_path
from rollbook.render.site.views import Cover
from rollbook.words import page_words


def cover(book: Book, page: str) -> Cover:
    """A book and the address of the page that shows it -> the face of it."""
    settings = book.settings
    authors = ", ".join(settings.authors)
    return Cover(
        book=book.id,
        language=settings.language,
        title=book.title,
        subtitle=settings.subtitle,
        edition=settings.edition,
        byline=page_words(settings.language).by.format(authors=authors) if authors else "",
        emblem=emblem(book),
        picture=link(page, picture_path(book, settings.cover.picture)) if settings.cover.picture else "",
        has_words=settings.cover.words != "no" or not settings.cover.picture,
    )
