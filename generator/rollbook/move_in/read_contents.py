"""Lists of contents -> books: SUMMARY.md of an mdBook, nav of a MkDocs site."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from posixpath import dirname, join, normpath

from rollbook.model.source import Source
from rollbook.model.yaml_tree import Data, to_data
from rollbook.move_in.plan import PlannedBook, PlannedChapter, Setting, as_id
from rollbook.move_in.repository import MARKDOWN, Repository, is_below
from rollbook.parse.read_yaml import read_yaml

_ENTRY = re.compile(r"\[([^\]]*)\]\(<?([^()<>\s]+\.(?:md|markdown))>?\)", re.IGNORECASE)


def read_mdbook(repository: Repository) -> Iterator[PlannedBook]:
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
            yield PlannedBook(as_id(name), chapters, settings, in_order=True)


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


def read_mkdocs(repository: Repository) -> Iterator[PlannedBook]:
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
                as_id(str(site.get("site_name") or repository.name)), chapters, _mkdocs_settings(site), True
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
