"""Where the finished site will lie -> whole addresses of its pages; sitemap.xml and robots.txt, which list them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote, urlsplit
from xml.sax.saxutils import escape

from rollbook.model.book import Shelf
from rollbook.model.output import OutputFile
from rollbook.model.settings import ShelfSettings
from rollbook.model.target import Target
from rollbook.render.address import HOME, address

SITEMAP = "sitemap.xml"
_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


@dataclass(frozen=True, slots=True)
class Published:
    """The site's address, with a slash at its end."""

    root: str

    def at(self, path: str) -> str:
        """A path below the site's root, perhaps with an anchor -> its whole address; a folder stands for its index."""
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
    entries = "".join(f"<url><loc>{escape(site.at(path))}</loc></url>\n" for path in _pages(shelf))
    listed = f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{_NAMESPACE}">\n{entries}</urlset>\n'
    robots = f"User-agent: *\nAllow: /\nSitemap: {site.at(SITEMAP)}\n"
    return OutputFile(f"site/{SITEMAP}", listed.encode()), OutputFile("site/robots.txt", robots.encode())


def _pages(shelf: Shelf) -> Iterator[str]:
    yield HOME
    for book in shelf.books:
        yield from (address(Target(book.id, page)) for page in ("", *(page.id for page in book.pages)))
