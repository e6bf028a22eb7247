"""Sources -> WrittenShelf: each file read by the parser of its kind."""

from __future__ import annotations

from dataclasses import replace

from rollbook.cache import reused
from rollbook.model.chapter import Chapter, WrittenBook, WrittenShelf
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.source import BookSources, Source, Sources
from rollbook.model.table import DataFile
from rollbook.parse.check_formulas import check_formulas
from rollbook.parse.parse_changes import parse_changes
from rollbook.parse.parse_chapter import parse_chapter
from rollbook.parse.parse_data import parse_data
from rollbook.parse.parse_moved import parse_moved
from rollbook.parse.parse_pictures import parse_pictures
from rollbook.parse.parse_settings import parse_book_settings, parse_shelf_settings
from rollbook.parse.parse_theme import shipped_theme


def parse(sources: Sources) -> tuple[WrittenShelf, tuple[Diagnostic, ...]]:
    """All files as read -> all books as written, and what is wrong in them."""
    found: list[Diagnostic] = []
    settings, problems = parse_shelf_settings(sources.settings, tuple(book.id for book in sources.books))
    found += problems
    shared, problems = _parse_data_files(sources.shared_data)
    shared = tuple(map(_for_all_books, shared))
    found += problems
    books = []
    for book in sources.books:
        manuscript, problems = _parse_book(book, shared, settings.theme)
        books.append(manuscript)
        found += problems
    parts = []
    for source in sources.parts:
        part, problems = parse_chapter(source, settings.language)
        parts.append(part)
        found += problems
    in_shelf_order = sorted(books, key=lambda book: _position(book.id, settings.books))
    theme = shipped_theme(settings.theme)
    return WrittenShelf(settings, tuple(in_shelf_order), tuple(parts), theme), tuple(found)


def _parse_book(
    book: BookSources, shared: tuple[DataFile, ...], theme: str
) -> tuple[WrittenBook, tuple[Diagnostic, ...]]:
    """A book's files, data for all books, the shelf's theme -> the book as written, and what is wrong in it."""
    chapter_names, picture_names = (tuple(source.name for source in book.chapters), tuple(a.path for a in book.assets))
    settings, problems = parse_book_settings(book.settings, chapter_names, picture_names)
    found = list(problems)
    chapters = []
    for source in book.chapters:
        chapter, chapter_problems = parse_chapter(source, settings.language)
        chapters.append(chapter)
        found += chapter_problems
    chapters.sort(key=lambda chapter: _chapter_position(chapter, settings.chapters))
    data, data_problems = _parse_data_files(book.data)
    found += data_problems
    found += check_formulas(data + shared)
    changes, change_problems = parse_changes(book.changes, settings.language)
    found += change_problems
    moves, move_problems = parse_moved(book.moved)
    found += move_problems
    pictures, picture_problems = parse_pictures(book.assets, book.folder)
    found += picture_problems
    look = shipped_theme(settings.theme or theme)
    written = WrittenBook(book.id, settings, tuple(chapters), data + shared, pictures, changes, moves, look)
    return written, tuple(found)


def _parse_data_files(sources: tuple[Source, ...]) -> tuple[tuple[DataFile, ...], tuple[Diagnostic, ...]]:
    files = []
    found: list[Diagnostic] = []
    for source in sources:
        file, problems = parse_data(source)
        files.append(file)
        found += problems
    return tuple(files), tuple(found)


@reused
def _for_all_books(file: DataFile) -> DataFile:
    return replace(file, shared=True)


def _chapter_position(chapter: Chapter, listed: tuple[str, ...]) -> tuple[int, float, str]:
    """What book.yml lists comes first, then what asks for a position, then the rest by name."""
    position, name = _position(chapter.name, listed)
    return position, chapter.order, name


def _position(name: str, order: tuple[str, ...]) -> tuple[int, str]:
    """What the settings list comes first, in their order; the rest follows by name."""
    return (order.index(name) if name in order else len(order), name)
