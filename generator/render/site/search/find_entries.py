"""A book -> everything that a search can find in it, in reading order.

A passage reaches from one heading or rule to the next, so that a result lands on the few lines that were asked for.
The first rule of a section shares its heading where both speak of the same: a reader would see no difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from markdown_it.token import Token

from generator.book import Book, Page, Target
from generator.render.site.search.entry import Entry, Heading, Kind, Spot
from generator.render.site.search.split_terms import split_terms
from generator.render.site.search.table_entries import table_entries
from generator.render.site.search.widget_entries import calculator_entry, example_entry, sheet_entry
from generator.token_text import plain_text

_WIDGETS = {"calculator": calculator_entry, "example": example_entry, "sheet": sheet_entry}
_WHOLE = {"heading_open": "heading_close", "table_open": "table_close", "term_open": "meaning_close"}
_TAG = re.compile(r"<[^>]*>")


def find_entries(book: Book) -> tuple[Entry, ...]:
    """A book -> its entries: the book itself, then its pages."""
    settings = book.settings
    about = " ".join(text for text in (settings.subtitle, settings.edition, settings.description) if text)
    titles = {title.id: title.title for file in book.data for title in file.titles}
    cover = Entry(Kind("book"), book.title, "", "", Heading(book.title), about, (book.id,))
    return (cover, *(entry for page in book.pages for entry in _Reading(book, page, titles).entries()))


@dataclass(slots=True)
class _Reading:
    """One page while it is read. `passage` has been begun; `words` are its text so far, `things` what stands in it."""

    book: Book
    page: Page
    rule_titles: Mapping[str, str]
    passage: Entry = field(init=False)
    words: list[str] = field(default_factory=list)
    things: list[Entry] = field(default_factory=list)
    anchor: str = ""

    def entries(self) -> Iterator[Entry]:
        tokens = self.page.tokens
        self.passage = self._begun(Kind("section"), self.page.title, "", Heading(self.page.title))
        position = 0
        while position < len(tokens):
            token = tokens[position]
            self.anchor = token.meta.get("anchor", self.anchor)
            end = _end_of_block(tokens, position)
            if token.type in ("heading_open", "rule"):
                yield from self._turn(token, tokens[position + 1 : end])
            elif token.type in _WIDGETS:
                self.things += _WIDGETS[token.type](self._spot(token))
            elif token.type == "term_open":
                self.things += self._terms(token)
            elif _is_own_table(token):
                self.things += table_entries(self._spot(token))
            elif token.type != "table_open" or "list" not in token.meta:
                self.words += [words for words in map(_words, tokens[position:end]) if words]
            position = end
        yield from self._ended()

    def _turn(self, token: Token, inside: tuple[Token, ...]) -> Iterator[Entry]:
        """A heading or rule -> the passage that ends here; the next one is begun."""
        if token.type == "rule":
            title = self.rule_titles.get(token.info, token.info)
            if self.passage.kind.name == "section" and not self.words and _akin(title, self.passage.title):
                names = (*self.passage.names, token.info, title)
                self.passage = replace(self.passage, kind=Kind("rule"), names=names)
                return
            yield from self._ended()
            self.passage = self._begun(Kind("rule"), title, self.anchor, self.passage.under, (token.info,))
        else:
            yield from self._ended()
            title = plain_text(inside[0])
            self.passage = self._begun(Kind("section"), title, self.anchor, Heading(title, self.anchor))

    def _begun(self, kind: Kind, title: str, anchor: str, under: Heading, names: tuple[str, ...] = ()) -> Entry:
        self.words, self.things = [], []
        return Entry(kind, title, self.page.id, anchor, under, "", names)

    def _ended(self) -> Iterator[Entry]:
        yield replace(self.passage, text=" ".join(self.words).removesuffix(" ·"))
        yield from self.things

    def _terms(self, opening: Token) -> Iterator[Entry]:
        """A term of the glossary -> its entry, where it is first explained."""
        target = Target(self.book.id, self.page.id, opening.meta.get("anchor", ""))
        for term in self.book.terms:
            if term.target == target:
                names = tuple(spelling for spelling in term.spellings if spelling != term.title)
                under = self.passage.under
                yield Entry(Kind("term"), term.title, self.page.id, target.anchor, under, term.meaning, names)

    def _spot(self, token: Token) -> Spot:
        return Spot(self.book, self.page.id, token, self.passage.under, self.anchor)


def _akin(rule: str, heading: str) -> bool:
    """Whether the title of a rule and a heading speak of the same: `Starting Hit Points`, `Hit Points`."""
    words = [{word[:4] for word in split_terms(title) if len(word) > 2} for title in (rule, heading)]
    return bool(words[0] & words[1])


def _end_of_block(tokens: tuple[Token, ...], position: int) -> int:
    """Where what opens here ends, if it is taken as a whole; anything else is taken token by token."""
    closing = _WHOLE.get(tokens[position].type)
    if closing is None:
        return position + 1
    return next(n for n in range(position, len(tokens)) if tokens[n].type == closing) + 1


def _is_own_table(token: Token) -> bool:
    """A table of a data file is found by itself, where it stands first."""
    return token.type == "table_open" and "table" in token.meta


def _words(token: Token) -> str:
    """A token -> the words that it shows; the cells of a table are set apart by a dot."""
    if token.type in ("inline", "formula"):
        return plain_text(token)
    if token.type in ("td_close", "th_close"):
        return "·"
    if token.type == "html_block":
        return " ".join(_TAG.sub(" ", token.content).split())
    return token.content if token.type in ("fence", "code_block") else ""
