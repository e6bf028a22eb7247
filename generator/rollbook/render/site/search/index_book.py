"""The entries of a book -> the file that the browser searches.

{"language": "en",
 "pages":   [["index.html", "Title"], …]                       the cover first
 "kinds":   [["rule", ""], ["spell", "Spell"], …]              the label is a table's own word
 "entries": [[kind, page, anchor, title, under, text, names], …]   under: the number of the heading's entry
 "terms":   "+1 2d6 armour …"                                  every term of the texts, sorted
 "hits":    [[…], …]                                           for each term the entries that hold it: how far behind
                                                               the one before, times 4, plus how often, 0 to 3}
Titles and names are few, so the browser splits them by itself.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rollbook.model.book import Book, Shelf
from rollbook.model.output import OutputFile
from rollbook.model.printing import on_site
from rollbook.render.hashed import hashed_name
from rollbook.render.site.search.entry import Entry
from rollbook.render.site.search.find_entries import find_entries
from rollbook.render.site.search.split_terms import split_terms

_MOST_TIMES = 4


def index_book(book: Book, entries: tuple[Entry, ...]) -> bytes:
    """A book and its entries -> the file's bytes, the same for the same book."""
    pages = {"": 0} | {page.id: number for number, page in enumerate(book.pages, 1)}
    kinds = {kind: number for number, kind in enumerate(dict.fromkeys(entry.kind for entry in entries))}
    headings: dict[tuple[str, str], int] = {}
    for number, entry in enumerate(entries):
        headings.setdefault((entry.page, entry.anchor), number)
    hits = _hits(entries)
    shelf = {
        "language": book.settings.language,
        "pages": [["index.html", book.title], *([f"{page.id}.html", page.title] for page in book.pages)],
        "kinds": [[kind.name, kind.label] for kind in kinds],
        "entries": [
            [
                *(kinds[entry.kind], pages[entry.page], entry.anchor, entry.title),
                *(headings[entry.page, entry.under.anchor], entry.text, *entry.names),
            ]
            for entry in entries
        ],
        "terms": " ".join(sorted(hits)),
        "hits": [list(_steps(hits[term])) for term in sorted(hits)],
    }
    return json.dumps(shelf, ensure_ascii=False, separators=(",", ":")).encode()


def _hits(entries: Iterable[Entry]) -> dict[str, dict[int, int]]:
    """Entries -> for each term how often it stands in the text of each."""
    hits: dict[str, dict[int, int]] = defaultdict(dict)
    for number, entry in enumerate(entries):
        for term, times in Counter(split_terms(entry.text)).items():
            hits[term][number] = times
    return hits


def _steps(places: dict[int, int]) -> Iterator[int]:
    before = 0
    for number, times in places.items():
        yield (number - before) * _MOST_TIMES + min(times, _MOST_TIMES) - 1
        before = number


@dataclass(frozen=True, slots=True)
class SearchFiles:
    """The files to write, and the path of the list below the site's root."""

    files: tuple[OutputFile, ...]
    list: str


def render_search(shelf: Shelf) -> SearchFiles:
    """All books -> everything below site/static/search."""
    shelf = on_site(shelf)
    indexes = {book.id: index_book(book, find_entries(book)) for book in shelf.books}
    # Below static/, where every name holds its content's hash: a reader's browser keeps these files for ever.
    paths = {book: hashed_name(f"static/search/{book}.json", content) for book, content in indexes.items()}
    books = [
        {
            "id": book.id,
            "title": book.title,
            "edition": book.settings.edition,
            "file": paths[book.id].rpartition("/")[2],
            "size": len(indexes[book.id]),
        }
        for book in shelf.books
    ]
    listed = json.dumps({"books": books}, ensure_ascii=False, separators=(",", ":")).encode()
    path = hashed_name("static/search/shelf.json", listed)
    files = [OutputFile(f"site/{paths[book]}", content) for book, content in indexes.items()]
    return SearchFiles((*files, OutputFile(f"site/{path}", listed)), path)
