"""A book -> the entries of its index: its terms, the titles of its rules and tables, and its authors' words.

Those, and the pages of the book once it is laid out -> the index as HTML, to be laid out behind it.

Only then are the pages known, so that numbers of neighbouring pages can be joined: 12–14.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import groupby

from rollbook.model.book import Book, Page
from rollbook.model.document.blocks import GlossaryBlock, GlossaryEntry, IndexMark, RuleMark, StatBlock, TableBlock
from rollbook.model.document.inlines import Link
from rollbook.model.document.walk import every_block, inlines_in
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.spot import Target
from rollbook.render.pdf.paper import spot
from rollbook.render.templates import templates
from rollbook.words import PageWords, direction, page_words

# Whoever looks for less finds it in the contents.
_WORTH_AN_INDEX = 12


@dataclass(frozen=True, slots=True)
class PagesView:
    """Pages of an entry: as they are printed, and where the link on them leads."""

    words: str
    href: str


@dataclass(frozen=True, slots=True)
class EntryView:
    """A line of the index: words, pages, and what else to look for."""

    words: str
    pages: tuple[PagesView, ...]
    see: str


@dataclass(frozen=True, slots=True)
class BackIndex:
    """The index of a book, still without pages."""

    book: Book
    entries: tuple[IndexEntry, ...]

    def html(self, pages: Mapping[str, int], first: int) -> str:
        """The page of each anchor, the number of the index's own first page -> a document of its own."""
        words = page_words(self.book.settings.language)
        letters = groupby(self.entries, key=_letter)
        groups = tuple((letter, tuple(_entry(each, pages, words) for each in of_it)) for letter, of_it in letters)
        language = self.book.settings.language
        return (
            templates("print")
            .get_template("index.html")
            .render(
                title=self.book.title,
                words=words,
                language=language,
                direction=direction(language),
                groups=groups,
                first=first,
                side="recto" if first % 2 else "verso",
            )
        )


def back_index(book: Book) -> BackIndex | None:
    """A book as printed -> its index, unless it wants none or has hardly anything to put there."""
    articles = str(page_words(book.settings.language).articles).split(", ")
    entries = index_entries(book, articles) if book.settings.index == "yes" else ()
    return BackIndex(book, entries) if len(entries) >= _WORTH_AN_INDEX else None


def _letter(entry: IndexEntry) -> str:
    """An entry -> the letter that it stands under; figures and signs share one."""
    first = entry.order[:1].upper()
    return first if first.isalpha() else "#"


def _entry(entry: IndexEntry, pages: Mapping[str, int], words: PageWords) -> EntryView:
    spots = {spot(target.page, target.anchor) for target in entry.targets}
    numbers: dict[int, str] = {}
    for name in sorted(name for name in spots if name in pages):
        numbers.setdefault(pages[name], name)
    runs = tuple(PagesView(_run(run), f"#{numbers[run[0]]}") for run in _runs(sorted(numbers)))
    phrase = words.see_also if runs else words.see
    return EntryView(entry.words, runs, phrase.format(words=", ".join(entry.see)) if entry.see else "")


def _runs(numbers: Iterable[int]) -> Iterator[Sequence[int]]:
    """Numbers in order -> those that follow each other, together."""
    for _, run in groupby(enumerate(numbers), key=lambda each: each[1] - each[0]):
        yield [number for _, number in run]


def _run(numbers: Sequence[int]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"


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
