"""Fonts that a shelf brings along -> the letters of a book that they lack, which come from our faces instead."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from rollbook.model.book import Book, Shelf
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import Heading, TableBlock
from rollbook.model.document.inlines import Line
from rollbook.model.document.walk import every_block, own_lines
from rollbook.model.own_font import OwnFamily

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
    """A text -> the characters in it that anybody sees."""
    return {letter for letter in text if not letter.isspace() and unicodedata.category(letter) not in ("Cc", "Cf")}


def _told(family: OwnFamily, book: Book, missing: set[str]) -> Diagnostic:
    shown = sorted(missing)[:_MOST]
    more = f" and {len(missing) - _MOST:,} more" if len(missing) > _MOST else ""
    message = f"{family.name!r} has no {' '.join(shown)}{more}, which {book.title!r} is written with"
    hint = "they come from our faces; choose a font that has them if that shows too much"
    return Diagnostic("lacking-font", message, family.place, hint)
