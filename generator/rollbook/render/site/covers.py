"""A book -> what is on its cover, and what its pages say about its files to take away."""

from __future__ import annotations

from urllib.parse import quote

from rollbook.model.book import Book
from rollbook.model.edition import EDITIONS
from rollbook.model.printing import Pdf
from rollbook.render.accent import emblem
from rollbook.render.address import link
from rollbook.render.site.pictures import picture_path
from rollbook.render.site.views import Cover, Download
from rollbook.words import PageWords, page_words


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


_MEGABYTE = 1_000_000


def downloads(pdfs: tuple[Pdf, ...], words: PageWords) -> tuple[Download, ...]:
    """PDFs that are beside the book's pages, the words of its language -> a link for each."""
    labels = {name: getattr(words, edition.label) for name, edition in EDITIONS.items() if edition.label}
    return tuple(
        Download(labels[pdf.edition], _kind(pdf, words), quote(pdf.name), _size(pdf, words))
        for pdf in pdfs
        if pdf.edition in labels
    )


def _kind(pdf: Pdf, words: PageWords) -> str:
    """What a label doesn't say: an EPUB's own does."""
    return str(words.pdf) if EDITIONS[pdf.edition].suffix == ".pdf" else ""


def _size(pdf: Pdf, words: PageWords) -> str:
    # Even the smallest is said to be a tenth, never nothing.
    megabytes = max(len(pdf.content) / _MEGABYTE, 0.1)
    told = f"{megabytes:.1f}".replace(".", words.speech.say("decimal_mark"))
    if not pdf.pages:
        return words.file_size.format(megabytes=told)
    return words.pdf_size.format(pages=words.pages.format(count=pdf.pages), megabytes=told)
