"""Words of a book that its glossary explains -> term tokens that lead to their entry.

A term is marked where it first stands in each section, and where several crowd together only the first of them, so that
the text stays calm: not in headings, links, code or dice, not beside the glossary itself, and not in the section that
its own explanation sends the reader to.
The token's content is the author's text, unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from markdown_it.token import Token

from generator.assemble.find_terms import TermFinder
from generator.book import Book, Page, Shelf, Target, Term
from generator.diagnostic import Diagnostic
from generator.glossary import Definition
from generator.token_text import plain_text

# Fewer words between two marks of a paragraph would make it a row of underlines.
_APART = 12
_QUIET = ("a", "h1", "h2", "h3", "h4", "h5", "h6", "th")
# Raw HTML whose words are a link, a title or code.
_RAW = re.compile(r"<(/?)(?:a|abbr|code|dfn|h[1-6]|kbd|pre|samp|summary|th|var)\b", re.IGNORECASE)


def mark_terms(shelf: Shelf) -> tuple[Shelf, list[Diagnostic]]:
    """A shelf with resolved links -> the same with its terms marked; terms that stand twice or nowhere."""
    books: list[Book] = []
    found: list[Diagnostic] = []
    met: dict[Definition, bool] = {}
    for book in shelf.books:
        entries, twice = _unambiguous(_entries(book))
        found += twice
        words = _Words(entries, TermFinder(entries, book.settings.language))
        pages = tuple(_mark(page, book.id, words) for page in book.pages)
        books.append(replace(book, pages=pages, terms=tuple(entry.term for entry in entries.values())))
        for definition in entries:
            # A glossary of the whole shelf may have words that only one of its books uses.
            met[definition] = met.get(definition, definition.match == "nowhere") or definition in words.met
    found += [_unused(definition) for definition, somewhere in met.items() if not somewhere]
    return replace(shelf, books=tuple(books)), found


def _unused(definition: Definition) -> Diagnostic:
    message = f"the term {definition.title!r} stands nowhere in the text"
    hint = "add under 'also' how the text writes it, or write “match: nowhere” to explain it all the same"
    return Diagnostic("unused-term", message, definition.place, hint)


@dataclass(frozen=True, slots=True)
class _Entry:
    """A term where its book explains it, and the spots that its explanation sends the reader to."""

    term: Term
    definition: Definition
    sends_to: frozenset[Target]


def _entries(book: Book) -> Iterator[_Entry]:
    """A book -> the entries of its glossaries in order, each once."""
    for page in book.pages:
        for position, token in enumerate(page.tokens):
            if token.type == "term_open" and "anchor" in token.meta:
                definition: Definition = token.meta["definition"]
                target = Target(book.id, page.id, token.meta["anchor"])
                # term_open, its title, term_close, meaning_open, its meaning
                meaning = page.tokens[position + 4]
                links = (child.meta["target"] for child in meaning.children or () if "target" in child.meta)
                term = Term(definition.title, plain_text(meaning), target, definition.spellings)
                yield _Entry(term, definition, frozenset(links))


def _unambiguous(entries: Iterable[_Entry]) -> tuple[dict[Definition, _Entry], list[Diagnostic]]:
    """Entries of a book -> the same by their definitions, and a problem for every word that is explained twice."""
    kept: dict[Definition, _Entry] = {}
    for entry in entries:
        kept.setdefault(entry.definition, entry)
    taken: dict[str, Definition] = {}
    found = []
    for definition in sorted(kept, key=lambda definition: definition.place):
        for spelling in definition.spellings:
            first = taken.setdefault(spelling.casefold(), definition)
            if first != definition:
                place = first.place
                message = f"{spelling!r} is explained twice in this book: already in {place.file}:{place.line}"
                hint = "keep one of the two, or tell them apart by their names"
                found.append(Diagnostic("duplicate-term", message, definition.place, hint))
    return kept, found


@dataclass(frozen=True, slots=True)
class _Words:
    """The terms of one book, and those of them that its text was found to use."""

    entries: Mapping[Definition, _Entry]
    finder: TermFinder
    met: set[Definition] = field(default_factory=set)


def _mark(page: Page, book: str, words: _Words) -> Page:
    if not words.entries:
        return page
    walk = _Walk(words)
    tokens: list[Token] = []
    for section in _sections(page.tokens):
        tokens += walk.section(section, _known_here(section, Target(book, page.id), words.entries))
    return replace(page, tokens=tuple(tokens))


def _known_here(section: Sequence[Token], page: Target, entries: Mapping[Definition, _Entry]) -> set[Definition]:
    """A section -> the terms that need no mark in it: those that it explains, all beside the glossary."""
    spots = {replace(page, anchor=token.meta["anchor"]) for token in section if "anchor" in token.meta}
    if not (section and section[0].type == "heading_open"):
        spots.add(page)  # A link to the page itself leads to what stands above its first heading.
    explained = any(token.type == "glossary_open" for token in section)
    return {definition for definition, entry in entries.items() if explained or entry.sends_to & spots}


def _sections(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """A page -> what stands before its first heading, and each heading with what stands below it."""
    starts = [position for position, token in enumerate(tokens) if token.type == "heading_open"]
    for start, end in pairwise((0, *starts, len(tokens))):
        yield tokens[start:end]


@dataclass(slots=True)
class _Walk:
    """The way through a page. `quiet` counts the titles, links and code that are open: there nothing is marked."""

    words: _Words
    quiet: int = 0
    done: set[Definition] = field(default_factory=set)  # what needs no mark any more in this section
    in_glossary: bool = False
    passed: int = _APART  # how many words lie behind the last mark of this paragraph or cell

    def section(self, tokens: Sequence[Token], done: set[Definition]) -> Iterator[Token]:
        self.done = done
        for token in tokens:
            self._pass(token)
            if token.type == "inline" and token.children and not self.in_glossary:
                self.passed = _APART
                children = [piece for child in token.children for piece in self._child(child)]
                marked = any(child.type == "term" for child in children)
                token = token.copy(children=children) if marked else token
            yield token

    def _pass(self, token: Token) -> None:
        """Counts what a token opens or closes."""
        if token.tag in _QUIET:
            self.quiet += token.nesting
        elif token.type in ("glossary_open", "glossary_close"):
            self.in_glossary = token.nesting > 0
        elif token.type in ("html_block", "html_inline"):
            self.quiet += sum(-1 if tag[1] else 1 for tag in _RAW.finditer(token.content))

    def _child(self, child: Token) -> Iterator[Token]:
        self._pass(child)
        if child.type != "text":
            self.passed += len(child.content.split())
            yield child
            return
        start = 0
        for found in self.words.finder.find(child.content):
            self.words.met.add(found.definition)
            before = child.content[start : found.start]
            if self.quiet or found.definition in self.done or self.passed + len(before.split()) < _APART:
                continue
            yield from _text(child, before)
            target = self.words.entries[found.definition].term.target
            yield Token("term", "", 0, content=child.content[found.start : found.end], meta={"target": target})
            self.done.add(found.definition)
            start, self.passed = found.end, 0
        self.passed += len(child.content[start:].split())
        yield from _text(child, child.content[start:])


def _text(token: Token, content: str) -> Iterator[Token]:
    """A text token and a piece of it -> a token of that piece, unless it is empty; the whole is the token itself."""
    if content:
        yield token if content == token.content else token.copy(content=content)
