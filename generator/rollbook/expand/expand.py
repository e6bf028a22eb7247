"""WrittenShelf -> Draft: every directive replaced by its blocks, pictures placed, raw HTML cleaned and dice found."""

from __future__ import annotations

from collections.abc import Mapping

from rollbook.cache import reused, stored
from rollbook.engine.vocabulary import Vocabulary
from rollbook.expand.catalogue import catalogue
from rollbook.expand.clean_html import clean_html
from rollbook.expand.find_rolls import find_rolls
from rollbook.expand.make_blocks import find_unshown_changes
from rollbook.expand.mark_roll_tables import mark_roll_tables
from rollbook.expand.place_pictures import place_pictures
from rollbook.expand.replace_directives import Replacer
from rollbook.model.chapter import Chapter, Draft, Manuscript, WrittenBook, WrittenShelf
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import Block
from rollbook.model.table import DataFile, phrases_in
from rollbook.words import dice_phrases


def expand(shelf: WrittenShelf) -> tuple[Draft, tuple[Diagnostic, ...]]:
    """All books as written -> the same in blocks, and what is wrong in them."""
    parts = {part.name: part for part in shelf.parts}
    books = []
    found: list[Diagnostic] = []
    for book in shelf.books:
        expanded, problems = _expand_book(book, parts)
        books.append(expanded)
        found += problems
    return Draft(shelf.settings, tuple(books), shelf.theme), tuple(found)


def _expand_book(book: WrittenBook, parts: Mapping[str, Chapter]) -> tuple[Manuscript, list[Diagnostic]]:
    replacer = Replacer(catalogue(book), parts)
    vocabulary = _vocabulary(book.data, book.settings.language)
    chapters = []
    found: list[Diagnostic] = []
    for chapter in book.chapters:
        blocks = replacer.blocks(chapter)
        settled = (vocabulary, book.settings.classes, book.settings.language)
        if blocks is None:
            expanded_chapter, problems = _expand_chapter(chapter, *settled)
        else:
            expanded_chapter, problems = _expand_text(chapter.name, chapter.path, blocks, *settled)
        chapters.append(expanded_chapter)
        found += problems
    expanded = Manuscript(book.id, book.settings, tuple(chapters), book.data, book.assets, book.moves, book.theme)
    return expanded, [*replacer.found, *found, *find_unshown_changes(book.changes, chapters)]


@reused
def _vocabulary(data: tuple[DataFile, ...], language: str) -> Vocabulary:
    return Vocabulary({**dice_phrases(language), **phrases_in(data)})


@stored
def _expand_chapter(
    chapter: Chapter, vocabulary: Vocabulary, classes: tuple[str, ...], language: str
) -> tuple[Chapter, tuple[Diagnostic, ...]]:
    """A chapter that has no directives, its book's own words -> the chapter, its HTML clean, its dice found."""
    return _expanded(chapter.name, chapter.path, chapter.blocks, vocabulary, classes, language)


def _expanded(
    name: str,
    path: str,
    blocks: tuple[Block, ...],
    vocabulary: Vocabulary,
    classes: tuple[str, ...],
    language: str,
) -> tuple[Chapter, tuple[Diagnostic, ...]]:
    blocks, unplaced = place_pictures(blocks, language)
    blocks, removed = clean_html(blocks, classes)
    blocks, unrollable = mark_roll_tables(blocks)
    blocks, unreadable = find_rolls(blocks, vocabulary, language)
    return Chapter(name, path, blocks), (*unplaced, *removed, *unrollable, *unreadable)


# For a chapter whose directives were replaced: it is known by the blocks that it has now.
_expand_text = stored(_expanded)
