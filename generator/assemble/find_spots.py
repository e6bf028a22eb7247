"""A book -> the spots in it that lists and links name: each thing where it stands first."""

from __future__ import annotations

from collections.abc import Iterator

from markdown_it.token import Token

from generator.book import Book, Target
from generator.spot import Kind, Spot
from generator.table import Table
from generator.token_text import plain_text

_TYPES = ("calculator", "sheet", "rule", "table_open")


def find_spots(book: Book) -> tuple[Spot, ...]:
    """A book -> its rules, tables, calculators and sheets in reading order. Shown twice, a thing is found once."""
    found: dict[str, Spot] = {}
    for spot in spots_in(book):
        found.setdefault(spot.name, spot)
    return tuple(found.values())


def spots_in(book: Book) -> Iterator[Spot]:
    """A book -> all of them, those that stand in it twice too."""
    titles = {title.id: title.title for file in book.data for title in file.titles}
    for page in book.pages:
        section, heading = page.title, ""
        for position, token in enumerate(page.tokens):
            if token.type == "heading_open":
                section, heading = plain_text(page.tokens[position + 1]), token.meta["anchor"]
            elif token.type in _TYPES and "anchor" in token.meta:
                kind, name, title = _named(token, book)
                target = Target(book.id, page.id, token.meta["anchor"])
                # Only rules have titles in the book's list of rules.
                shown = titles.get(name, title) if kind == "rule" else title
                yield Spot(kind, name, shown, target, page.title, section, heading, _width(token))


def _named(token: Token, book: Book) -> tuple[Kind, str, str]:
    """A token with an anchor -> its kind, id and title."""
    if token.type == "calculator":
        # One that could not be read has been reported; it keeps its place under its id.
        read = book.rules.calculators.get(token.info)
        return "calculator", token.info, (read.title if read else "") or token.info
    if token.type == "sheet":
        sheet = book.rules.sheet
        return "sheet", token.info, (sheet.title if sheet else "") or token.info
    if token.type == "rule":
        return "rule", token.info, token.info
    table = token.meta["table"]
    return "roll table" if "roll_table" in token.meta else "table", table.id, table.title or _readable(table.id)


def _width(token: Token) -> int:
    table: Table | None = token.meta.get("table")
    return 2 if table and table.is_wide else 1


def _readable(name: str) -> str:
    return name.replace("-", " ").replace("_", " ").capitalize()
