"""Step 3, expand: WrittenShelf -> Draft.

Every directive is replaced by its blocks, pictures are placed, raw HTML is cleaned and dice are found.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rollbook.cache import reused, stored
from rollbook.engine.problem import Problem
from rollbook.engine.roll_table import make_roll_table
from rollbook.engine.table import Column as EngineColumn
from rollbook.engine.table import GameTable
from rollbook.engine.vocabulary import Vocabulary
from rollbook.expand.catalogue import catalogue
from rollbook.expand.clean_html import clean_html
from rollbook.expand.expand_data import find_unshown_changes
from rollbook.expand.find_rolls import find_rolls
from rollbook.expand.place_pictures import place_pictures
from rollbook.expand.replace_directives import Replacer
from rollbook.model.chapter import Chapter, Draft, Manuscript, WrittenBook, WrittenShelf
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import Block, TableBlock
from rollbook.model.document.walk import change_blocks
from rollbook.model.ruleset import engine_table
from rollbook.model.source import Place
from rollbook.model.table import DataFile, Table, phrases_in
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
    blocks, unrollable = _mark_roll_tables(blocks)
    blocks, unreadable = find_rolls(blocks, vocabulary, language)
    return Chapter(name, path, blocks), (*unplaced, *removed, *unrollable, *unreadable)


# For a chapter whose directives were replaced: it is known by the blocks that it has now.
_expand_text = stored(_expanded)


def _mark_roll_tables(blocks: tuple[Block, ...]) -> tuple[tuple[Block, ...], list[Diagnostic]]:
    """A chapter's blocks -> the same with roll tables marked, and what keeps a table from being rolled on."""
    found: list[Diagnostic] = []

    def mark(block: Block) -> tuple[Block, ...]:
        if not isinstance(block, TableBlock):
            return (block,)
        marked, problems = _mark(block)
        found.extend(problems)
        return (marked,)

    return change_blocks(blocks, mark), found


def _mark(table: TableBlock) -> tuple[TableBlock, list[Diagnostic]]:
    made = make_roll_table(engine_table(table.data) if table.data else _from_cells(table))
    if made is None:
        return table, []
    labels = _labels_in_data(table.data) if table.data else _labels_in_cells(table)
    if isinstance(made, tuple):
        return table, [_diagnostic(problem, labels) for problem in made]
    return replace(table, roll=made, labels=labels), []


def _labels_in_data(table: Table) -> tuple[Place, ...]:
    """A table of a data file -> the places of its labels."""
    label = next((index for index, column in enumerate(table.columns) if column.kind == "range"), 0)
    return tuple(row[label].place for row in table.rows)


def _from_cells(table: TableBlock) -> GameTable:
    """A pipe table -> the engine's table."""
    titles = [cell.line.written for cell in table.head]
    columns = tuple(EngineColumn(title, title, "text") for title in titles)
    cells = tuple(tuple(cell.line.written for cell in row) for row in table.rows)
    return GameTable("", "", columns, cells, "", "report", "")


def _labels_in_cells(table: TableBlock) -> tuple[Place, ...]:
    """A pipe table -> the places of its labels."""
    first = (row[0].line for row in table.rows)
    return tuple(line.spelling.at(0, max(len(line.written), 1)) for line in first)


def _diagnostic(problem: Problem, labels: tuple[Place, ...]) -> Diagnostic:
    """What keeps a row from being rolled -> a problem at that row's label. Its path is ("rows", index, column)."""
    row = next((step for step in problem.path if isinstance(step, int)), 0)
    return Diagnostic("bad-range", problem.message, labels[row], problem.suggestion)
