"""Repository -> Plan: the books in it, by what their authors use.

An mdBook or a MkDocs site is a book with a list of contents. In a folder of handbooks (`$header-main`) each document is
a book, and one main document with further ones is a book of several chapters. Any other Markdown is a book, or a book
for each folder where nothing but folders lies at the top.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import field
from posixpath import basename, dirname, join, normpath, splitext

from rollbook.model.diagnostic import WrongUse
from rollbook.model.files import is_site_name
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Source
from rollbook.model.yaml_tree import Data, to_data
from rollbook.move_in.repository import MARKDOWN, Repository, common_folder, is_below
from rollbook.parse.read_yaml import read_yaml

_MAIN = re.compile(r"<!--\s*\$header-main\b")
_HEADER = re.compile(r"<!--\s*\$header(-main)?\b")
# Files about a repository; they are chapters only if there are no others.
_ABOUT = {"readme", "license", "licence", "changelog", "contributing", "code_of_conduct", "security", "authors"}
# Folders and files whose names say nothing of the book in them.
_PLAIN = {
    "",
    "book",
    "chapters",
    "content",
    "doc",
    "docs",
    "handbook",
    "index",
    "markdown",
    "pages",
    "rules",
    "src",
    "text",
}

Setting = str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlannedChapter:
    """A file, its name in the book's folder, and the title that a list of contents gives it."""

    path: str
    name: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class PlannedBook:
    """A book; `in_order`: the chapters are in an order that their names don't show."""

    id: str
    chapters: tuple[PlannedChapter, ...]
    settings: dict[str, Setting] = field(default_factory=dict)
    in_order: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """The books, the title of the shelf, and files that belong to none."""

    title: str
    books: tuple[PlannedBook, ...]
    left_out: tuple[str, ...]


def find_books(repository: Repository) -> Plan:
    """A repository -> the books in it, and the Markdown files that belong to none."""
    books = [*_read_mdbook(repository), *_read_mkdocs(repository)]
    folders = [common_folder(chapter.path for chapter in book.chapters) for book in books]
    others = [path for path in repository.ending(MARKDOWN) if basename(path).lower() != "summary.md"]
    free = [path for path in others if not any(is_below(path, folder) for folder in folders)]
    chapters = [path for path in free if not _is_about(path)] or ([] if books else free)
    books += _handbooks(repository, chapters)
    rest = {chapter.path for book in books for chapter in book.chapters}
    books += _plain_books(repository, [path for path in chapters if path not in rest], common_folder(chapters))
    if not books:
        raise WrongUse(f"there is no Markdown file in {repository.root.as_posix()!r} to make a book from")
    taken = {chapter.path for book in books for chapter in book.chapters}
    left_out = tuple(path for path in others if path not in taken)
    title = str(books[0].settings.get("title", "")) if len(books) == 1 else ""
    return Plan(title or _as_title(repository.name), tuple(_distinct(books)), left_out)


def _is_about(path: str) -> bool:
    return "/" not in path and splitext(path)[0].lower().replace("-", "_") in _ABOUT


def _handbooks(repository: Repository, paths: list[str]) -> list[PlannedBook]:
    """Markdown files -> a book for each document with a header, with the other files of its folder if it is alone."""
    mains = {path for path in paths if _MAIN.search(repository.text(path))}
    documents = {path for path in paths if _HEADER.search(repository.text(path))}
    books = []
    for folder in sorted({dirname(path) for path in documents}):
        here = [path for path in paths if dirname(path) == folder]
        main = [path for path in here if path in mains]
        if len(main) == 1 and len(here) > 1:
            books.append(
                _book(repository, folder, [*main, *(path for path in here if path not in main)], in_order=True)
            )
        else:
            books += [_book(repository, folder, [path], alone=len(here) == 1) for path in here]
    return books


def _plain_books(repository: Repository, paths: list[str], top: str) -> list[PlannedBook]:
    """Markdown files without any header -> one book, or one for each folder where no file is beside the folders."""
    groups: dict[str, list[str]] = {}
    for path in paths:
        first = path.removeprefix(f"{top}/" if top else "").split("/")
        groups.setdefault(first[0] if len(first) > 1 else "", []).append(path)
    if "" in groups or len(groups) < 2:
        return [_book(repository, top, _front_first(paths), in_order=_has_front(paths))] if paths else []
    within = {name: f"{top}/{name}".strip("/") for name in groups if not name.startswith("_")}
    return [
        _book(repository, folder, _front_first(groups[name]), in_order=_has_front(groups[name]))
        for name, folder in within.items()
    ]


def _book(
    repository: Repository, folder: str, paths: list[str], *, in_order: bool = False, alone: bool = True
) -> PlannedBook:
    """A folder and files in it -> their book, called by the folder or, where several books are in it, by its file."""
    names = [basename(folder), repository.name] if alone else [splitext(basename(paths[0]))[0], basename(folder)]
    if len(paths) == 1 and alone and splitext(basename(paths[0]))[0].lower() not in _PLAIN | _ABOUT:
        names.insert(0 if basename(folder).lower() in _PLAIN else 1, splitext(basename(paths[0]))[0])
    name = next((name for name in names if name.lower() not in _PLAIN), names[-1])
    chapters = tuple(PlannedChapter(path, path.removeprefix(f"{folder}/" if folder else "")) for path in paths)
    return PlannedBook(_as_id(name), chapters, in_order=in_order and len(paths) > 1)


