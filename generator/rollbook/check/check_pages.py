"""Pages and fonts of a book -> what readers would stumble over: empty headings, letters that a face lacks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from rollbook.cache import stored
from rollbook.model.book import Book, Page, Shelf
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import Heading, TableBlock
from rollbook.model.document.inlines import Line
from rollbook.model.document.walk import every_block, every_line, own_lines
from rollbook.model.printing import in_print, printings
from rollbook.model.theme import OwnFamily
from rollbook.words import page_words


def find_empty_headings(shelf: Shelf) -> Iterator[Diagnostic]:
    """All books -> their empty headings."""
    for book in shelf.books:
        for page in (page for page in book.pages if Heading in page.kinds):
            yield from _empty_on(page)


@stored
def _empty_on(page: Page) -> tuple[Diagnostic, ...]:
    message, hint = "this heading is empty", "give it some text, or remove it"
    headings = (block for block in every_block(page.blocks) if isinstance(block, Heading))
    empty = (heading.line.place for heading in headings if not heading.line.plain)
    return tuple(Diagnostic("empty-heading", message, place, hint) for place in empty)


def find_same_pdfs(shelf: Shelf) -> Iterator[Diagnostic]:
    """All books -> those of which a PDF is named like another book's: `saga` on letter, and a book `saga-letter`."""
    owners: dict[str, Book] = {}
    for book in shelf.books:
        for order in printings(book, shelf.settings):
            owner = owners.setdefault(order.name, book)
            if owner is not book and book.pages:
                message = f"the books {owner.id!r} and {book.id!r} would both be printed as {order.name}"
                hint = "rename a folder, or leave that paper out of 'papers'"
                yield Diagnostic("bad-setting", message, book.pages[0].place, hint)


_MOST = 12


def find_lacking_letters(shelf: Shelf) -> Iterator[Diagnostic]:
    """All books -> a warning for each font that lacks letters of a book set in it, with those letters."""
    for book in shelf.books:
        lacking: dict[OwnFamily, set[str]] = {}
        for family, letters in _letters(book):
            missing = {letter for letter in letters if ord(letter) not in family.first.characters}
            lacking.setdefault(family, set()).update(missing)
        yield from (_told(family, book, missing) for family, missing in lacking.items() if missing)


def _letters(book: Book) -> Iterator[tuple[OwnFamily, set[str]]]:
    """A book -> its families of its own, each with letters that are set in it."""
    fonts = book.theme.own_fonts
    if not fonts.families:
        return
    for page in book.pages:
        if fonts.headings:
            yield fonts.headings, _drawn(page.title)
        for block in every_block(page.blocks):
            heading, table = isinstance(block, Heading), isinstance(block, TableBlock)
            family = fonts.headings if heading else fonts.tables if table else fonts.text
            if family:
                yield family, _of_lines(own_lines(block))


def _of_lines(lines: Iterable[Line]) -> set[str]:
    return set().union(*(_drawn(line.plain) for line in lines))


def _drawn(text: str) -> set[str]:
    """A text -> the characters in it that anyone sees."""
    return {letter for letter in text if not letter.isspace() and unicodedata.category(letter) not in ("Cc", "Cf")}


def _told(family: OwnFamily, book: Book, missing: set[str]) -> Diagnostic:
    shown = sorted(missing)[:_MOST]
    more = f" and {len(missing) - _MOST:,} more" if len(missing) > _MOST else ""
    message = f"{family.name!r} has no {' '.join(shown)}{more}, which {book.title!r} uses"
    hint = "Rollbook's own typefaces fill in; if that stands out, choose a font that has them"
    return Diagnostic("lacking-font", message, family.place, hint)


_HINT = "reword it to suit paper, or put it between <!-- $site --> and <!-- $/site -->"


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
        message = f"{found[0]!r} is about a screen, but this text is printed too"
        yield Diagnostic("screen-words", message, line.spelling.at(found.start(), len(found[0])), _HINT)
