"""What others show of a page: search engines, and whoever makes a preview of a link. Only where the site's address is
known, since all of it must be told in full addresses."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from markupsafe import Markup

from rollbook.cache import stored
from rollbook.model.book import Book, Page, Shelf
from rollbook.model.document.blocks import Paragraph
from rollbook.model.document.walk import every_block
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.spot import Target
from rollbook.render.address import HOME, address, link
from rollbook.render.site.published import FEED, Published, feed_path
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
        # Here and not above: a site whose address nobody knows starts faster without what draws.
        from rollbook.render.site.share_picture import HEIGHT, WIDTH

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


# What search engines show of a description.
_MOST = 160
# A shorter paragraph, such as a lone "See also:", says too little of a page.
_LEAST = 40


@stored
def describe(page: Page) -> str:
    """A page -> its first paragraph that says something, cut at a word; empty where it has no prose."""
    chosen = next((text for text in _paragraphs(page) if len(text) >= _LEAST), next(_paragraphs(page), ""))
    return trimmed(chosen)


def trimmed(text: str) -> str:
    """A text -> no more of it than is shown, cut between two words."""
    if len(text) <= _MOST:
        return text
    cut = text[:_MOST].rpartition(" ")[0] or text[: _MOST - 1]
    return cut.rstrip(" ,;:–—-.") + "…"


def _paragraphs(page: Page) -> Iterator[str]:
    """Paragraphs of the text itself come first; lists and quotations only where there are none."""
    nested = (inner for block in page.blocks if not isinstance(block, Paragraph) for inner in every_block((block,)))
    for block in chain(page.blocks, nested):
        if isinstance(block, Paragraph) and (text := block.line.plain):
            yield text


Thing = Mapping[str, object]

_ADDRESS = re.compile(r"https://[^\s)>\]]+")
# Inside a script element nothing is escaped for HTML, so no character may end it or begin a comment.
_HARMFUL = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def shelf_data(shelf: Shelf, site: Published) -> Markup:
    """The home page -> the site and its books."""
    books = [{"@id": _book_id(book, site)} for book in shelf.books]
    return _script([{**_website(shelf, site), "description": shelf.settings.description, "hasPart": books}])


def book_data(book: Book, shelf: Shelf, site: Published) -> Markup:
    """A book's cover page -> the book, its chapters, and the way to it."""
    settings = book.settings
    licence = _ADDRESS.search(settings.licence)
    thing = {
        "@type": "Book",
        "@id": _book_id(book, site),
        "url": site.at(address(Target(book.id))),
        "name": book.title,
        "alternativeHeadline": settings.subtitle,
        "description": settings.description,
        "inLanguage": settings.language,
        "bookEdition": settings.edition,
        "bookFormat": "https://schema.org/EBook",
        "creditText": ", ".join(settings.authors),
        "license": licence[0] if licence else "",
        "isPartOf": _website(shelf, site),
        "hasPart": [{"@id": _chapter_id(book, page, site)} for page in book.pages],
    }
    return _script([thing, _way([(shelf.settings.title, site.at(HOME)), (book.title, thing["url"])])])


def chapter_data(book: Book, position: int, description: str, shelf: Shelf, site: Published) -> Markup:
    """A page of rules -> the chapter, the book that it belongs to, and the way to it."""
    page = book.pages[position]
    here, cover = (site.at(address(Target(book.id, name))) for name in (page.id, ""))
    thing = {
        "@type": "Chapter",
        "@id": _chapter_id(book, page, site),
        "url": here,
        "name": page.title,
        "description": description,
        "position": position + 1,
        "inLanguage": book.settings.language,
        "isPartOf": {"@type": "Book", "@id": _book_id(book, site), "url": cover, "name": book.title},
    }
    return _script([thing, _way([(shelf.settings.title, site.at(HOME)), (book.title, cover), (page.title, here)])])


def _website(shelf: Shelf, site: Published) -> Thing:
    return {
        "@type": "WebSite",
        "@id": f"{site.root}#site",
        "url": site.root,
        "name": shelf.settings.title,
        "inLanguage": shelf.settings.language,
    }


def _book_id(book: Book, site: Published) -> str:
    return f"{site.at(address(Target(book.id)))}#book"


def _chapter_id(book: Book, page: Page, site: Published) -> str:
    return f"{site.at(address(Target(book.id, page.id)))}#chapter"


def _way(steps: Sequence[tuple[str, object]]) -> Thing:
    """Names and addresses from the home page on -> the list of breadcrumbs."""
    items = [
        {"@type": "ListItem", "position": position, "name": name, "item": goal}
        for position, (name, goal) in enumerate(steps, 1)
    ]
    return {"@type": "BreadcrumbList", "itemListElement": items}


def _script(things: Sequence[Thing]) -> Markup:
    """Things -> the text of a script element. What is empty is left out."""
    said = [{key: value for key, value in thing.items() if value} for thing in things]
    text = json.dumps({"@context": "https://schema.org", "@graph": said}, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.translate(_HARMFUL))
