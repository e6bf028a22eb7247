"""The glossaries of a book -> the entries that explain its terms, one for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rollbook.cache import stored
from rollbook.model.book import Book, Page, Term
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import GlossaryBlock, GlossaryEntry
from rollbook.model.document.inlines import Link
from rollbook.model.document.walk import every_block, inlines_in
from rollbook.model.glossary import Definition
from rollbook.model.target import Target


@dataclass(frozen=True, slots=True)
class TermEntry:
    """A term where its book explains it, and the spots that its explanation sends the reader to."""

    term: Term
    definition: Definition
    sends_to: frozenset[Target]


def term_entries(book: Book) -> Iterator[TermEntry]:
    """A book -> the entries of its glossaries in order, each once."""
    for page in filter(_has_glossary, book.pages):
        yield from _entries_on(page, book.id)


def _has_glossary(page: Page) -> bool:
    return GlossaryBlock in page.kinds


@stored
def _entries_on(page: Page, book: str) -> tuple[TermEntry, ...]:
    return tuple(_entry(entry, Target(book, page.id, entry.anchor)) for entry in _explained(page) if entry.anchor)


def _entry(entry: GlossaryEntry, target: Target) -> TermEntry:
    links = (link for link in inlines_in(entry.meaning.inlines) if isinstance(link, Link))
    sends_to = frozenset(link.target for link in links if link.target)
    definition = entry.definition
    return TermEntry(Term(definition.title, entry.meaning.plain, target, definition.spellings), definition, sends_to)


@stored
def _explained(page: Page) -> tuple[GlossaryEntry, ...]:
    """A page -> what its glossaries explain."""
    blocks = (block for block in every_block(page.blocks) if isinstance(block, GlossaryBlock))
    return tuple(entry for block in blocks for entry in block.entries)


def unambiguous(book: Book) -> tuple[dict[Definition, TermEntry], list[Diagnostic]]:
    """A book -> its entries by their definitions, and a problem for every word that is explained twice."""
    by_definition: dict[Definition, TermEntry] = {}
    for entry in term_entries(book):
        by_definition.setdefault(entry.definition, entry)
    taken: dict[str, Definition] = {}
    found = []
    for definition in sorted(_shown(book), key=lambda definition: definition.place):
        for spelling in definition.spellings:
            first = taken.setdefault(spelling.casefold(), definition)
            if first != definition:
                place = first.place
                message = f"{spelling!r} is explained twice in this book: already in {place.file}:{place.line}"
                hint = "keep one of the two, or tell them apart by their names"
                found.append(Diagnostic("duplicate-term", message, definition.place, hint))
    return by_definition, found


def _shown(book: Book) -> set[Definition]:
    """All that the glossaries of a book explain; of two whose names are told apart by nothing only one has an entry."""
    return {entry.definition for page in filter(_has_glossary, book.pages) for entry in _explained(page)}


def sent_to(entries: Mapping[Definition, TermEntry]) -> dict[Target, list[Definition]]:
    """Entries -> the terms whose explanation sends the reader to a spot, by that spot."""
    senders: dict[Target, list[Definition]] = {}
    for definition, entry in entries.items():
        for target in entry.sends_to:
            senders.setdefault(target, []).append(definition)
    return senders
