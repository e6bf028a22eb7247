"""A book -> everything that a search can find in it, in reading order.

A passage reaches from one heading or rule to the next, so that a result lands on the few lines that were asked for.
The first rule of a section shares its heading where both speak of the same: a reader would see no difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from rollbook.model.book import Book, Page, Term
from rollbook.model.document import blocks as kinds
from rollbook.model.document.blocks import Block
from rollbook.model.document.inlines import plain_text
from rollbook.model.document.walk import every_block, own_lines
from rollbook.model.ruleset import Ruleset
from rollbook.model.spot import Target
from rollbook.model.table import DataFile
from rollbook.render.site.search import entries
from rollbook.render.site.search.entries import Entry, Kind, SectionTitle, Standing
from rollbook.render.site.search.split_terms import split_terms

_TAG = re.compile(r"<[^>]*>")


def find_entries(book: Book) -> tuple[Entry, ...]:
    """A book -> its entries: the book itself, then its pages."""
    facts = (book.id, book.rules, book.data, book.terms)
    return (cover_entry(book), *(entry for page in book.pages for entry in page_entries(page, *facts)))


def cover_entry(book: Book) -> Entry:
    """A book -> the entry of itself."""
    settings = book.settings
    about = " ".join(text for text in (settings.subtitle, settings.edition, settings.description) if text)
    return Entry(Kind("book"), book.title, "", "", SectionTitle(book.title), about, (book.id,))


def page_entries(
    page: Page, book: str, rules: Ruleset, data: tuple[DataFile, ...], terms: tuple[Term, ...]
) -> tuple[Entry, ...]:
    """A page, its book's id, rules, data and terms -> the page's entries."""
    titles = {title.id: title.title for file in data for title in file.titles}
    return tuple(_Reading(book, rules, page, titles, {term.target: term for term in reversed(terms)}).entries())


@dataclass(slots=True)
class _Reading:
    """One page while it is read. `passage` has been begun; `words` are its text so far, `things` what stands in it."""

    book: str
    rules: Ruleset
    page: Page
    rule_titles: Mapping[str, str]
    terms: Mapping[Target, Term]
    passage: Entry = field(init=False)
    words: list[str] = field(default_factory=list)
    things: list[Entry] = field(default_factory=list)
    anchor: str = ""

    def entries(self) -> Iterator[Entry]:
        self.passage = self._begun(Kind("section"), self.page.title, "", SectionTitle(self.page.title))
        for block in every_block(self.page.blocks):
            yield from self._block(block)
        yield from self._ended()

    def _block(self, block: Block) -> Iterator[Entry]:
        """A block -> the passage that ends with it, if it begins another."""
        match block:
            case kinds.Paragraph():  # first: there are more of them than of all else
                self.words += [plain] if (plain := block.line.plain) else []
            case kinds.Heading():
                yield from self._ended()
                self.anchor = block.anchor
                title = block.line.plain
                self.passage = self._begun(Kind("section"), title, block.anchor, SectionTitle(title, block.anchor))
            case kinds.RuleMark():
                self.anchor = block.anchor
                yield from self._rule(block)
            case kinds.CalculatorBlock():
                self.anchor = block.anchor
                self.things += entries.calculator_entry(block, self._here)
            case kinds.SheetBlock():
                self.anchor = block.anchor
                self.things += entries.sheet_entry(block, self._here)
            case kinds.StatBlock():
                self.anchor = block.anchor
                self.things += entries.stat_block_entry(block, self._here)
            case kinds.ExampleBlock():
                self.things += entries.example_entry(block, self._here)
            case kinds.GlossaryBlock():
                self._glossary(block)
            case kinds.TableBlock(data=data) if data is not None:
                self.anchor = block.anchor or self.anchor
                self.things += entries.table_entries(block, data, self._here)
            case kinds.TableBlock():
                # The cells of a table are set apart by a dot.
                self.words += [part for line in own_lines(block) for part in (line.plain, "·") if part]
            case kinds.Figure():
                self.words += [line.plain for line in own_lines(block) if line.plain]
            case kinds.ReadingBlock():
                told = (block.reading.source.text.strip(), *(rule.title for rule in block.rules))
                says = (f"{block.title.plain}.", block.why.plain, block.other.plain)
                self.words += [*says, *(part for text in told for part in ("·", text))]
            case kinds.Formula():
                self.words.append(plain_text(block.inlines))
            case kinds.CodeBlock():
                self.words.append(block.text)
            case kinds.RawBlock():
                self.words += [words] if (words := " ".join(_TAG.sub(" ", block.html).split())) else []
            case kinds.DefinitionList():
                self.words += [definition.term.plain for definition in block.definitions]
            case kinds.ListBlock() | kinds.Quote() | kinds.Division() | kinds.NewsEntry() | kinds.Footnote():
                pass  # What stands in them comes next.
            case kinds.Separator() | kinds.PageBreak() | kinds.BookTitle() | kinds.Directive() | kinds.IndexMark():
                pass
            case (
                kinds.CoverageBlock()
                | kinds.ComparisonBlock()
                | kinds.IndexBlock()
                | kinds.BoardBlock()
                | kinds.TrackerBlock()
            ):
                pass  # What only repeats the book is not found in place of it.
            case _:
                assert_never(block)

    def _rule(self, block: kinds.RuleMark) -> Iterator[Entry]:
        title = self.rule_titles.get(block.id, block.id)
        if self.passage.kind.name == "section" and not self.words and _akin(title, self.passage.title):
            names = (*self.passage.names, block.id, title)
            self.passage = replace(self.passage, kind=Kind("rule"), names=names)
            return
        yield from self._ended()
        self.passage = self._begun(Kind("rule"), title, block.anchor, self.passage.under, (block.id,))

    def _begun(self, kind: Kind, title: str, anchor: str, under: SectionTitle, names: tuple[str, ...] = ()) -> Entry:
        self.words, self.things = [], []
        return Entry(kind, title, self.page.id, anchor, under, "", names)

    def _ended(self) -> Iterator[Entry]:
        yield replace(self.passage, text=" ".join(self.words).removesuffix(" ·"))
        yield from self.things

    def _glossary(self, block: kinds.GlossaryBlock) -> None:
        """A glossary -> an entry for each of its terms, where it is first explained."""
        for entry in block.entries:
            self.anchor = entry.anchor or self.anchor
            term = self.terms.get(Target(self.book, self.page.id, entry.anchor))
            if term:
                names = tuple(spelling for spelling in term.spellings if spelling != term.title)
                under = self.passage.under
                thing = Entry(Kind("term"), term.title, self.page.id, entry.anchor, under, term.meaning, names)
                self.things.append(thing)

    @property
    def _here(self) -> Standing:
        return Standing(self.rules, self.page.id, self.passage.under, self.anchor)


def _akin(rule: str, heading: str) -> bool:
    """Whether the title of a rule and a heading speak of the same: `Starting Hit Points`, `Hit Points`."""
    words = [{word[:4] for word in split_terms(title) if len(word) > 2} for title in (rule, heading)]
    return bool(words[0] & words[1])
