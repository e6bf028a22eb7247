"""Step 6, render, for e-book readers: a Book -> its EPUB.

1. each page that is also printed as XHTML, in a file of its own
2. the cover, the contents, and the list of all files
3. everything packed, the same bytes for the same book
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import date
from io import BytesIO
from urllib.parse import unquote
from uuid import NAMESPACE_URL, uuid5
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from rollbook.markdown import OnePlace, read_blocks
from rollbook.model.book import Book, Page, Section
from rollbook.model.document.blocks import NewsEntry
from rollbook.model.document.walk import every_block
from rollbook.model.printing import Pdf, Printing, in_print
from rollbook.model.quick_dataclass import dataclass
from rollbook.render.epub.leaf import KINDS, EpubPicture, Leaf, as_xhtml, book_pictures, file_name
from rollbook.render.fonts.own_fonts import epub_fonts, set_in
from rollbook.render.fragment import render_fragment
from rollbook.render.painting import logo_file
from rollbook.render.templates import templates
from rollbook.render.widgets import WidgetMarkup
from rollbook.theme_files import theme_text
from rollbook.words import direction, page_words

_XHTML = "application/xhtml+xml"
# An e-book must say when it was changed, and no clock may be asked: the newest of its news, or else this.
_BEGINNING = date(2000, 1, 1)
_CONTENTS_DEPTH = 3


@dataclass(frozen=True, slots=True)
class ContentsEntry:
    """A line of the contents with the lines below it."""

    words: str
    href: str
    below: tuple[ContentsEntry, ...]


def render_epub(order: Printing, site: str) -> Pdf:
    """What to make, the site's address or nothing -> the e-book."""
    book = in_print(order.book)
    pictures, (fonts, rules) = book_pictures(book), epub_fonts(book.theme.own_fonts)
    pages = [(page, _text(book, page, site, pictures)) for page in book.pages]
    files = [
        Packed("cover", "cover.xhtml", _XHTML, _cover(book, site).encode()),
        Packed("contents", "contents.xhtml", _XHTML, _contents(book).encode(), "nav"),
        *(_chapter(book, page, text, number) for number, (page, text) in enumerate(pages, 1)),
        Packed("style", "style.css", "text/css", (rules + theme_text("epub/style.css")).encode()),
        *_logo(book),
        *(
            Packed(f"font-{number}", name, "font/woff2", content)
            for number, (name, content) in enumerate(fonts.items(), 1)
        ),
        *(
            Packed(f"picture-{number}", picture.href, picture.kind, picture.content)
            for number, picture in enumerate(pictures.values(), 1)
        ),
    ]
    return Pdf(order.name, order.edition, 0, _pack(_package(order.book, site, files), files))


def _logo(book: Book) -> tuple[Packed, ...]:
    if book.theme.logo is None:
        return ()
    ending, content = logo_file(book.theme.logo.light)
    return (Packed("logo", f"logo.{ending}", KINDS[ending], content),)


def _text(book: Book, page: Page, site: str, pictures: Mapping[str, EpubPicture]) -> str:
    medium = Leaf(book.id, page.id, site, frozenset(each.id for each in book.pages), pictures)
    html = render_fragment(page.blocks, medium, widgets=WidgetMarkup(book, "epub"))
    return as_xhtml(html, page.id, medium.site_page)


def _chapter(book: Book, page: Page, text: str, number: int) -> Packed:
    written = _fill("page.xhtml", book, title=page.title, text=text, kind="chapter", role="chapter")
    return Packed(f"chapter-{number}", file_name(page.id), _XHTML, written.encode())


def _cover(book: Book, site: str) -> str:
    words = page_words(book.settings.language)
    byline = words.by.format(authors=", ".join(book.settings.authors)) if book.settings.authors else ""
    blocks, _ = read_blocks(book.settings.licence, OnePlace(book.pages[0].place), book.settings.language)
    medium = Leaf(book.id, "", site, frozenset(page.id for page in book.pages))
    licence = as_xhtml(render_fragment(blocks, medium), "", "")
    logo = "" if book.theme.logo is None else f"logo.{logo_file(book.theme.logo.light)[0]}"
    told = {"byline": byline, "licence": licence, "site": medium.site_page, "faces": set_in(book)}
    return _fill("cover.xhtml", book, logo=logo, **told)


def _contents(book: Book) -> str:
    entries = [
        ContentsEntry(page.title, file_name(page.id), _entries(file_name(page.id), page.sections))
        for page in book.pages
    ]
    return _fill("contents.xhtml", book, title=page_words(book.settings.language).contents, entries=entries)


def _entries(file: str, sections: tuple[Section, ...]) -> tuple[ContentsEntry, ...]:
    return tuple(
        ContentsEntry(section.title, f"{file}#{section.anchor}", _entries(file, section.sections))
        for section in sections
        if section.level <= _CONTENTS_DEPTH and section.title.strip()
    )


def _package(book: Book, site: str, files: list[Packed]) -> bytes:
    """A book and the files of its e-book -> what says how they belong together."""
    settings, words = book.settings, page_words(book.settings.language)
    blocks = (block for page in book.pages for block in every_block(page.blocks))
    days = [block.day for block in blocks if isinstance(block, NewsEntry)]
    written = _fill(
        "package.opf",
        book,
        identifier=uuid5(NAMESPACE_URL, f"{site}/{book.id}").urn,
        title=book.title,
        authors=settings.authors,
        description=settings.description,
        licence=settings.licence,
        modified=f"{max([_BEGINNING, *days]).isoformat()}T00:00:00Z",
        pictured=any(file.kind.startswith("image/") for file in files),
        summary=words.epub_summary,
        items=files,
    )
    return written.encode()


def _fill(template: str, book: Book, **values: object) -> str:
    language = book.settings.language
    found = templates("epub").get_template(template)
    return found.render(book=book, language=language, direction=direction(language), **values)


_CONTAINER = b"""<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"""


@dataclass(frozen=True, slots=True)
class Packed:
    """A file of an e-book: its id in the list of files, its address, its kind, its bytes, and what it is for."""

    id: str
    href: str
    kind: str
    content: bytes = field(repr=False)
    properties: str = ""


def _pack(package: bytes, files: list[Packed]) -> bytes:
    """What says how the files belong together, and the files -> the e-book."""
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        # First, and as it is: by these bytes at this place an e-book is known.
        archive.writestr(_entry("mimetype", ZIP_STORED), b"application/epub+zip")
        archive.writestr(_entry("META-INF/container.xml", ZIP_DEFLATED), _CONTAINER)
        archive.writestr(_entry("book/package.opf", ZIP_DEFLATED), package)
        for file in files:
            archive.writestr(_entry(f"book/{unquote(file.href)}", ZIP_DEFLATED), file.content)
    return packed.getvalue()


def _entry(name: str, compression: int) -> ZipInfo:
    """A file in the archive, without the time at which it was made."""
    entry = ZipInfo(name)
    entry.compress_type = compression
    entry.external_attr = 0o644 << 16
    return entry
