"""Pages that are printed -> a problem for each word in them that only makes sense at a screen: click, tap, browser."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rollbook.cache import stored
from rollbook.model.book import Book, Page, Shelf
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.inlines import Line
from rollbook.model.document.walk import every_line
from rollbook.model.printing import in_print
from rollbook.words import page_words

_HINT = "say it for paper too, or put it between <!-- $site --> and <!-- $/site -->"


def find_screen_words(shelf: Shelf) -> Iterator[Diagnostic]:
    """All books -> the words of their printed text that speak of a screen, unless the book is about screens."""
    for book in shelf.books:
        if book.settings.screen_words == "no":
            yield from _in_book(book)


def _in_book(book: Book) -> Iterator[Diagnostic]:
    for page in in_print(book).pages:
        yield from _on_page(page, book.settings.language)


@stored
def _on_page(page: Page, language: str) -> tuple[Diagnostic, ...]:
    listed = [word.strip() for word in page_words(language).screen_words.split(",")]
    lines = tuple(every_line(page.blocks))
    # Most pages have none, and a pattern of many words takes long over a whole shelf.
    written = "\n".join(line.written for line in lines).lower()
    if not any(word.lower() in written for word in listed):
        return ()
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, listed))})\b", re.IGNORECASE)
    return tuple(problem for line in lines for problem in _in_line(line, pattern))


def _in_line(line: Line, pattern: re.Pattern[str]) -> Iterator[Diagnostic]:
    if pattern.search(line.plain) and (found := pattern.search(line.written)):
        message = f"{found[0]!r} speaks of a screen, and this is printed"
        yield Diagnostic("screen-words", message, line.spelling.at(found.start(), len(found[0])), _HINT)
