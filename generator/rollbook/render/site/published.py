"""Where the finished site will lie -> full addresses, sitemap.xml, robots.txt, and feeds of what changed.

Shelf -> feeds of changes: atom.xml for the whole shelf, and one beside each book's cover. Everything in them comes from
the books' dated entries, never from a clock; a book without entries has no feed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from html import escape
from urllib.parse import quote, urlsplit
from xml.etree import ElementTree as Xml

from rollbook.model.book import Book, Shelf
from rollbook.model.document.blocks import NewsEntry
from rollbook.model.document.walk import every_block
from rollbook.model.files import OutputFile
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.settings import ShelfSettings
from rollbook.model.spot import Target
from rollbook.render.address import HOME, address
from rollbook.render.fragment import render_fragment
from rollbook.render.medium import Image
from rollbook.render.site.pictures import Picture, pictures_of

SITEMAP = "sitemap.xml"
_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


@dataclass(frozen=True, slots=True)
class Published:
    """The site's address, with a slash at its end."""

    root: str

    def at(self, path: str) -> str:
        """A path below the site's root, perhaps with an anchor -> its full address; a folder stands for its index."""
        page, mark, anchor = path.partition("#")
        folder, _, name = page.rpartition("/")
        page = (f"{folder}/" if folder else "") if name == "index.html" else page
        return self.root + quote(page) + mark + quote(anchor)

    @property
    def path(self) -> str:
        """The part of the address behind the host's name, quoted: / or /games/."""
        return urlsplit(self.root).path


def published(settings: ShelfSettings) -> Published | None:
    """The shelf's settings -> where it is published, if that is known."""
    if not settings.address:
        return None
    parts = urlsplit(settings.address)
    return Published(f"{parts.scheme}://{parts.netloc}{quote(parts.path.rstrip('/'), safe='/%')}/")


def sitemap(shelf: Shelf, site: Published) -> tuple[OutputFile, ...]:
    """All books and the site's address -> the list of its pages, and the file that leads search engines to it."""
    entries = "".join(f"<url><loc>{escape(site.at(path), quote=False)}</loc></url>\n" for path in _pages(shelf))
    listed = f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{_NAMESPACE}">\n{entries}</urlset>\n'
    robots = f"User-agent: *\nAllow: /\nSitemap: {site.at(SITEMAP)}\n"
    return OutputFile(f"site/{SITEMAP}", listed.encode()), OutputFile("site/robots.txt", robots.encode())


def _pages(shelf: Shelf) -> Iterator[str]:
    yield HOME
    for book in shelf.books:
        yield from (address(Target(book.id, page)) for page in ("", *(page.id for page in book.pages)))


FEED = "atom.xml"
_ATOM = "http://www.w3.org/2005/Atom"
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
# What no XML document may hold, not even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class _Entry:
    """A dated entry where it stands."""

    day: date
    title: str
    target: Target
    book: Book
    html: str


def feeds(shelf: Shelf, site: Published) -> tuple[OutputFile, ...]:
    """All books and the site's address -> their feeds."""
    entries = {book.id: tuple(_entries(book, site)) for book in shelf.books}
    # The newest first; of one day in the order of the shelf.
    all_of_them = sorted((entry for of_book in entries.values() for entry in of_book), key=_day, reverse=True)
    files = []
    for book in shelf.books:
        if entries[book.id]:
            path, authors = feed_path(book), book.settings.authors or (shelf.settings.title,)
            names = _Names(book.title, book.settings.language, address(Target(book.id)), path, authors)
            files.append(_feed(names, entries[book.id], site))
    if all_of_them:
        settings = shelf.settings
        names = _Names(settings.title, settings.language, HOME, FEED, (settings.title,))
        files.append(_feed(names, all_of_them, site))
    return tuple(files)


def feed_path(book: Book) -> str:
    """A book -> the path of its feed below the site's root."""
    return f"{book.id}/{FEED}"


