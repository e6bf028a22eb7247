"""What others show of a page: search engines, and whoever makes a preview of a link. Only where the site's address is
known, since all of it must be told in whole addresses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from rollbook.model.book import Book, Shelf
from rollbook.model.target import Target
from rollbook.render.address import HOME, address, link
from rollbook.render.art.share_picture import HEIGHT, WIDTH
from rollbook.render.site.feeds import FEED, feed_path
from rollbook.render.site.published import Published
from rollbook.render.site.structured_data import book_data, chapter_data, shelf_data
from rollbook.render.site.views import Link, Shared

# Open Graph wants a territory with every language; where an author names none, the largest one.
_TERRITORIES = {"de": "DE", "en": "US", "es": "ES", "fr": "FR", "it": "IT", "nl": "NL", "pl": "PL", "pt": "PT"}


@dataclass(frozen=True, slots=True)
class Sharing:
    """Makes it for all pages of one site. `pictures` are paths below the root, by the path of their page."""

    site: Published
    shelf: Shelf
    pictures: Mapping[str, str]
    with_feeds: tuple[Book, ...]

    def for_home(self) -> Shared:
        settings = self.shelf.settings
        return self._shared(HOME, "website", settings.title, settings.language, shelf_data(self.shelf, self.site))

    def for_cover(self, book: Book) -> Shared:
        data = book_data(book, self.shelf, self.site)
        return self._shared(address(Target(book.id)), "book", book.title, book.settings.language, data)

    def for_chapter(self, book: Book, position: int, description: str) -> Shared:
        page = book.pages[position]
        data = chapter_data(book, position, description, self.shelf, self.site)
        named = f"{page.title} · {book.title}"
        return self._shared(address(Target(book.id, page.id)), "article", named, book.settings.language, data)

    def _feeds(self, path: str) -> Iterator[Link]:
        """A page's path -> the feeds that it offers: its book's, or on the home page every one."""
        home = path == HOME
        if self.with_feeds and home:
            yield Link(self.shelf.settings.title, link(path, FEED))
        for book in self.with_feeds:
            if home or path.startswith(f"{book.id}/"):
                yield Link(book.title, link(path, feed_path(book)))

    def _shared(self, path: str, kind: str, named: str, language: str, data: Markup) -> Shared:
        return Shared(
            canonical=self.site.at(path),
            kind=kind,
            locale=_locale(language),
            picture=self.site.at(self.pictures[path]),
            picture_words=named,
            picture_width=WIDTH,
            picture_height=HEIGHT,
            feeds=tuple(self._feeds(path)),
            data=data,
        )


def _locale(language: str) -> str:
    """A BCP 47 tag -> as Open Graph writes it, pt_BR; empty where no territory is known."""
    tongue, *others = language.split("-")
    territory = next((part.upper() for part in others if len(part) == 2), _TERRITORIES.get(tongue.lower(), ""))
    return f"{tongue.lower()}_{territory}" if territory else ""
