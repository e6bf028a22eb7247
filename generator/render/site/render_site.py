"""Shelf -> site: the home page, every book, the page for missing addresses, and the files that they share."""

from __future__ import annotations

from generator.book import Book, Shelf, Target
from generator.output import OutputFile
from generator.render.site.address import HOME, NOT_FOUND, address, link
from generator.render.site.head import Heads
from generator.render.site.render_book import cover, render_book
from generator.render.site.static_files import static_files
from generator.render.site.templates import fill_page
from generator.render.site.views import Card, HomeView
from generator.render.site.words import words


def render_site(shelf: Shelf, with_pdfs: bool, engine: str = "") -> tuple[OutputFile, ...]:
    """All books, whether this build also makes their PDFs, the engine's worker below the root -> all of site/."""
    static = static_files(shelf.books)
    heads = Heads(shelf.settings, static, engine)
    return (
        OutputFile(f"site/{HOME}", _home(shelf, heads)),
        OutputFile(f"site/{NOT_FOUND}", _not_found(shelf, heads)),
        *(file for book in shelf.books for file in render_book(book, heads, with_pdfs)),
        *static.files,
    )


def _home(shelf: Shelf, heads: Heads) -> bytes:
    view = HomeView(
        title=shelf.settings.title,
        description=shelf.settings.description,
        cards=tuple(_card(book) for book in shelf.books),
    )
    return fill_page("home", heads.for_home(), words(shelf.settings.language), view)


def _card(book: Book) -> Card:
    return Card(cover=cover(book), description=book.settings.description, href=link(HOME, address(Target(book.id))))


def _not_found(shelf: Shelf, heads: Heads) -> bytes:
    wording = words(shelf.settings.language)
    return fill_page("not_found", heads.for_not_found(wording.not_found), wording, None)