def has_feed(book: Book) -> bool:
    """Whether a page of the book shows dated entries."""
    return any(NewsEntry in page.kinds for page in book.pages)


def _day(entry: _Entry) -> date:
    return entry.day


def _entries(book: Book, site: Published) -> Iterator[_Entry]:
    pictures = pictures_of(book)
    for page in (page for page in book.pages if NewsEntry in page.kinds):
        for block in every_block(page.blocks):
            if isinstance(block, NewsEntry):
                target = Target(book.id, page.id, block.heading.anchor)
                # The day has a field of its own in a feed.
                html = render_fragment(block.blocks, _FeedMedium(site, target, pictures))
                yield _Entry(block.day, block.heading.line.plain, target, book, html.strip())


@dataclass(frozen=True, slots=True)
class _Names:
    """What a feed says of itself: its title and language, the paths of its page and its own, who writes it."""

    title: str
    language: str
    page: str
    path: str
    authors: Sequence[str]


def _feed(names: _Names, entries: Sequence[_Entry], site: Published) -> OutputFile:
    feed = Xml.Element("feed", {"xmlns": _ATOM, _LANGUAGE: names.language})
    _say(feed, "title", names.title)
    _say(feed, "id", site.at(names.path))
    _say(feed, "updated", _moment(max(entry.day for entry in entries)))
    Xml.SubElement(feed, "link", {"rel": "self", "type": "application/atom+xml", "href": site.at(names.path)})
    Xml.SubElement(feed, "link", {"rel": "alternate", "type": "text/html", "href": site.at(names.page)})
    for author in names.authors:
        _say(Xml.SubElement(feed, "author"), "name", author)
    for entry in entries:
        _add_entry(feed, entry, site, tell_book=names.path == FEED)
    Xml.indent(feed)
    text = Xml.tostring(feed, encoding="unicode")
    return OutputFile(f"site/{names.path}", f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode())


def _add_entry(feed: Xml.Element, entry: _Entry, site: Published, *, tell_book: bool) -> None:
    here = site.at(address(entry.target))
    said = Xml.SubElement(feed, "entry", {_LANGUAGE: entry.book.settings.language})
    _say(said, "title", f"{entry.book.title}: {entry.title}" if tell_book else entry.title)
    _say(said, "id", here)
    Xml.SubElement(said, "link", {"rel": "alternate", "type": "text/html", "href": here})
    _say(said, "published", _moment(entry.day))
    _say(said, "updated", _moment(entry.day))
    Xml.SubElement(said, "category", {"term": entry.book.id, "label": _clean(entry.book.title)})
    _say(said, "content", entry.html, {"type": "html"})


def _say(parent: Xml.Element, name: str, words: str, attributes: Mapping[str, str] | None = None) -> None:
    Xml.SubElement(parent, name, dict(attributes or {})).text = _clean(words)


def _clean(words: str) -> str:
    return _FORBIDDEN.sub("", words)


def _moment(day: date) -> str:
    """A day -> as Atom writes a time; an editor names no hour."""
    return f"{day.isoformat()}T00:00:00Z"


@dataclass(frozen=True, slots=True)
class _FeedMedium:
    """The Medium of an entry that is read anywhere: all addresses are whole."""

    site: Published
    entry: Target
    pictures: Mapping[str, Picture]

    def href(self, target: Target) -> str:
        return self.site.at(address(target))

    def term(self, entry: Target) -> str:
        """Nothing: an entry is too short for links on its words."""
        return ""

    def anchor(self, anchor: str) -> str:
        return f"{self.entry.anchor}-{anchor}"

    def image(self, asset: str) -> Image:
        """A reader of feeds gets one picture."""
        return Image(self.site.at(self.pictures[asset].path), self.pictures[asset].size)

    def old_anchors(self, anchor: str) -> tuple[str, ...]:
        """None: nobody has an old address of it."""
        return ()
