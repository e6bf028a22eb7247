"""A folder -> Repository: its files by path, read as they are asked for. Nothing in it is ever changed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from posixpath import basename, commonprefix, dirname, join, normpath
from urllib.parse import unquote

from rollbook.model.diagnostic import WrongUse

MARKDOWN = (".md", ".markdown")
YAML = (".yml", ".yaml")
PICTURES = (".avif", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp")
STYLES = (".css", ".less", ".sass", ".scss", ".otf", ".ttf", ".woff", ".woff2")

# What programs put into a repository, not authors.
_MADE = {"node_modules", "build", "dist", "_site", "target", "venv", "__pycache__"}


@dataclass(frozen=True)
class Repository:
    """A folder and the paths of its files below it, with forward slashes."""

    root: Path
    paths: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.root.resolve().name

    def content(self, path: str) -> bytes:
        return (self.root / path).read_bytes()

    def text(self, path: str) -> str:
        """A file -> its text, line breaks as \\n. What is not UTF-8 is most often the older set of Windows."""
        content = self.content(path).removeprefix(b"\xef\xbb\xbf")
        text = content.decode() if self.is_utf8(path) else content.decode("cp1252", errors="replace")
        return text.replace("\r\n", "\n").replace("\r", "\n")

    def is_utf8(self, path: str) -> bool:
        try:
            self.content(path).decode()
        except UnicodeDecodeError:
            return False
        return True

    def ending(self, endings: tuple[str, ...], below: str = "") -> list[str]:
        """Endings, a folder -> the files below it with one of these endings."""
        return [path for path in self.paths if path.lower().endswith(endings) and is_below(path, below)]

    def find(self, address: str, source: str, book: str = "") -> str:
        """A path as written in a file of a book's folder -> the file that is meant; or nothing.

        It may be meant from the file itself, from the folder of the book, or from the top.
        """
        name = unquote(address.split("#")[0].split("?")[0]).strip()
        if not name:
            return ""
        for folder in (dirname(source), book, ""):
            path = normpath(join(folder, name.lstrip("/")))
            stem = path.removesuffix(".html").removesuffix(".htm")
            spellings = (path, *(f"{stem}{end}" for end in MARKDOWN), *(f"{stem}/{page}.md" for page in _FRONT_PAGES))
            for spelling in spellings:
                if found := self._by_folded.get(spelling.casefold()):
                    return found
        return ""

    def find_by_name(self, name: str, near: str) -> str:
        """A file's name or the end of its path -> the nearest file of this name, or ""."""
        wanted = normpath(unquote(name).strip().lstrip("/").lstrip("./")).casefold()
        found = [path for path in self.paths if f"/{path}".casefold().endswith(f"/{wanted}")]
        found = found or [path for path in self.paths if basename(path).casefold() == basename(wanted)]
        return min(found, key=lambda path: (-_nearness(path, near), len(path), path), default="")

    @cached_property
    def _by_folded(self) -> dict[str, str]:
        return {path.casefold(): path for path in reversed(self.paths)}


_FRONT_PAGES = ("index", "README", "readme")


def read_repository(folder: Path) -> Repository:
    """A folder -> the paths of its files, without hidden ones, links, and what programs made there."""
    if not folder.is_dir():
        raise WrongUse(f"there is no folder {folder.as_posix()!r} to import from")
    return Repository(folder, tuple(sorted(_paths(folder))))


def _paths(folder: Path) -> Iterator[str]:
    for top, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in _MADE and not name.startswith(".")]
        for name in names:
            path = Path(top) / name
            if not name.startswith(".") and path.is_file() and not path.is_symlink():
                yield path.relative_to(folder).as_posix()


def is_below(path: str, folder: str) -> bool:
    """Whether a file is in a folder; everything is in the folder without a name."""
    return not folder or path.startswith(f"{folder}/")


def common_folder(paths: Iterable[str]) -> str:
    """Paths -> the deepest folder that contains all of them."""
    folders = [dirname(path).split("/") if dirname(path) else [] for path in paths]
    return "/".join(commonprefix(folders))


def _nearness(path: str, near: str) -> int:
    """How many folders two files have in common; a folder with the same name counts too."""
    return len(set(dirname(path).split("/")) & set(near.split("/")))
