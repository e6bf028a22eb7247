"""Shelf -> sitemap.xml and robots.txt, for search engines."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from rollbook.model.book import Shelf
from rollbook.model.output import OutputFile
from rollbook.model.target import Target
from rollbook.render.address import HOME, address
from rollbook.render.site.published import Published

SITEMAP = "sitemap.xml"
_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


def sitemap(shelf: Shelf, site: Published) -> tuple[OutputFile, ...]:
    """All books and the site's address -> the list of its pages, and the file that leads search engines to it."""
    entries = "".join(f"<url><loc>{escape(site.at(path))}</loc></url>\n" for path in _pages(shelf))
    listed = f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{_NAMESPACE}">\n{entries}</urlset>\n'
    robots = f"User-agent: *\nAllow: /\nSitemap: {site.at(SITEMAP)}\n"
    return OutputFile(f"site/{SITEMAP}", listed.encode()), OutputFile("site/robots.txt", robots.encode())


def _pages(shelf: Shelf) -> Iterator[str]:
    yield HOME
    for book in shelf.books:
        yield from (address(Target(book.id, page)) for page in ("", *(page.id for page in book.pages)))
