"""A page -> the lines of "On this page": its sections, and what can be rolled in each."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from rollbook.model.book import Book, Page, Section
from rollbook.model.document.blocks import CalculatorBlock, RuleMark, TableBlock
from rollbook.model.spot import Spot
from rollbook.render.site.views import Entry, Play

# Levels of headings that the list of a page shows.
DEPTH = 3


def entries(sections: tuple[Section, ...], page: str, depth: int = DEPTH) -> tuple[Entry, ...]:
    """The headings below a page, its address -> lines of its contents, so many levels deep."""
    return tuple(
        Entry(
            section.title,
            f"{page}#{quote(section.anchor)}",
            entries(section.sections, page, depth - 1) if depth > 1 else (),
        )
        for section in sections
    )


def plays_on(book: Book) -> dict[str, tuple[Play, ...]]:
    """A book -> the calculators and roll tables of each page, each with its section in the page's contents."""
    spots: dict[str, list[Spot]] = {}
    for spot in book.lists.index:
        if spot.kind in ("calculator", "roll table"):
            spots.setdefault(spot.target.page, []).append(spot)
    return {page.id: tuple(_plays(page, spots[page.id])) for page in book.pages if page.id in spots}


def _plays(page: Page, spots: list[Spot]) -> Iterator[Play]:
    listed = dict(_listed(page.sections, DEPTH, ""))
    return (Play(spot.title, f"#{quote(spot.target.anchor)}", listed.get(spot.heading, "")) for spot in spots)


def _listed(sections: tuple[Section, ...], depth: int, shown: str) -> Iterator[tuple[str, str]]:
    """Sections -> each heading, and the one of the contents that leads to it: itself, or the last one above it."""
    for section in sections:
        own = section.anchor if depth > 0 else shown
        yield section.anchor, own
        yield from _listed(section.sections, depth - 1, own)


def folds(page: Page) -> bool:
    """Whether a page can be read in short: it has something to look up at the table."""
    return not page.in_appendix and not page.kinds.isdisjoint((RuleMark, TableBlock, CalculatorBlock))
