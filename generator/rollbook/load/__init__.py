"""Step 1, load: the folders of content and data -> Sources. The only step that reads the disk.

Each folder of content is a book. A file or folder whose name starts with `_` holds parts that chapters include.
Hidden files and folders are left alone. A link that leads out of the content or
the data folder is refused, so that no build publishes what lies elsewhere on the machine. Whatever is published under
its own name must have one that every system can have, and can tell from the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from rollbook.load.root import Root, name_below
from rollbook.model.diagnostic import Diagnostic, WrongUse, closest, listed
from rollbook.model.files import MAX_BYTES, folded, is_device, is_portable, is_site_name
from rollbook.model.source import MEDIA, Asset, BookSources, Place, Source, Sources

_CHAPTERS = (".md", ".markdown")
_YAML = (".yml", ".yaml")
_PICTURES = (".avif", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp")
_FONTS = (".otf", ".ttf", ".woff", ".woff2")
_THEME = (*_YAML, ".css", ".html")
_NO_DRAFTS: Mapping[Path, str] = MappingProxyType({})
_RENAME = 'rename it without \\ : * ? " < > |, with no dot or space at the end, and shorter if it is very long'


def load(
    content: Path, data: Path, theme: Path | None = None, drafts: Mapping[Path, str] = _NO_DRAFTS
) -> tuple[Sources, tuple[Diagnostic, ...]]:
    """The folders of content, data and the shelf's own theme -> every file of it, and what could not be read.

    A missing content folder, or one without a book, is WrongUse; a shelf without data files needs no data folder.
    `drafts` are texts that an editor holds and has not saved, by the files whose place they take.
    """
    if not content.is_dir():
        raise WrongUse(f"there is no folder {content.as_posix()!r} to read the books from")
    if data.exists() and not data.is_dir():
        raise WrongUse(f"{data.as_posix()!r} is a file, not a folder of data files")
    for folder in (content, data):
        _refuse_outside_link(folder)
    found: list[Diagnostic] = []
    books, tables = Root(content, found, drafts), Root(data, found, drafts)
    folders = [entry for entry in books.entries(content) if entry.is_dir() and not entry.name.startswith("_")]
    if not folders:
        raise WrongUse(f"the folder {content.as_posix()!r} holds no book: a book is a folder with Markdown files")
    found += _bad_names(content, folders)
    found += _ownerless_data(tables, [folder.name for folder in folders])
    loaded = [_load_book(folder, books, tables) for folder in folders]
    settings = _only(path for path in books.files(content, _YAML, deep=False) if path.name == "shelf.yml")
    parts = [path for path in books.files(content, _CHAPTERS) if _is_part(path, content)]
    return (
        Sources(
            books.text(settings, content) if settings else None,
            tuple(book for book in loaded if book.chapters),
            tables.texts(data, tables.files(data, _YAML, deep=False)),
            books.texts(content, parts),
            _load_media(content / MEDIA, books),
            _load_theme(Root(theme, found, drafts)) if theme else (),
            _load_media(content / MEDIA, books, _FONTS),
        ),
        tuple(found),
    )


def _load_media(folder: Path, books: Root, endings: tuple[str, ...] = _PICTURES) -> tuple[Asset, ...]:
    """The folder of pictures and fonts for every book, which may be missing -> its files with these endings."""
    pictures = [(path, books.content(path)) for path in books.files(folder, endings)]
    books.found.extend(_bad_names(folder, [path for path, _ in pictures]))
    named = ((f"{MEDIA}/{name_below(path, folder)}", content) for path, content in pictures)
    return tuple(Asset(name, content, shared=True) for name, content in named if content is not None)


def _load_theme(root: Root) -> tuple[Source, ...]:
    """The folder of a theme, which may be missing -> its texts."""
    return root.texts(root.path, root.files(root.path, _THEME))


def _load_book(folder: Path, books: Root, tables: Root) -> BookSources:
    """A folder of content -> the book's files, its data and its pictures."""
    chapters = [path for path in books.files(folder, _CHAPTERS) if not _is_part(path, folder)]
    if not chapters:
        message = f"the folder {folder.name!r} has no chapters"
        hint = "each folder of content is a book: put a Markdown file (.md) in it, or remove it"
        books.found.append(Diagnostic("no-chapters", message, Place(folder.as_posix()), hint))
    # Chapters and data are not published under their own names, but others may work on the same shelf.
    books.found.extend(_device(path) for path in chapters if is_device(path.name))
    if is_site_name(folder.name):
        message = f"a book can't be called {folder.name!r}: the site uses that name for its own files"
        hint = f"rename the folder, and the data folder {folder.name!r} if there is one"
        books.found.append(Diagnostic("reserved-name", message, Place(folder.as_posix()), hint))
    own = {path.name: path for path in books.files(folder, _YAML, deep=False)}
    settings, changes, moved = (
        books.text(own[name], folder) if name in own else None for name in ("book.yml", "changes.yml", "moved.yml")
    )
    pictures = [(path, books.content(path)) for path in books.files(folder, _PICTURES)]
    books.found.extend(_bad_names(folder, [path for path, _ in pictures]))
    fonts = [(path, books.content(path)) for path in books.files(folder, _FONTS)]
    return BookSources(
        folder.name,
        folder.as_posix(),
        settings,
        books.texts(folder, chapters),
        _load_data(folder.name, tables),
        tuple(Asset(name_below(path, folder), content) for path, content in pictures if content is not None),
        changes,
        moved,
        tuple(Asset(name_below(path, folder), content) for path, content in fonts if content is not None),
    )


