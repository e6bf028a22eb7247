"""A book -> the entries of its printed index: its terms, the titles of its rules and tables, and its authors' words."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rollbook.model.book import Book, Page
from rollbook.model.document.blocks import GlossaryBlock, GlossaryEntry, IndexMark, RuleMark, StatBlock, TableBlock
from rollbook.model.document.inlines import Link
from rollbook.model.document.walk import every_block, inlines_in
from rollbook.model.spot import Target


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """Words of the index, the spots that they lead to, and other words that say more or instead."""

    words: str
    targets: tuple[Target, ...]
    see: tuple[str, ...]
    article: str = ""  # what they begin with and nobody looks for

    @property
    def order(self) -> str:
        """What it is sorted by: letters without accents, whatever their case, behind the article."""
        letters = unicodedata.normalize("NFKD", self.words[len(self.article) :].casefold())
        return "".join(letter for letter in letters if letter.isalnum() or letter == " ")


@dataclass(slots=True)
class _Gathered:
    words: str
    targets: dict[Target, None] = field(default_factory=dict)
    see: dict[str, None] = field(default_factory=dict)


def index_entries(book: Book, articles: Sequence[str] = ()) -> tuple[IndexEntry, ...]:
    """A book as printed, the articles of its language -> the entries of its index, sorted; same words are one entry."""
    gathered: dict[str, _Gathered] = {}
    for words, target, see in _marks(book):
        entry = gathered.setdefault(_key(words), _Gathered(words[:1].upper() + words[1:]))
        entry.targets |= {target: None} if target else {}
        entry.see |= {see: None} if see else {}
    entries = (
        IndexEntry(each.words, tuple(each.targets), tuple(each.see), _article(each.words, articles))
        for each in gathered.values()
    )
    return tuple(sorted(entries, key=lambda entry: (entry.order, entry.words)))


def _article(words: str, articles: Sequence[str]) -> str:
    """Words -> the article before them with its space; one that ends in an apostrophe has none."""
    prefixes = (article if article.endswith("’") else f"{article} " for article in articles)
    return next((words[: len(prefix)] for prefix in prefixes if words.casefold().startswith(prefix)), "")


def _key(words: str) -> str:
    """Words -> what they have in common with the same in another number or case: "Critical hits", "critical hit"."""
    return " ".join(word.rstrip("s") for word in words.casefold().split())


def _marks(book: Book) -> Iterator[tuple[str, Target | None, str]]:
    """A book -> words with the spot that they lead to, or with the words that they send the reader to."""
    titles = {title.id: title.title for file in book.data for title in file.titles}
    for page in book.pages:
        for block in every_block(page.blocks):
            match block:
                case RuleMark() if block.id in titles:
                    yield titles[block.id], Target(book.id, page.id, block.anchor), ""
                case TableBlock() if block.data and block.data.title and block.anchor:
                    yield block.data.title, Target(book.id, page.id, block.anchor), ""
                    yield from _records(block, page, book)
                case StatBlock():
                    yield block.title.plain, Target(book.id, page.id, block.anchor), ""
                case IndexMark():
                    target = None if block.see else Target(book.id, page.id, block.anchor)
                    yield from ((words, target, block.see) for words in block.words)
                case GlossaryBlock():
                    for entry in block.entries:
                        yield from _term(entry, Target(book.id, page.id, entry.anchor), book)


def _records(table: TableBlock, page: Page, book: Book) -> Iterator[tuple[str, Target, str]]:
    """Records on a page -> the name of each, and where it stands."""
    for name, anchor in zip(table.names, table.row_anchors, strict=False):
        if name and anchor:
            yield name, Target(book.id, page.id, anchor), ""


def _term(entry: GlossaryEntry, here: Target, book: Book) -> Iterator[tuple[str, Target | None, str]]:
    """A term -> where it is explained, where its explanation leads, and its other spellings, which send to it."""
    title = entry.definition.title
    if here.anchor:
        yield title, here, ""
    pages = {page.id for page in book.pages}
    for link in inlines_in(entry.meaning.inlines):
        if isinstance(link, Link) and link.target and not link.to_term and link.target.page in pages:
            yield title, link.target, ""
    for spelling in entry.definition.spellings[1:]:
        # What is beside the term anyway needs no entry of its own.
        if spelling[:2].casefold() != title[:2].casefold():
            yield spelling, None, title
