"""`$coverage` and `$index` -> tables made from the whole book: its rules, and what can be rolled and worked out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from markdown_it.token import Token

from generator.book import Book, Page, Target
from generator.token_text import plain_text


def fill_lists(book: Book) -> Book:
    """A book whose pages may ask for lists -> the same with the lists in their places."""
    if not any(token.type == "list" for page in book.pages for token in page.tokens):
        return book
    spots = list(_spots(book))
    pages = [replace(page, tokens=tuple(_filled(page, book, spots))) for page in book.pages]
    return replace(book, pages=tuple(pages))


@dataclass(frozen=True, slots=True)
class _Spot:
    """Something that stands in the book: a rule, table, calculator or sheet, and the heading it stands under."""

    kind: str
    id: str
    title: str
    target: Target
    section: str


def _spots(book: Book) -> Iterator[_Spot]:
    titles = {title.id: title.title for file in book.data for title in file.titles}
    for page in book.pages:
        section = page.title
        for position, token in enumerate(page.tokens):
            if token.type == "heading_open":
                section = plain_text(page.tokens[position + 1])
            elif "anchor" in token.meta:
                target = Target(book.id, page.id, token.meta["anchor"])
                kind, name, title = _named(token, book)
                yield _Spot(kind, name, titles.get(name, title), target, section)


def _named(token: Token, book: Book) -> tuple[str, str, str]:
    """A token with an anchor -> its kind, id and title."""
    if token.type == "calculator":
        # One that could not be read has been reported; it keeps its place under its id.
        read = book.rules.calculators.get(token.info)
        return "calculator", token.info, read.title if read else token.info
    if token.type == "table_open":
        table = token.meta["table"]
        kind = "roll table" if "roll_table" in token.meta else "table"
        return kind, table.id, table.title or table.id.replace("-", " ").capitalize()
    return token.type, token.info, token.info


def _filled(page: Page, book: Book, spots: list[_Spot]) -> Iterator[Token]:
    for token in page.tokens:
        if token.type == "list":
            yield from _LISTS[token.info](book, spots)
        else:
            yield token


def _coverage(book: Book, spots: list[_Spot]) -> Iterator[Token]:
    """Every rule with its section, the calculators that carry it out and the examples that check it."""
    calculators = {spot.id: spot for spot in spots if spot.kind == "calculator"}
    rows = []
    for rule in (spot for spot in spots if spot.kind == "rule"):
        carrying = [c for c in book.rules.calculators.values() if rule.id in c.rules]
        tables = [spot for spot in spots if "table" in spot.kind and rule.id in book.rules.tables[spot.id].rules]
        examples = sum(len(c.examples) for c in carrying)
        doing = [_link(calculators[c.id]) if c.id in calculators else _words(c.title) for c in carrying]
        rows.append(
            (
                _link(rule),
                _words(rule.section),
                _joined([*doing, *(_link(table) for table in tables)]),
                _words(str(examples) if examples else ""),
            )
        )
    return _table(("Rule", "Section", "Played by", "Checked examples"), rows)


def _index(book: Book, spots: list[_Spot]) -> Iterator[Token]:
    """Everything that can be rolled on, worked out or looked up, by kind."""
    kinds = {"calculator": "Calculator", "roll table": "Roll table", "table": "Table", "sheet": "Sheet"}
    found = sorted((spot for spot in spots if spot.kind in kinds), key=lambda spot: list(kinds).index(spot.kind))
    rows = [(_link(spot), _words(kinds[spot.kind]), _words(spot.section)) for spot in found]
    return _table(("Name", "Kind", "Section"), rows)


_LISTS: dict[str, Callable[[Book, list[_Spot]], Iterator[Token]]] = {"coverage": _coverage, "index": _index}


def _link(spot: _Spot) -> list[Token]:
    opening = Token("link_open", "a", 1, attrs={"href": ""}, meta={"target": spot.target})
    return [opening, *_words(spot.title), Token("link_close", "a", -1)]


def _words(text: str) -> list[Token]:
    return [Token("text", "", 0, content=text)]


def _joined(cells: list[list[Token]]) -> list[Token]:
    joined: list[Token] = []
    for cell in cells:
        joined += [*(_words(", ") if joined else []), *cell]
    return joined


def _table(titles: tuple[str, ...], rows: Iterable[tuple[list[Token], ...]]) -> Iterator[Token]:
    yield Token("table_open", "table", 1, block=True)
    yield Token("thead_open", "thead", 1, block=True)
    yield from _row("th", [_words(title) for title in titles])
    yield Token("thead_close", "thead", -1, block=True)
    yield Token("tbody_open", "tbody", 1, block=True)
    for row in rows:
        yield from _row("td", row)
    yield Token("tbody_close", "tbody", -1, block=True)
    yield Token("table_close", "table", -1, block=True)


def _row(tag: str, cells: Iterable[list[Token]]) -> Iterator[Token]:
    yield Token("tr_open", "tr", 1, block=True)
    for cell in cells:
        yield Token(f"{tag}_open", tag, 1, block=True)
        content = "".join(token.content for token in cell)
        yield Token("inline", "", 0, content=content, children=cell)
        yield Token(f"{tag}_close", tag, -1, block=True)
    yield Token("tr_close", "tr", -1, block=True)