def _refuse_outside_link(folder: Path) -> None:
    """The folder of content or data may be a link, as any file in it, but not one that leads out of where it lies."""
    if folder.is_symlink() and not folder.resolve().is_relative_to(folder.parent.resolve()):
        where = folder.parent.resolve().as_posix()
        raise WrongUse(f"{folder.as_posix()!r} is a link that leads out of {where!r}: name the folder itself")


def _bad_names(top: Path, paths: Iterable[Path]) -> Iterator[Diagnostic]:
    """What is published under its own name -> the names that some systems can't have, or can't tell apart."""
    names = (path.relative_to(top) for path in paths)
    with_folders = dict.fromkeys(part for name in names for part in (*reversed(name.parents[:-1]), name))
    seen: dict[str, str] = {}
    for path in with_folders:
        if is_device(path.name):
            yield _device(top / path)
            continue
        place, other = Place((top / path).as_posix()), seen.setdefault(folded(path.as_posix()), path.as_posix())
        if not is_portable(path.name) or len(path.name.encode()) > MAX_BYTES:
            yield Diagnostic("bad-name", f"{path.name!r} is a name that some systems don't allow", place, _RENAME)
        elif other != path.as_posix():
            message = f"{other!r} and {path.as_posix()!r} are the same name on some systems"
            yield Diagnostic("bad-name", message, place, "rename one of them")


def _device(path: Path) -> Diagnostic:
    message = f"{path.name!r} is a name that Windows reserves for a device: the file could not be opened there"
    return Diagnostic("bad-name", message, Place(path.as_posix()), "rename it")


def _load_data(book: str, tables: Root) -> tuple[Source, ...]:
    """A book's id -> the data files of its folder, if it has one."""
    folder = _only(entry for entry in tables.entries(tables.path) if entry.name == book)
    files = list(tables.files(folder, _YAML)) if folder else []
    tables.found.extend(_device(path) for path in files if is_device(path.name))
    return tables.texts(folder, files) if folder else ()


def _ownerless_data(tables: Root, books: list[str]) -> Iterator[Diagnostic]:
    """The folder of data, the names of the books -> a warning for each folder in it that no book is named like."""
    for entry in tables.entries(tables.path):
        if entry.is_dir() and entry.name not in books:
            message = f"no book is called {entry.name!r}, so nothing reads the data in this folder"
            hint = closest(entry.name, books) or listed("books are", books)
            yield Diagnostic("ownerless-data", message, Place(entry.as_posix()), hint)


def _only(paths: Iterable[Path]) -> Path | None:
    return next(iter(paths), None)


def _is_part(path: Path, folder: Path) -> bool:
    """Whether a file is for other chapters to include: its own name or a folder's begins with `_`."""
    return any(name.startswith("_") for name in path.relative_to(folder).parts)
