"""Words of a book that its glossary explains -> marks that lead to their entry.

A term is marked where it first stands in each section, and where several crowd together only the first of them, so that
the text stays calm: not in headings, links, code or dice, not beside the glossary itself, and not in the section that
its own explanation sends the reader to.
The author's text stays as it is.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import assert_never

from rollbook.assemble.find_terms import TermEntry, TermFinder, sent_to, unambiguous
from rollbook.cache import reused, stored
from rollbook.model.book import Book, Page, Shelf, block_anchors
from rollbook.model.data_documents import Definition
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import Block, GlossaryBlock, Heading, RawBlock, TableBlock, TrackerBlock
from rollbook.model.document.inlines import (
    CheckBox,
    CodeSpan,
    Emphasis,
    FootnoteMark,
    Inline,
    Line,
    LineBreak,
    Link,
    Picture,
    RawTag,
    Roll,
    TermMark,
    Text,
    plain_text,
)
from rollbook.model.document.walk import change_blocks, every_block, inlines_in, with_lines
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.spot import Target

# Fewer words between two marks of a paragraph would make it a row of underlines.
_APART = 12
_SPACED = re.compile(r"\S+")
# Raw HTML whose words are a link, a title or code.
_RAW = re.compile(r"<(/?)(?:a|abbr|code|dfn|h[1-6]|kbd|pre|samp|summary|th|var)\b", re.IGNORECASE)


def mark_terms(shelf: Shelf) -> tuple[Shelf, list[Diagnostic]]:
    """A shelf with resolved links -> the same with its terms marked; terms that stand twice or nowhere."""
    books: list[Book] = []
    found: list[Diagnostic] = []
    met: dict[Definition, bool] = {}
    for book in shelf.books:
        entries, twice = unambiguous(book)
        found += twice
        words = _words(tuple(entries.values()), book.settings.language)
        marked = tuple(_mark(page, book.id, words) if entries else _Marked(page) for page in book.pages)
        pages = tuple(each.page for each in marked)
        used = {definition for each in marked for definition in each.terms} | _in_fights(book.pages, entries)
        books.append(replace(book, pages=pages, terms=tuple(entry.term for entry in entries.values())))
        for definition in entries:
            # A glossary of the whole shelf may have words that only one of its books uses.
            met[definition] = met.get(definition, definition.match == "nowhere") or definition in used
    found += [_unused(definition) for definition, somewhere in met.items() if not somewhere]
    return replace(shelf, books=tuple(books)), found


def _in_fights(pages: Sequence[Page], entries: Iterable[Definition]) -> set[Definition]:
    """Pages, a book's terms -> those that a tracker offers as a status, with what they mean."""
    with_fights = (page for page in pages if TrackerBlock in page.kinds)
    fights = [block for page in with_fights for block in every_block(page.blocks) if isinstance(block, TrackerBlock)]
    names = {status["name"] for fight in fights for status in json.loads(fight.rules)["statuses"]}
    return {definition for definition in entries if names & {definition.title, *definition.spellings}}


def _unused(definition: Definition) -> Diagnostic:
    message = f"the term {definition.title!r} appears nowhere in the text"
    hint = "list the text's own wording under 'also', or write “match: nowhere” to keep the term anyway"
    return Diagnostic("unused-term", message, definition.place, hint)


@dataclass(frozen=True, slots=True)
class _Words:
    """The terms of one book, and those that a spot explains further."""

    entries: Mapping[Definition, TermEntry]
    finder: TermFinder
    senders: Mapping[Target, list[Definition]]


@dataclass(frozen=True, slots=True)
class _Marked:
    """A page with its terms marked, and those that it was found to use, marked or not."""

    page: Page
    terms: frozenset[Definition] = frozenset()


@reused
def _words(explained: tuple[TermEntry, ...], language: str) -> _Words:
    """The entries of a book, its language -> what its terms are found by."""
    entries = {entry.definition: entry for entry in explained}
    return _Words(entries, TermFinder(entries, language), sent_to(entries))


@stored
def _mark(page: Page, book: str, words: _Words) -> _Marked:
    here = Target(book, page.id)
    known = (_known_here(section, here, words) for section in _sections(page.blocks))
    walk = _Walk(words, known, next(known))
    blocks = change_blocks(page.blocks, walk.block)
    return _Marked(replace(page, blocks=blocks), frozenset(walk.met))


