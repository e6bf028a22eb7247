"""Step 4, assemble: Draft -> Shelf: pages in order, anchors unique, every link resolved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from rollbook.assemble.fill_lists import fill_lists
from rollbook.assemble.link_rules import link_rules
from rollbook.assemble.link_targets import LinkTargets
from rollbook.assemble.mark_terms import mark_terms
from rollbook.assemble.read_rules import read_rules
from rollbook.assemble.resolve_links import resolve_links
from rollbook.assemble.resolve_moves import OldAddresses, resolve_moves
from rollbook.assemble.split_pages import set_apart, split_pages
from rollbook.cache import stored
from rollbook.model.book import Book, Shelf
from rollbook.model.chapter import Chapter, Draft, Manuscript
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import BookTitle, Heading
from rollbook.model.document.walk import every_block


def assemble(draft: Draft) -> tuple[Shelf, tuple[Diagnostic, ...]]:
    """All books in blocks -> the shelf with pages, anchors, links and terms, and what is wrong with these."""
    found: list[Diagnostic] = []
    books = tuple(_book(manuscript, found) for manuscript in draft.books)
    shelf = Shelf(draft.settings, books, theme=draft.theme)
    link_targets = LinkTargets(shelf)
    moves, unmoved = resolve_moves(draft, link_targets)
    resolved, dead_links = resolve_links(replace(shelf, moves=moves), link_targets, OldAddresses(moves, link_targets))
    marked, misdefined = mark_terms(link_rules(resolved))
    filled, unfilled = fill_lists(marked)
    return filled, (*found, *unmoved, *dead_links, *misdefined, *unfilled)


def _book(manuscript: Manuscript, found: list[Diagnostic]) -> Book:
    title = _title(manuscript)
    pages = set_apart(split_pages(manuscript.chapters, title), manuscript.settings)
    rules, problems = read_rules(manuscript)
    found += problems
    book = Book(manuscript.id, title, manuscript.settings, pages, manuscript.data, manuscript.assets, rules)
    return replace(book, theme=manuscript.theme)


def _title(book: Manuscript) -> str:
    """The book's name with the words of its $header-main; a lone file's $header counts as one.

    A book that has neither settings nor header is named by its first heading, and at last by its folder.
    """
    named = book.settings.title or book.id.replace("-", " ").replace("_", " ").title()
    header = next(_headers(book), "")
    if header:
        return f"{named} {header}"
    return book.settings.title or next(_headings(book), named)


def _headers(book: Manuscript) -> Iterator[str]:
    kinds = ("header-main", "header") if len(book.chapters) == 1 else ("header-main",)
    for chapter in book.chapters:
        yield from (text for directive, text in _titles_in(chapter) if directive in kinds)


def _headings(book: Manuscript) -> Iterator[str]:
    return (text for chapter in book.chapters for directive, text in _titles_in(chapter) if not directive)


@stored
def _titles_in(chapter: Chapter) -> tuple[tuple[str, str], ...]:
    """A chapter -> the texts of its headers, each with its directive, and its first heading with none."""
    blocks = list(every_block(chapter.blocks))
    headers = ((block.directive, block.text) for block in blocks if isinstance(block, BookTitle))
    headings = (("", block.line.plain) for block in blocks if isinstance(block, Heading) and block.line.plain)
    return (*headers, *islice(headings, 1))
