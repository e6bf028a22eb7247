"""The glossaries of a book -> the entries that explain its terms; a text -> the terms in it, the longest first.

The words of the text are looked up one after the other, so the time it takes doesn't grow with the glossary.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import count

from rollbook.cache import stored
from rollbook.model.book import Book, Page, Term
from rollbook.model.data_documents import Definition
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import GlossaryBlock, GlossaryEntry
from rollbook.model.document.inlines import Link
from rollbook.model.document.walk import every_block, inlines_in
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.spot import Target

# A compound is one word: `level` is not found in `level-up`.
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_SIBILANTS = ("s", "x", "z", "ch", "sh")


@dataclass(frozen=True, slots=True)
class FoundTerm:
    """text[start:end] is the term."""

    start: int
    end: int
    definition: Definition


@dataclass(frozen=True, slots=True)
class _Spelling:
    """One way to write a term: how many words it has, and its number in the order of the glossary."""

    words: int
    number: int
    definition: Definition


@dataclass(slots=True)
class _Branch:
    """Spellings that begin alike: how they go on, by the next gap and word, and the one that ends here."""

    following: dict[tuple[str, str], _Branch] = field(default_factory=dict)
    ends: _Spelling | None = None


class TermFinder:
    """Finds the terms of one book in its texts."""

    def __init__(self, definitions: Iterable[Definition], language: str) -> None:
        self._as_written, self._any_case = _Branch(), _Branch()
        self._first: set[str] = set()  # what a term may begin with: most words of a text are none of these
        numbers = count()
        english = language.split("-")[0].lower() == "en"
        for definition in (each for each in definitions if each.match != "nowhere"):
            for text in _with_plurals(definition.spellings) if english else definition.spellings:
                self._add(text, definition, next(numbers))

    def _add(self, text: str, definition: Definition, number: int) -> None:
        # DEX is no name for a dexter hand: what is written in capitals counts only so.
        as_written = definition.match == "as written" or text.rstrip("s").isupper()
        branch = self._as_written if as_written else self._any_case
        words = list(_WORD.finditer(text))
        before = None
        for word in words:
            branch = branch.following.setdefault(_step(text, before, word, as_written), _Branch())
            before = word
        if words:
            self._first.add(words[0][0] if as_written else words[0][0].casefold())
        if words and branch.ends is None:
            branch.ends = _Spelling(len(words), number, definition)

    def find(self, text: str) -> Iterator[FoundTerm]:
        """A text -> its terms from left to right; none is in another."""
        words = list(_WORD.finditer(text))
        position = 0
        while position < len(words):
            word = words[position][0]
            may_begin = word in self._first or word.casefold() in self._first
            spelling = self._at(text, words, position) if may_begin else None
            if spelling is None:
                position += 1
                continue
            last = position + spelling.words - 1
            yield FoundTerm(words[position].start(), words[last].end(), spelling.definition)
            position = last + 1

    def _at(self, text: str, words: Sequence[re.Match[str]], position: int) -> _Spelling | None:
        """A place in a text -> the spelling with the most words there; of two as long, the glossary's first."""
        exact = _longest(self._as_written, text, words, position, as_written=True)
        other = _longest(self._any_case, text, words, position, as_written=False)
        if exact is None or other is None:
            return exact or other
        return max(exact, other, key=lambda spelling: (spelling.words, -spelling.number))


def _longest(
    branch: _Branch, text: str, words: Sequence[re.Match[str]], position: int, as_written: bool
) -> _Spelling | None:
    ends = before = None
    while position < len(words):
        following = branch.following.get(_step(text, before, words[position], as_written))
        if following is None:
            break
        branch, before = following, words[position]
        ends = branch.ends or ends
        position += 1
    return ends


def _step(text: str, before: re.Match[str] | None, word: re.Match[str], as_written: bool) -> tuple[str, str]:
    """Two words in a text -> what is between them and the second; any white space is a space, any apostrophe the
    same. Before the first word stands nothing that counts."""
    gap = text[before.end() : word.start()] if before else ""
    return " " if gap.isspace() else gap.replace("’", "'"), word[0] if as_written else word[0].casefold()


def _with_plurals(spellings: Iterable[str]) -> Iterator[str]:
    for spelling in spellings:
        yield spelling
        yield from _plural(spelling)


def _plural(word: str) -> Iterator[str]:
    """The plural by rule of an English word; one that looks like a plural already has none."""
    if word.isupper():
        yield f"{word}s"
    elif word.endswith("y") and word[-2:-1] not in "aeiou":
        yield f"{word[:-1]}ies"
    elif word.endswith(_SIBILANTS):
        if not word.endswith("s") or word.endswith(("ss", "us")):
            yield f"{word}es"
    else:
        yield f"{word}s"


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
                hint = "remove one of the two, or give them different names"
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
