"""Characters without a glyph -> problems, each where its author wrote it first."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from rollbook.model.book import Book, Page
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import CodeBlock, RawBlock
from rollbook.model.document.walk import every_block, every_line, own_lines
from rollbook.model.source import Place, Spelling

# A book in a script that we have no face for would name its whole alphabet.
_MOST = 10
_HINT = (
    "write it differently; or set `system_fonts: yes` in book.yml to use the fonts of the machine that builds the book"
)


def missing_glyphs(book: Book, missing: str) -> Iterator[Diagnostic]:
    """A book and the characters in it that no face has -> a problem for each, up to some."""
    for number, letter in enumerate(missing[:_MOST], 1):
        more = len(missing) - _MOST if number == _MOST else 0
        others = f"; {more:,} other characters are missing too" if more > 0 else ""
        message = f"print has no glyph for {_described(letter)} and shows an empty box{others}"
        yield Diagnostic("missing-glyph", message, _first_place(book, letter), _hint(book))


def _hint(book: Book) -> str:
    if book.settings.system_fonts == "yes":
        return "write it differently, or install a font that has it"
    return _HINT


def _described(letter: str) -> str:
    """`漢` -> "'漢' (U+6F22, CJK UNIFIED IDEOGRAPH-6F22)"."""
    name = unicodedata.name(letter, "a character without a name")
    return f"{letter!r} (U+{ord(letter):04X}, {name})"


def _first_place(book: Book, letter: str) -> Place:
    """A character -> where the text says it first; the book's first page where only data or settings do."""
    for page in book.pages:
        if letter in page.title:
            return page.place
        for text, spelling in _texts(page):
            if letter in text:
                return spelling.at(text.index(letter))
    return book.pages[0].place


def _texts(page: Page) -> Iterator[tuple[str, Spelling]]:
    """A page -> all that is written on it, and where."""
    for block in every_block(page.blocks):
        match block:
            case RawBlock():
                yield block.html, block.spelling
            case CodeBlock():
                yield block.text, block.spelling
        yield from ((line.written, line.spelling) for line in own_lines(block))


def find_words(page: Page, words: str) -> Place:
    """A page and the beginning of some text in it -> the line or cell that says so, or the page itself."""
    wanted = _squeezed(words)
    found = (line.place for line in every_line(page.blocks) if wanted in _squeezed(line.plain))
    return next(found, page.place)


def _squeezed(text: str) -> str:
    return "".join(text.split())
