"""Cells -> the tokens of a table that the build makes by itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from markdown_it.token import Token

from generator.book import Target

Cell = list[Token]


def link(title: str, target: Target) -> Cell:
    """A title and where it leads -> a cell with that link."""
    opening = Token("link_open", "a", 1, attrs={"href": ""}, meta={"target": target})
    return [opening, *words(title), Token("link_close", "a", -1)]


def words(text: str) -> Cell:
    """A text -> a cell of it."""
    return [Token("text", "", 0, content=text)]


def joined(cells: Iterable[Cell]) -> Cell:
    """Several cells -> one, with commas between them."""
    found: Cell = []
    for cell in cells:
        found += [*(words(", ") if found else []), *cell]
    return found


def list_table(titles: tuple[str, ...], rows: Iterable[tuple[Cell, ...]]) -> Iterator[Token]:
    """Column titles and rows -> the table."""
    # Marked, so that what only repeats the book is not found in place of it.
    yield Token("table_open", "table", 1, block=True, meta={"list": True})
    yield Token("thead_open", "thead", 1, block=True)
    yield from _row("th", [words(title) for title in titles])
    yield Token("thead_close", "thead", -1, block=True)
    yield Token("tbody_open", "tbody", 1, block=True)
    for row in rows:
        yield from _row("td", row)
    yield Token("tbody_close", "tbody", -1, block=True)
    yield Token("table_close", "table", -1, block=True)


def _row(tag: str, cells: Iterable[Cell]) -> Iterator[Token]:
    yield Token("tr_open", "tr", 1, block=True)
    for cell in cells:
        yield Token(f"{tag}_open", tag, 1, block=True)
        content = "".join(token.content for token in cell)
        yield Token("inline", "", 0, content=content, children=cell)
        yield Token(f"{tag}_close", tag, -1, block=True)
    yield Token("tr_close", "tr", -1, block=True)
