"""Step 2, parse: Sources -> WrittenShelf: each file read by the parser of its kind.

Chapters and tables are as written; every piece knows file, line and column.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from rollbook.cache import reused, work_apart
from rollbook.model.chapter import Chapter, WrittenBook, WrittenShelf
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.settings import STANDARD, BookSettings, filled
from rollbook.model.source import Asset, BookSources, Source, Sources
from rollbook.model.table import DataFile
from rollbook.model.theme import OWN, STANDARD_LOOK, THEMES, Theme, logo_of
from rollbook.parse.check_cells import check_formulas
from rollbook.parse.parse_changes import parse_changes, parse_moved
from rollbook.parse.parse_chapter import parse_chapter
from rollbook.parse.parse_data import parse_data
from rollbook.parse.parse_fonts import dressed
from rollbook.parse.parse_pictures import begin_pictures, parse_pictures
from rollbook.parse.parse_settings import parse_book_settings, parse_shelf_settings
from rollbook.parse.parse_theme import own_theme, shipped_theme
from rollbook.parse.read_settings import check_colours

_DIRECTIVE = re.compile(r"<!--\s*\$")


def parse(sources: Sources) -> tuple[WrittenShelf, tuple[Diagnostic, ...]]:
    """All files as read -> all books as written, and what is wrong in them."""
    found: list[Diagnostic] = []
    begin_pictures((filter(_is_own, book.assets), book.folder) for book in sources.books)
    looks, problems = _looks(sources.theme)
    found += problems
    media, problems = parse_pictures(sources.media, _content(sources))
    found += problems
    settings, problems = parse_shelf_settings(
        sources.settings,
        tuple(book.id for book in sources.books),
        tuple(looks),
        tuple(picture.path for picture in media),
    )
    found += problems
    look = looks.get(settings.theme, looks.get(OWN, STANDARD_LOOK))
    home, problems = dressed(look, settings.fonts, sources.settings, sources.fonts, f"{look.name}-of-the-shelf")
    home = replace(home, logo=logo_of(settings.logo, media))
    found += problems
    shared, problems = _parse_data_files(sources.shared_data)
    shared = tuple(map(_for_all_books, shared))
    found += problems
    books = []
    with_media = [_with_media(book, media, sources.fonts) for book in sources.books]
    work_apart([_plain_chapters(book, looks) for book in with_media])
    for book in with_media:
        manuscript, problems = _parse_book(book, shared, looks, home)
        books.append(manuscript)
        found += problems
    parts = []
    for source in sources.parts:
        part, problems = parse_chapter(source, settings.language)
        parts.append(part)
        found += problems
    in_shelf_order = sorted(books, key=lambda book: _position(book.id, settings.books))
    return WrittenShelf(settings, tuple(in_shelf_order), tuple(parts), home), tuple(found)


def _content(sources: Sources) -> str:
    """-> the folder that the books are in."""
    return next((book.folder.rpartition("/")[0] for book in sources.books), "")


def _with_media(book: BookSources, media: tuple[Asset, ...], fonts: tuple[Asset, ...]) -> BookSources:
    """A book, the pictures and fonts for every book -> it with those that it has none of the same path instead of."""
    own = {asset.path for asset in book.assets}
    pictures = (*book.assets, *(asset for asset in media if asset.path not in own))
    return replace(book, assets=pictures, fonts=(*book.fonts, *fonts))


def _looks(files: tuple[Source, ...]) -> tuple[dict[str, Theme], tuple[Diagnostic, ...]]:
    """The files of the shelf's own theme, if it has one -> every theme by its name, and what is wrong in its own."""
    shipped = {name: shipped_theme(name) for name in THEMES}
    if not files:
        return shipped, ()
    own, problems = own_theme(files)
    return {**shipped, OWN: own}, problems


def _parse_book(
    book: BookSources, shared: tuple[DataFile, ...], looks: Mapping[str, Theme], usual: Theme
) -> tuple[WrittenBook, tuple[Diagnostic, ...]]:
    """A book's files, data for all books, the themes and the usual one -> the book as written, what is wrong in it."""
    settings, problems = _settings(book, looks)
    found = list(problems)
    chapters = []
    for source in book.chapters:
        chapter, chapter_problems = parse_chapter(source, settings.language)
        chapters.append(chapter)
        found += chapter_problems
    chapters.sort(key=lambda chapter: _chapter_position(chapter, settings.chapters))
    data, data_problems = _parse_data_files(book.data)
    found += data_problems
    found += check_formulas(data + shared, settings.language)
    changes, change_problems = parse_changes(book.changes, settings.language)
    found += change_problems
    moves, move_problems = parse_moved(book.moved)
    found += move_problems
    own = tuple(filter(_is_own, book.assets))
    pictures, picture_problems = parse_pictures(own, book.folder)
    pictures += tuple(asset for asset in book.assets if asset.shared)
    found += picture_problems
    look, look_problems = _book_look(book, settings, pictures, looks.get(settings.theme, usual), usual)
    found += look_problems
    written = WrittenBook(book.id, settings, tuple(chapters), data + shared, pictures, changes, moves, look)
    return written, tuple(found)


def _is_own(asset: Asset) -> bool:
    return not asset.shared


def _settings(book: BookSources, looks: Mapping[str, Theme]) -> tuple[BookSettings, tuple[Diagnostic, ...]]:
    chapter_names, picture_names = (tuple(source.name for source in book.chapters), tuple(a.path for a in book.assets))
    return parse_book_settings(book.settings, chapter_names, picture_names, tuple(looks))


def _plain_chapters(
    book: BookSources, looks: Mapping[str, Theme]
) -> list[partial[tuple[Chapter, tuple[Diagnostic, ...]]]]:
    """A book -> the calls that parse its chapters without directives: what these stand for is put in here, and so is
    looked for in all chapters what a book's own fonts must have."""
    if book.fonts:
        return []
    language = _settings(book, looks)[0].language
    plain = (source for source in book.chapters if not _DIRECTIVE.search(source.text))
    return [partial(parse_chapter, source, language) for source in plain]


def _book_look(
    book: BookSources, settings: BookSettings, pictures: tuple[Asset, ...], look: Theme, usual: Theme
) -> tuple[Theme, tuple[Diagnostic, ...]]:
    """A book, its theme and the shelf's -> the theme with the book's fonts and logo, or else with the shelf's."""
    if look is not usual and usual.own_fonts.families:
        look = replace(look, name=f"{look.name}-of-the-shelf", own_fonts=usual.own_fonts)
    look, problems = dressed(look, settings.fonts, book.settings, book.fonts, f"{look.name}-{book.id}")
    problems += tuple(check_colours(book.settings, filled(look.colours, STANDARD)))
    return replace(look, logo=logo_of(settings.logo, pictures) or usual.logo), problems


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