def _known_here(section: Sequence[Block], page: Target, words: _Words) -> set[Definition]:
    """A section -> the terms that need no mark in it: those that it explains, all beside the glossary."""
    spots = {replace(page, anchor=anchor.id) for block in section for anchor in block_anchors(block)}
    if not (section and isinstance(section[0], Heading)):
        spots.add(page)  # A link to the page itself leads to what is above its first heading.
    if any(isinstance(block, GlossaryBlock) for block in section):
        return set(words.entries)
    return {definition for spot in spots for definition in words.senders.get(spot, ())}


def _sections(blocks: Sequence[Block]) -> Iterator[Sequence[Block]]:
    """A page -> what stands before its first heading, and each heading with what is below it."""
    section: list[Block] = []
    for block in every_block(blocks):
        if isinstance(block, Heading):
            yield section
            section = []
        section.append(block)
    yield section


@dataclass(slots=True)
class _Walk:
    """The way through a page. `quiet` counts the raw links, titles and code that are open: there nothing is marked."""

    words: _Words
    sections: Iterator[set[Definition]]  # for each section that comes: what needs no mark in it
    done: set[Definition]  # the same in this section, as it is marked
    met: set[Definition] = field(default_factory=set)  # the terms that the text was found to use
    quiet: int = 0
    passed: int = _APART  # how many words lie behind the last mark of this paragraph or cell

    def block(self, block: Block) -> tuple[Block, ...]:
        match block:
            case Heading():
                self.done = next(self.sections)
                self._find(block.line.inlines)
                return (block,)
            case RawBlock():
                self._pass_html(block.html)
                return (block,)
            case GlossaryBlock():
                return (block,)
            case TableBlock():
                for cell in block.head:
                    self._find(cell.line.inlines)
                rows = tuple(tuple(replace(cell, line=self._line(cell.line)) for cell in row) for row in block.rows)
                return (replace(block, rows=rows),)
            case _:
                return (with_lines(block, self._line),)

    def _line(self, line: Line) -> Line:
        self.passed = _APART
        inlines = tuple(self._inlines(line.inlines))
        return line if inlines == line.inlines else replace(line, inlines=inlines)

    def _inlines(self, inlines: Iterable[Inline]) -> Iterator[Inline]:
        for inline in inlines:
            match inline:
                case Text():
                    yield from self._text(inline)
                    continue
                case Emphasis():
                    yield replace(inline, inlines=tuple(self._inlines(inline.inlines)))
                    continue
                case Link():
                    self._find(inline.inlines)
                case RawTag():
                    self._pass_html(inline.html)
                    self.passed += len(inline.html.split())
                case LineBreak() | CodeSpan() | Picture() | CheckBox() | FootnoteMark() | Roll() | TermMark():
                    pass
                case _:
                    assert_never(inline)
            self.passed += len(plain_text((inline,)).split())
            yield inline

    def _text(self, text: Text) -> Iterator[Inline]:
        words, start = text.text, 0
        spaced: _Spaced | None = None  # most texts have no term to mark
        for found in self.words.finder.find(words):
            self.met.add(found.definition)
            if self.quiet or found.definition in self.done:
                continue
            spaced = spaced or _Spaced(words)
            if self.passed + spaced.words(start, found.start) < _APART:
                continue
            if found.start > start:
                yield Text(words[start : found.start])
            yield TermMark(words[found.start : found.end], self.words.entries[found.definition].term.target)
            self.done.add(found.definition)
            start, self.passed = found.end, 0
        self.passed += spaced.words(start, len(words)) if spaced else len(words.split())
        if start < len(words):
            yield Text(words[start:])

    def _find(self, inlines: Iterable[Inline]) -> None:
        """Words in which nothing is marked -> the terms that stand in them are in use all the same."""
        for inline in inlines_in(inlines):
            if isinstance(inline, Text):
                self.met.update(found.definition for found in self.words.finder.find(inline.text))
            elif isinstance(inline, RawTag):
                self._pass_html(inline.html)

    def _pass_html(self, html: str) -> None:
        self.quiet += sum(-1 if tag[1] else 1 for tag in _RAW.finditer(html))


class _Spaced:
    """A text whose words, as spaces divide them, are counted again and again."""

    def __init__(self, text: str) -> None:
        self._words = [(found.start(), found.end()) for found in _SPACED.finditer(text)]

    def words(self, start: int, end: int) -> int:
        """-> how many words text[start:end] has, a piece of one being one."""
        if start >= end:
            return 0
        first = bisect_right(self._words, start, key=lambda word: word[1])
        return bisect_left(self._words, end, key=lambda word: word[0]) - first
