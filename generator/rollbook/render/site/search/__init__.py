"""Shelf -> what the reader's browser searches: for each book the file of its passages, and where each word stands.

{"language": "en",
 "pages":   [["index.html", "Title"], …]                       the cover first
 "kinds":   [["rule", ""], ["spell", "Spell"], …]              the label is a table's own word
 "entries": [[kind, page, anchor, title, under, text, names], …]   under: how far back the heading's entry is
 "terms":   "+1 2d6 armour …"                                  every term of the texts, sorted
 "hits":    [[…], …]                                           for each term the entries that hold it: how far behind
                                                               the one before, times 4, plus how often, 0 to 3}
Titles and names are few, so the browser splits them by itself.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import partial

from rollbook.cache import stored, work_ahead
from rollbook.model.book import Book, Page, Shelf, Term
from rollbook.model.files import OutputFile
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.ruleset import Ruleset
from rollbook.model.table import DataFile
from rollbook.render.address import hashed_name
from rollbook.render.medium import shown_on_site
from rollbook.render.site.search.entries import Entry, Kind
from rollbook.render.site.search.find_entries import cover_entry, page_entries
from rollbook.render.site.search.split_terms import count_terms

_MOST_TIMES = 4
# Under a name that stays: it is another one with every change of any book, and every page says where it is.
LIST = "search.json"


def _index(book: Book) -> bytes:
    """A book -> the file's bytes, the same for the same book."""
    found = [_found_in((cover_entry(book),)), *(call() for call in _calls(book))]
    kinds = {kind: number for number, kind in enumerate(dict.fromkeys(kind for each in found for kind in each.kinds))}
    rows = (
        f"[{kinds[kind]},{page},{row}"
        for page, each in enumerate(found)
        for kind, row in zip(each.kinds, each.rows, strict=True)
    )
    hits = _joined(found)
    terms = sorted(hits)
    parts = {
        "language": _json(book.settings.language),
        "pages": _json([["index.html", book.title], *([f"{page.id}.html", page.title] for page in book.pages)]),
        "kinds": _json([[kind.name, kind.label] for kind in kinds]),
        "entries": f"[{','.join(rows)}]",
        "terms": _json(" ".join(terms)),
        "hits": f"[{','.join('[' + ','.join(hits[term]) + ']' for term in terms)}]",
    }
    return f"{{{','.join(f'{_json(name)}:{text}' for name, text in parts.items())}}}".encode()


_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class _Found:
    """What a page has to be found: its entries, each by its kind and by its row from the anchor on; their terms.

    Each term comes with its first step, counted from the page's first entry, what follows that in the file, and the
    last entry that holds it. All of them are in a few values, since hundreds of pages are read at once.
    """

    kinds: tuple[Kind, ...]
    rows: tuple[str, ...]
    terms: str  # with spaces between them
    firsts: tuple[int, ...]
    others: str  # with lines between them
    lasts: tuple[int, ...]


def _calls(book: Book) -> list[partial[_Found]]:
    """A book -> the calls that find what its pages have."""
    return [partial(_found_on, page, book.id, book.rules, book.data, book.terms) for page in book.pages]


@stored
def _found_on(page: Page, book: str, rules: Ruleset, data: tuple[DataFile, ...], terms: tuple[Term, ...]) -> _Found:
    return _found_in(page_entries(page, book, rules, data, terms))


def _found_in(entries: tuple[Entry, ...]) -> _Found:
    firsts: dict[str, int] = {}
    others: dict[str, str] = {}
    lasts: dict[str, int] = {}
    for number, entry in enumerate(entries):
        for term, times in count_terms(entry.text).items():
            often = (times if times < _MOST_TIMES else _MOST_TIMES) - 1
            if term in lasts:
                others[term] += f",{(number - lasts[term]) * _MOST_TIMES + often}"
            else:
                firsts[term], others[term] = number * _MOST_TIMES + often, ""
            lasts[term] = number
    return _Found(
        kinds=tuple(entry.kind for entry in entries),
        rows=tuple(_rows(entries)),
        terms=" ".join(firsts),
        firsts=tuple(firsts.values()),
        others="\n".join(others.values()),
        lasts=tuple(lasts.values()),
    )


def _joined(pages: Iterable[_Found]) -> dict[str, list[str]]:
    """Pages in order -> where each term is in the book, as the file has it."""
    hits: dict[str, list[str]] = defaultdict(list)
    lasts: dict[str, int] = {}
    start = 0
    for page in pages:
        if page.firsts:
            steps = zip(page.terms.split(" "), page.firsts, page.others.split("\n"), page.lasts, strict=True)
            for term, first, others, last in steps:
                hits[term].append(f"{first + (start - lasts.get(term, 0)) * _MOST_TIMES}{others}")
                lasts[term] = start + last
        start += len(page.rows)
    return hits


def _rows(entries: tuple[Entry, ...]) -> Iterator[str]:
    """The entries of a page -> the row of each without its beginning, which only the whole book tells."""
    headings: dict[str, int] = {}
    for number, entry in enumerate(entries):
        headings.setdefault(entry.anchor, number)
    for number, entry in enumerate(entries):
        back = number - headings[entry.under.anchor]
        yield _json([entry.anchor, entry.title, back, entry.text, *entry.names]).removeprefix("[")


def search_calls(shelf: Shelf) -> list[partial[_Found]]:
    """All books -> the calls that find what can be searched, for `work_ahead`."""
    return [call for book in shown_on_site(shelf).books for call in _calls(book)]


def render_search(shelf: Shelf) -> tuple[OutputFile, ...]:
    """All books -> the files that are searched, and the list of them."""
    work_ahead(search_calls(shelf))
    shelf = shown_on_site(shelf)
    indexes = {book.id: _index(book) for book in shelf.books}
    # Below static/, where every name holds its content's hash: a reader's browser keeps these files for ever.
    paths = {book: hashed_name(f"static/search/{book}.json", content) for book, content in indexes.items()}
    books = [
        {
            "id": book.id,
            "title": book.title,
            "edition": book.settings.edition,
            "file": paths[book.id],
            "size": len(indexes[book.id]),
        }
        for book in shelf.books
    ]
    listed = json.dumps({"books": books}, ensure_ascii=False, separators=(",", ":")).encode()
    files = [OutputFile(f"site/{paths[book]}", content) for book, content in indexes.items()]
    return (*files, OutputFile(f"site/{LIST}", listed))
