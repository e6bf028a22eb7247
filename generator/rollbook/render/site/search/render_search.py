"""Shelf -> one file to search for each book, and the list of them. A page names the list; nothing is fetched before
the search is opened."""

from __future__ import annotations

import json
from dataclasses import dataclass

from rollbook.model.book import Shelf
from rollbook.model.output import OutputFile
from rollbook.render.hashed import hashed_name
from rollbook.render.site.search.find_entries import find_entries
from rollbook.render.site.search.index_book import index_book


@dataclass(frozen=True, slots=True)
class SearchFiles:
    """The files to write, and the path of the list below the site's root."""

    files: tuple[OutputFile, ...]
    list: str


def render_search(shelf: Shelf) -> SearchFiles:
    """All books -> everything below site/static/search."""
    indexes = {book.id: index_book(book, find_entries(book)) for book in shelf.books}
    # Below static/, where every name holds its content's hash: a reader's browser keeps these files for ever.
    paths = {book: hashed_name(f"static/search/{book}.json", content) for book, content in indexes.items()}
    books = [
        {
            "id": book.id,
            "title": book.title,
            "edition": book.settings.edition,
            "file": paths[book.id].rpartition("/")[2],
        }
        for book in shelf.books
    ]
    listed = json.dumps({"books": books}, ensure_ascii=False, separators=(",", ":")).encode()
    path = hashed_name("static/search/shelf.json", listed)
    files = [OutputFile(f"site/{paths[book]}", content) for book, content in indexes.items()]
    return SearchFiles((*files, OutputFile(f"site/{path}", listed)), path)
