"""The files of a shelf, with what an editor holds in their place -> Known: all that its questions are answered from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from rollbook.build.examine import assemble_sources, choose_books
from rollbook.build.order import Order
from rollbook.check import check
from rollbook.commands.lsp.find_mentions import files_of, find_mentions
from rollbook.commands.lsp.names import Mention, Name, covers
from rollbook.load import load
from rollbook.model.book import Book, Shelf
from rollbook.model.chapter import Chapter, WrittenBook, WrittenShelf
from rollbook.model.diagnostic import Diagnostic, in_order
from rollbook.model.source import Place, Source, Sources
from rollbook.model.table import DataFile
from rollbook.parse import parse
from rollbook.progress import Silent


def survey(order: Order, drafts: Mapping[Path, str], before: Mapping[str, DataFile]) -> Known:
    """An order, open documents, the data files as they could last be read -> Known. No shelf there is WrongUse."""
    sources, unloaded = load(order.content, order.data, order.theme, drafts)
    shelf, found = assemble_sources(sources, unloaded, Silent())
    # The same as in assemble_sources: its results are remembered.
    written, _ = parse(sources)
    _, found = choose_books(shelf, (*found, *check(shelf)), order.content, order.data, order.books)
    readable = {file.path: file for book in written.books for file in book.data if file.readable}
    whole = _with_former(written, {**before, **readable})
    mentions = find_mentions(sources, whole, shelf)
    return Known(order, sources, whole, shelf, in_order(found), mentions, {**before, **readable})


def _with_former(written: WrittenShelf, readable: Mapping[str, DataFile]) -> WrittenShelf:
    """While a line of a data file is half typed, what it said a moment ago can still be named."""

    def book_with_former(book: WrittenBook) -> WrittenBook:
        return replace(book, data=tuple(readable.get(file.path, file) for file in book.data))

    return replace(written, books=tuple(map(book_with_former, written.books)))


@dataclass(frozen=True)
class Known:
    """A shelf at one moment: its files, it as written and as meant, its problems, and every mention of a name."""

    order: Order
    sources: Sources
    written: WrittenShelf
    shelf: Shelf
    found: tuple[Diagnostic, ...]
    mentions: tuple[Mention, ...] = field(repr=False)
    readable: Mapping[str, DataFile] = field(repr=False)

    @cached_property
    def texts(self) -> Mapping[str, Source]:
        return self.sources.texts

    @cached_property
    def chapters(self) -> Mapping[str, Chapter]:
        """Every chapter and part by its path."""
        chapters = [chapter for book in self.written.books for chapter in book.chapters]
        return {chapter.path: chapter for chapter in (*chapters, *self.written.parts)}

    @cached_property
    def _books(self) -> Mapping[str, str]:
        """The path of every text -> a book that it belongs to, the first of several."""
        parts = {part.name: part.path for part in self.written.parts}
        found = {source.path: self.written.books[0].id for source in self.sources.shared_data if self.written.books}
        for file in files_of(self.sources, self.written):
            if file.name in parts and file.books:
                found[parts[file.name]] = file.books[0]
        for book in self.sources.books:
            texts = (book.settings, book.changes, book.moved, *book.chapters, *book.data)
            found.update((source.path, book.id) for source in texts if source)
        return found

    def book_of(self, path: str) -> tuple[WrittenBook, Book] | None:
        """A file -> its book as written and as meant."""
        id_ = self._books.get(path, "")
        written = next((book for book in self.written.books if book.id == id_), None)
        meant = next((book for book in self.shelf.books if book.id == id_), None)
        return (written, meant) if written and meant else None

    def at(self, path: str, line: int, column: int) -> Mention | None:
        """A cursor -> what is named there; of several the one that is written most closely around it."""
        there = [each for each in self.mentions if each.around.file == path and covers(each.around, line, column)]
        return min(there, key=lambda each: (not covers(each.place, line, column), each.place.length), default=None)

    def mentions_of(self, name: Name) -> list[Mention]:
        """A name -> every spot that writes it; what several books share names the thing of each of them."""
        wanted, found = {name}, dict[Place, Mention]()
        before = 0
        while before != len(wanted):
            before = len(wanted)
            found = {each.place: each for each in self.mentions if each.name in wanted}
            wanted |= {each.name for each in self.mentions if each.place in found and each.name.kind == name.kind}
        return sorted(found.values(), key=lambda each: each.place)

    def definition(self, name: Name) -> Place | None:
        """A name -> where it is defined; for a file, its beginning."""
        shared = self.mentions_of(name)
        # What is in a file of all books is named for each of them, and perhaps only one has it.
        defining = sorted((each for each in shared if each.defines), key=lambda each: each.name != name)
        best = next((each.place for each in defining), None)
        return best or self._elsewhere(name) or self._listed(name, shared)

    def _elsewhere(self, name: Name) -> Place | None:
        """What its own file or a glossary defines."""
        if name.kind == "term":
            files = [file for book in self.written.books for file in book.data]
            return next((d.place for file in files for d in file.definitions if d.title == name.id), None)
        return next((Place(path) for known, path in self._paths() if known == name), None)

    def _paths(self) -> Iterator[tuple[Name, str]]:
        yield from ((Name("part", "", part.name), part.path) for part in self.written.parts)
        for book in self.sources.books:
            settings = book.settings or book.chapters[0]
            yield Name("book", "", book.id), settings.path
            yield from ((Name("chapter", book.id, chapter.name), chapter.path) for chapter in book.chapters)
            yield from ((Name("data file", book.id, source.name), source.path) for source in book.data)
            yield from ((Name("picture", book.id, asset.path), f"{book.folder}/{asset.path}") for asset in book.assets)
            shared = self.order.content.as_posix()
            yield from (
                (Name("picture", book.id, asset.path), f"{shared}/{asset.path}") for asset in self.sources.media
            )
        yield from ((Name("data file", "", source.name), source.path) for source in self.sources.shared_data)

    def _listed(self, name: Name, mentions: list[Mention]) -> Place | None:
        """A rule that no chapter states yet: the book's list of rules."""
        titles = {title.place for book in self.written.books for file in book.data for title in file.titles}
        return next((each.place for each in mentions if name.kind == "rule" and each.place in titles), None)