def _has_front(paths: Iterable[str]) -> bool:
    return any(splitext(basename(path))[0].lower() in ("index", "readme") for path in paths)


def _front_first(paths: list[str]) -> list[str]:
    return sorted(paths, key=lambda path: (dirname(path), not _has_front([path]), path))


def _distinct(books: Iterable[PlannedBook]) -> Iterator[PlannedBook]:
    """Books -> the same, each with an id of its own that the site can use."""
    taken: set[str] = set()
    for book in books:
        name = f"{book.id}-book" if is_site_name(book.id) else book.id
        spellings = (name, *(f"{name}-{number}" for number in range(2, len(taken) + 3)))
        own = next(spelling for spelling in spellings if spelling not in taken)
        taken.add(own)
        yield PlannedBook(own, book.chapters, book.settings, book.in_order)


def _as_title(name: str) -> str:
    return " ".join(word[:1].upper() + word[1:] for word in re.split(r"[-_\s]+", name) if word)


_ENTRY = re.compile(r"\[([^\]]*)\]\(<?([^()<>\s]+\.(?:md|markdown))>?\)", re.IGNORECASE)


def _read_mdbook(repository: Repository) -> Iterator[PlannedBook]:
    """A repository -> a book for each SUMMARY.md in it; book.toml beside or above it has its title."""
    for summary in repository.ending(("summary.md",)):
        folder = dirname(summary)
        if summary.rpartition("/")[2].lower() != "summary.md":
            continue
        listed = [(title, normpath(join(folder, path))) for title, path in _ENTRY.findall(repository.text(summary))]
        chapters = _chapters(repository, listed, folder)
        if chapters:
            settings = _mdbook_settings(repository, folder)
            name = str(settings.get("title", "")) or repository.name
            yield PlannedBook(_as_id(name), chapters, settings, in_order=True)


def _mdbook_settings(repository: Repository, folder: str) -> dict[str, Setting]:
    for path in (join(folder, "book.toml"), join(dirname(folder), "book.toml")):
        if path in repository.paths:
            try:
                book = tomllib.loads(repository.text(path)).get("book", {})
            except tomllib.TOMLDecodeError:
                return {}
            texts: dict[str, Setting] = {
                key: book[key] for key in ("title", "description", "language") if isinstance(book.get(key), str)
            }
            authors = [author for author in book.get("authors", ()) if isinstance(author, str)]
            return texts | ({"authors": tuple(authors)} if authors else {})
    return {}


def _read_mkdocs(repository: Repository) -> Iterator[PlannedBook]:
    """A repository -> a book for each mkdocs.yml in it: in the order of its nav, or by name with the index first."""
    for path in repository.ending(("mkdocs.yml", "mkdocs.yaml")):
        documents, _ = read_yaml(Source(path, repository.text(path)))
        site = to_data(documents[0]) if documents else None
        if not isinstance(site, dict):
            continue
        docs = normpath(join(dirname(path), str(site.get("docs_dir") or "docs")))
        listed = [(title, normpath(join(docs, name))) for title, name in _entries(site.get("nav"), "")]
        if not listed:
            files = repository.ending(MARKDOWN, docs)
            listed = [("", name) for name in sorted(files, key=lambda name: (not name.endswith("index.md"), name))]
        chapters = _chapters(repository, listed, docs)
        if chapters:
            yield PlannedBook(
                _as_id(str(site.get("site_name") or repository.name)), chapters, _mkdocs_settings(site), True
            )


def _mkdocs_settings(site: dict[str, Data]) -> dict[str, Setting]:
    wanted = {"title": site.get("site_name"), "description": site.get("site_description")}
    settings: dict[str, Setting] = {key: text for key, text in wanted.items() if isinstance(text, str)}
    author = site.get("site_author")
    return settings | ({"authors": (author,)} if isinstance(author, str) else {})


def _entries(nav: Data, title: str) -> Iterator[tuple[str, str]]:
    """A piece of nav -> titles and files in their order."""
    match nav:
        case str() if nav.lower().endswith(MARKDOWN):
            yield title, nav
        case list():
            for item in nav:
                yield from _entries(item, "")
        case dict():
            for name, inner in nav.items():
                yield from _entries(inner, name)
        case _:
            return


def _chapters(repository: Repository, listed: list[tuple[str, str]], folder: str) -> tuple[PlannedChapter, ...]:
    """Titles and paths -> those whose files are there, each once, below the folder of the book."""
    there = {path: title for title, path in reversed(listed) if path in repository.paths and is_below(path, folder)}
    prefix = f"{folder}/" if folder else ""
    order = dict.fromkeys(path for _, path in listed if path in there)
    return tuple(PlannedChapter(path, path.removeprefix(prefix), there[path]) for path in order)


def _as_id(name: str) -> str:
    """A name -> the name of a folder: `The Old Road` -> `the-old-road`."""
    return "-".join(re.findall(r"[^\W_]+", name.casefold())) or "book"
