"""`$index [calc:ID] [table:ID] …` -> everything in the book to roll, work out or look up, and what is pinned of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from markdown_it.token import Token

from generator.assemble.find_spots import find_spots
from generator.book import Book
from generator.chapter import Word
from generator.diagnostic import Diagnostic, closest
from generator.spot import Index, Spot


def list_index(book: Book, words: Iterable[Word]) -> Token:
    """A book, and what should stand on its screen at first -> the token that the editions show in their own ways."""
    named = _pinnable(book)
    listed = tuple(spot for spot in find_spots(book) if spot.kind != "rule")
    pins = dict.fromkeys(named[word.text] for word in words if word.text in named)
    return Token("index", "", 0, meta={"index": Index(listed, tuple(pins))}, block=True)


def with_board(tokens: list[Token]) -> list[Token]:
    """A page's tokens -> with the screen, if it lists what can be pinned: above the list, below the first words."""
    listed = next((token for token in tokens if token.type == "index"), None)
    if listed is None:
        return tokens
    top = next(at for at, token in enumerate(tokens) if token is listed or token.type == "heading_open")
    return [*tokens[:top], Token("board", "", 0, meta=listed.meta, block=True), *tokens[top:]]


def unknown_pins(book: Book, words: Iterable[Word]) -> Iterator[Diagnostic]:
    """A book, and what should stand on its screen at first -> those that don't stand in the book."""
    named = _pinnable(book)
    for word in words:
        if word.text not in named:
            hint = closest(word.text, named) or "name a calculator or table that a chapter of this book shows"
            message = f"there is no {word.text!r} in this book to pin"
            yield Diagnostic("unknown-pin", message, word.place, hint)


def _pinnable(book: Book) -> dict[str, Spot]:
    return {spot.name: spot for spot in find_spots(book) if spot.kind not in ("rule", "sheet")}
