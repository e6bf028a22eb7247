"""Draft -> the same Draft with every directive replaced by its blocks, raw HTML cleaned and dice found."""

from __future__ import annotations

from dataclasses import replace

from markdown_it.token import Token

from generator.chapter import Chapter, Draft, Manuscript
from generator.diagnostic import Diagnostic
from generator.expand.clean_html import clean_html
from generator.expand.expand_directive import expand_directive


def expand(draft: Draft) -> tuple[Draft, tuple[Diagnostic, ...]]:
    """All books as written -> the same in blocks, and what is wrong in them."""
    books = []
    found: list[Diagnostic] = []
    for book in draft.books:
        chapters = []
        for chapter in book.chapters:
            expanded, problems = _expand_chapter(chapter, book)
            chapters.append(expanded)
            found += problems
        books.append(replace(book, chapters=tuple(chapters)))
    return replace(draft, books=tuple(books)), tuple(found)


def _expand_chapter(chapter: Chapter, book: Manuscript) -> tuple[Chapter, list[Diagnostic]]:
    tokens: list[Token] = []
    found: list[Diagnostic] = []
    for token in chapter.tokens:
        if token.type == "directive":
            blocks, problems = expand_directive(token.meta["directive"], book)
            tokens += blocks
            found += problems
        else:
            tokens.append(token)
    tokens, problems = clean_html(tokens)
    return replace(chapter, tokens=tuple(tokens)), found + problems
