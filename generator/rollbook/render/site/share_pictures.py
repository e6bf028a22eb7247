"""Shelf -> the pictures that others show beside links to its pages: one for the shelf, each book and each chapter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rollbook.model.book import Book, Shelf
from rollbook.model.files import OutputFile
from rollbook.model.spot import Target
from rollbook.render.accent import SHELF_SHADES, accent, emblem
from rollbook.render.address import HOME, address, hashed_name
from rollbook.render.art.share_picture import ShareWords, share_picture
from rollbook.render.site.covers import cover
from rollbook.words import page_words

# A folder of their own: no page asks for them, so that none is kept for reading offline.
SHARE = "static/share"
_SHELF_EMBLEM = "d20"


@dataclass(frozen=True, slots=True)
class SharePictures:
    """The files to write, and the path of each page's picture below the site's root by the page's own."""

    files: tuple[OutputFile, ...]
    paths: Mapping[str, str]


def share_pictures(shelf: Shelf) -> SharePictures:
    """All books -> a picture for every page that can be shared."""
    named = dict(_pictures(shelf))
    paths = {page: hashed_name(f"{SHARE}/{page.removesuffix('.html')}.png", png) for page, png in named.items()}
    return SharePictures(tuple(OutputFile(f"site/{paths[page]}", png) for page, png in named.items()), paths)


def _pictures(shelf: Shelf) -> Iterator[tuple[str, bytes]]:
    settings = shelf.settings
    yield HOME, share_picture(ShareWords("", settings.title, settings.description, ""), _SHELF_EMBLEM, SHELF_SHADES)
    for book in shelf.books:
        yield from _book_pictures(book, settings.title)


def _book_pictures(book: Book, site: str) -> Iterator[tuple[str, bytes]]:
    start = address(Target(book.id))
    face, stamp, shades = cover(book, start), emblem(book), accent(book)
    yield (
        start,
        share_picture(ShareWords(face.edition, book.title, face.subtitle, face.byline or site), stamp, shades),
    )
    words = page_words(book.settings.language)
    numbered = words.chapter if len(book.pages) > 1 else ""
    for number, page in enumerate(book.pages, 1):
        part = words.appendix if page.in_appendix else numbered.format(number=number)
        over = " · ".join(each for each in (book.title, part) if each)
        yield (
            address(Target(book.id, page.id)),
            share_picture(ShareWords(over, page.title, "", site), stamp, shades),
        )
