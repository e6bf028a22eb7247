"""Pages -> what they are, in the words of schema.org, as JSON-LD for search engines."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from markupsafe import Markup

from rollbook.model.book import Book, Page, Shelf
from rollbook.model.target import Target
from rollbook.render.address import HOME, address
from rollbook.render.site.published import Published

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
