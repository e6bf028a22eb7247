"""Steps 1 to 5: the folders of content and data -> the shelf as meant, and every problem in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rollbook.assemble import assemble
from rollbook.build.choose_books import choose_books
from rollbook.build.order import Order, read
from rollbook.check import check
from rollbook.expand import expand
from rollbook.model.book import Shelf
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.source import Source, Sources
from rollbook.parse import parse
from rollbook.progress import Progress, step


@dataclass(frozen=True, slots=True)
class Examined:
    """The chosen books of the shelf, what was found in them, and the texts to show it in."""

    shelf: Shelf
    diagnostics: tuple[Diagnostic, ...]
    texts: Mapping[str, Source]


def examine(order: Order, progress: Progress) -> Examined:
    """Order -> the shelf and its problems. All books are worked on, so that links between them resolve."""
    sources, unloaded = read(order, progress)
    shelf, found = examine_sources(sources, unloaded, order, progress)
    return Examined(shelf, found, sources.texts)


def examine_sources(
    sources: Sources, unloaded: tuple[Diagnostic, ...], order: Order, progress: Progress
) -> tuple[Shelf, tuple[Diagnostic, ...]]:
    """Steps 2 to 5: files as read, what could not be read -> the shelf and its problems."""
    shelf, found = assemble_sources(sources, unloaded, progress)
    with step(progress, "check", _books(sources)):
        unsound = check(shelf)
    return choose_books(shelf, (*found, *unsound), order.content, order.data, order.books)


def assemble_sources(
    sources: Sources, unloaded: tuple[Diagnostic, ...], progress: Progress
) -> tuple[Shelf, tuple[Diagnostic, ...]]:
    """Steps 2 to 4: the same without the checks, which take longest; pages can be shown before them."""
    books = _books(sources)
    with step(progress, "parse", books):
        written, unparsed = parse(sources)
    with step(progress, "expand", books):
        expanded, unexpanded = expand(written)
    with step(progress, "assemble", books):
        shelf, unassembled = assemble(expanded)
    return shelf, (*unloaded, *unparsed, *unexpanded, *unassembled)


def _books(sources: Sources) -> str:
    return f"{len(sources.books)} books" if len(sources.books) != 1 else "1 book"
