"""The glossaries of a book -> the entries that explain its terms, one for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rollbook.model.book import Book, Term
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import GlossaryBlock
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
    for page in book.pages:
        for block in every_block(page.blocks):
            for entry in block.entries if isinstance(block, GlossaryBlock) else ():
                if entry.anchor:
                    target = Target(book.id, page.id, entry.anchor)
                    links = (link for link in inlines_in(entry.meaning.inlines) if isinstance(link, Link))
                    sends_to = frozenset(link.target for link in links if link.target)
                    definition = entry.definition
                    term = Term(definition.title, entry.meaning.plain, target, definition.spellings)
                    yield TermEntry(term, definition, sends_to)


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
    blocks = (block for page in book.pages for block in every_block(page.blocks))
    return {entry.definition for block in blocks if isinstance(block, GlossaryBlock) for entry in block.entries}


def sent_to(entries: Mapping[Definition, TermEntry]) -> dict[Target, list[Definition]]:
    """Entries -> the terms whose explanation sends the reader to a spot, by that spot."""
    senders: dict[Target, list[Definition]] = {}
    for definition, entry in entries.items():
        for target in entry.sends_to:
            senders.setdefault(target, []).append(definition)
    return senders
