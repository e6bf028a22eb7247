"""The entries of an index, and the pages of a book that is laid out -> the index as HTML, to be laid out behind it.

Only then are the pages known, so that numbers of neighbouring pages can be joined: 12–14.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from rollbook.model.book import Book
from rollbook.model.index_entries import IndexEntry, index_entries
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
