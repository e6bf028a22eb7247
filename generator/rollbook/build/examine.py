"""Steps 1 to 5: the folders of content and data -> the shelf as meant, and every problem in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import PurePath, PurePosixPath

from rollbook.assemble import assemble
from rollbook.assemble.read_rules import foresee_rules
from rollbook.build.order import Order, read
from rollbook.cache import work_meanwhile
from rollbook.check import check
from rollbook.check.try_rules import trials
from rollbook.expand import expand
from rollbook.model.book import Shelf
from rollbook.model.chapter import WrittenShelf
from rollbook.model.diagnostic import Diagnostic, WrongUse, closest
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Source, Sources
from rollbook.parse import parse
from rollbook.progress import Progress, step

# Fewer are sooner done here than begun elsewhere.
_MANY_TRIALS = 40


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
    shelf, found = assemble_sources(sources, unloaded, progress, _begin_trials)
    with step(progress, "check", _books(sources)):
        unsound = check(shelf)
    return choose_books(shelf, (*found, *unsound), order.content, order.data, order.books)


def _begin_trials(shelf: WrittenShelf) -> None:
    """All books as written -> their rules are tried out by another process while this one goes on with the pages."""
    rules = ((foresee_rules(book, shelf.parts), book.settings.language) for book in shelf.books)
    work_meanwhile((call for each, language in rules for call in trials(each, language)), _MANY_TRIALS)


def assemble_sources(
    sources: Sources,
    unloaded: tuple[Diagnostic, ...],
    progress: Progress,
    begin: Callable[[WrittenShelf], None] = lambda written: None,
) -> tuple[Shelf, tuple[Diagnostic, ...]]:
    """Steps 2 to 4: the same without the checks, which take longest; pages can be shown before them.

    `begin` gets all books as written, to begin something that needs no more than these.
    """
    books = _books(sources)
    with step(progress, "parse", books):
        written, unparsed = parse(sources)
    with step(progress, "expand", books):
        begin(written)
        expanded, unexpanded = expand(written)
    with step(progress, "assemble", books):
        shelf, unassembled = assemble(expanded)
    return shelf, (*unloaded, *unparsed, *unexpanded, *unassembled)


def _books(sources: Sources) -> str:
    return f"{len(sources.books)} books" if len(sources.books) != 1 else "1 book"


def choose_books(
    shelf: Shelf, diagnostics: tuple[Diagnostic, ...], content: PurePath, data: PurePath, books: tuple[str, ...]
) -> tuple[Shelf, tuple[Diagnostic, ...]]:
    """Shelf, diagnostics, ids -> what concerns these books of it; no ids: everything. An unknown id is WrongUse."""
    # What a newer Rollbook understands would look like mistakes to this one.
    diagnostics = tuple(found for found in diagnostics if found.code == "needs-newer") or diagnostics
    if not books:
        return shelf, diagnostics
    owners = {found: _owner(PurePosixPath(found.place.file), content, data) for found in diagnostics}
    # A book that could not be read is not on the shelf; its problems are what the reader wants to see.
    known = sorted({book.id for book in shelf.books} | set(owners.values()) - {""})
    for book in books:
        if book not in known:
            raise WrongUse(_unknown(book, known))
    kept = tuple(book for book in shelf.books if book.id in books)
    moves = {spot: target for spot, target in shelf.moves.items() if target.book in books}
    chosen = replace(shelf, books=kept, moves=moves)
    return chosen, tuple(found for found in diagnostics if owners[found] in ("", *books))


def _owner(file: PurePosixPath, content: PurePath, data: PurePath) -> str:
    """A file -> the book whose folder it is or is in; empty for shelf.yml and data files of the whole shelf."""
    # As places have them: forward slashes on Windows, too.
    books, tables = content.as_posix(), data.as_posix()
    if file.is_relative_to(books):
        inside = file.relative_to(books).parts
        return inside[0] if inside and inside != ("shelf.yml",) else ""
    inside = file.relative_to(tables).parts if file.is_relative_to(tables) else ()
    return inside[0] if len(inside) > 1 else ""


def _unknown(book: str, known: Iterable[str]) -> str:
    hint = closest(book, known) or f"the shelf holds {', '.join(known)}"
    return f"there is no book {book!r}: {hint}"
