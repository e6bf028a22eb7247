"""Shelf -> the files of its site: the home page, every book, the page for missing addresses, and what they share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rollbook.model.book import Book, Shelf
from rollbook.model.document.blocks import BoardBlock
from rollbook.model.files import OutputFile, PendingFile
from rollbook.model.printing import Pdf
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.spot import Target
from rollbook.model.toolkit import Toolkit
from rollbook.render.accent import SHELF_SHADES, accent, emblem
from rollbook.render.address import HOME, NOT_FOUND, address, hashed_name, link
from rollbook.render.browser import render_browser
from rollbook.render.medium import shown_on_site
from rollbook.render.resize import resize_ahead
from rollbook.render.roll_notes import notes_allowance
from rollbook.render.site.head import Heads, host_files, web_manifest
from rollbook.render.site.moved import moved, moved_pages
from rollbook.render.site.pictures import shared_pictures
from rollbook.render.site.published import feeds, has_feed, published, sitemap
from rollbook.render.site.render_book import cover, render_book
from rollbook.render.site.sharing import Sharing
from rollbook.render.site.static_files import licences, static_files
from rollbook.render.site.views import Card, HomeView, Link, fill_page
from rollbook.words import page_words


def site_files(
    shelf: Shelf, pdfs: Mapping[str, tuple[Pdf, ...]], toolkit: Toolkit
) -> tuple[OutputFile | PendingFile, ...]:
    """All books, their PDFs by the book's id, the toolkit -> the site but for its search, its chapters pending."""
    shelf = shown_on_site(shelf)
    static = static_files(shelf, toolkit)
    browser = render_browser(toolkit.engine)
    manifest = web_manifest(shelf, toolkit.icons)
    # No sooner than the first that asks for pictures: another process may still be at them.
    resize_ahead(asset for book in shelf.books for asset in book.assets)
    sharing, shared = _sharing_files(shelf)
    moves = moved(shelf)
    allowance = notes_allowance()
    terms = licences(shelf)
    heads = Heads(shelf.settings, shelf.theme, static, browser.worker, manifest.touch_icon, sharing)
    return (
        OutputFile(f"site/{HOME}", _home(shelf, heads, terms)),
        OutputFile(f"site/{NOT_FOUND}", _not_found(shelf, heads)),
        *(file for book in shelf.books for file in render_book(book, heads, moves, pdfs.get(book.id, ()), allowance)),
        *moved_pages(moves, heads),
        *static.files,
        *shared_pictures(shelf.books),
        *manifest.files,
        *host_files(),
        terms,
        *shared,
        *browser.files,
    )


def _sharing_files(shelf: Shelf) -> tuple[Sharing | None, tuple[OutputFile, ...]]:
    """-> what heads say to search engines and previews, and the files for them; nothing where no address is known."""
    site = published(shelf.settings)
    if site is None:
        return None, ()
    pictures = share_pictures(shelf)
    with_feeds = tuple(book for book in shelf.books if has_feed(book))
    return Sharing(site, shelf, pictures.paths, with_feeds), (
        *pictures.files,
        *sitemap(shelf, site),
        *feeds(shelf, site),
    )


def _home(shelf: Shelf, heads: Heads, terms: OutputFile) -> bytes:
    view = HomeView(
        title=shelf.settings.title,
        description=shelf.settings.description,
        cards=tuple(_card(book) for book in shelf.books),
        licences=link(HOME, terms.path.removeprefix("site/")),
    )
    return fill_page("home", heads.for_home(), page_words(shelf.settings.language), view, shelf.theme)


def _card(book: Book) -> Card:
    return Card(
        cover=cover(book, HOME),
        description=book.settings.description,
        href=link(HOME, address(Target(book.id))),
        screen=next(_screens(book), None),
    )


def _screens(book: Book) -> Iterator[Link]:
    """A book -> its pages that tables and calculators are pinned to."""
    for page in book.pages:
        if BoardBlock in page.kinds:
            yield Link(page.title, link(HOME, address(Target(book.id, page.id))))


def _not_found(shelf: Shelf, heads: Heads) -> bytes:
    wording = page_words(shelf.settings.language)
    return fill_page("not_found", heads.for_not_found(wording.not_found), wording, None, shelf.theme)


# A folder of their own: no page asks for them, so that none is kept for reading offline.
SHARE = "static/share"
_SHELF_EMBLEM = "d20"


@dataclass(frozen=True, slots=True)
class SharePictures:
    """The files to write, and the path of each page's picture below the site's root by the page's own."""

    files: tuple[OutputFile, ...]
    paths: Mapping[str, str]


def share_pictures(shelf: Shelf) -> SharePictures:
    """Shelf -> pictures that others show beside links to its pages: one for the shelf, each book and each chapter."""
    named = dict(_pictures(shelf))
    paths = {page: hashed_name(f"{SHARE}/{page.removesuffix('.html')}.png", png) for page, png in named.items()}
    return SharePictures(tuple(OutputFile(f"site/{paths[page]}", png) for page, png in named.items()), paths)


def _pictures(shelf: Shelf) -> Iterator[tuple[str, bytes]]:
    # Here and below, not above: a site whose address nobody knows starts faster without what draws.
    from rollbook.render.site.share_picture import ShareWords, share_picture

    settings = shelf.settings
    yield HOME, share_picture(ShareWords("", settings.title, settings.description, ""), _SHELF_EMBLEM, SHELF_SHADES)
    for book in shelf.books:
        yield from _book_pictures(book, settings.title)


def _book_pictures(book: Book, site: str) -> Iterator[tuple[str, bytes]]:
    from rollbook.render.site.share_picture import ShareWords, share_picture

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
