"""A folder -> what can safely be read in it: no link out of it, no name that isn't text, and texts in UTF-8 alone."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import NamedTuple

from rollbook.model.diagnostic import Diagnostic
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Place, Source

_ALLOW = "check that you are allowed to read it"


class _Entry(NamedTuple):
    """What a folder has under a name."""

    name: str
    path: Path
    is_folder: bool
    is_file: bool


@dataclass(frozen=True, slots=True)
class Root:
    """A folder that nothing is read from outside of, and the problems met while reading.

    `drafts` are texts that someone is just writing: each is read in the place of its file, if there is one yet.
    """

    path: Path
    found: list[Diagnostic]
    drafts: Mapping[Path, str] = field(default_factory=dict)
    _listed: dict[Path, list[_Entry]] = field(default_factory=dict)  # each folder is searched for many kinds of files

    def files(self, folder: Path, endings: tuple[str, ...], deep: bool = True) -> Iterator[Path]:
        """A folder -> its files with one of these endings, by their paths."""
        nested = self._below(folder) if deep else self._look(folder)
        matching = (one.path for one in nested if one.is_file and one.path.suffix.lower() in endings)
        yield from sorted(matching, key=Path.as_posix)

    def _below(self, folder: Path) -> Iterator[_Entry]:
        waiting = [folder]
        while waiting:
            entries = self._look(waiting.pop())
            waiting += [one.path for one in entries if one.is_folder]
            yield from entries

    def entries(self, folder: Path) -> list[Path]:
        """A folder -> what is in it by name, without hidden files and links that may not be followed."""
        return [one.path for one in self._look(folder)]

    def _look(self, folder: Path) -> list[_Entry]:
        if folder not in self._listed:
            self._listed[folder] = sorted(self._list(folder))
        return self._listed[folder]

    def _list(self, folder: Path) -> Iterator[_Entry]:
        if not folder.is_dir():
            return
        drafts = {draft.name: draft for draft in self.drafts if draft.parent == folder}
        try:
            with os.scandir(folder) as found:
                shown = sorted((one for one in found if not one.name.startswith(".")), key=lambda one: one.name)
        except OSError as error:
            self._refuse("unreadable-file", folder, f"this folder cannot be read: {error.strerror}", _ALLOW)
            return
        for one in shown:
            path = folder / one.name
            if not self._admits(path, one):
                continue
            is_draft = drafts.pop(one.name, None) is not None
            yield _Entry(one.name, path, one.is_dir(), is_draft or one.is_file())
        yield from (_Entry(name, draft, False, True) for name, draft in drafts.items() if not name.startswith("."))

    def _admits(self, path: Path, entry: os.DirEntry[str]) -> bool:
        """Whether an entry may be read; if not, it is reported."""
        if not _printable(entry.name):
            self._refuse("unreadable-file", path, "the name of this file is not UTF-8", "rename it")
            return False
        if not entry.is_symlink():
            return True
        inside = path.resolve().is_relative_to(self.path.resolve())
        if not inside:
            hint = "copy the file here instead of linking to it"
            self._refuse("outside-link", path, f"this link leads out of {self.path.as_posix()!r}", hint)
        elif not path.is_file():
            # A link to a folder could lead round in a circle, or show a book's pages twice.
            self._refuse("unreadable-file", path, "this link does not lead to a file", "link to a file, or remove it")
        return inside and path.is_file()

    def texts(self, folder: Path, paths: Iterable[Path]) -> tuple[Source, ...]:
        """Files of a folder -> those that hold text."""
        read = (self.text(path, folder) for path in paths)
        return tuple(source for source in read if source is not None)

    def text(self, path: Path, folder: Path) -> Source | None:
        """A file -> its text without byte order mark, line breaks as \\n; None and a problem if it isn't UTF-8."""
        content = self.content(path)
        if content is None:
            return None
        content = content.removeprefix(b"\xef\xbb\xbf")
        bad = _first_bad_byte(content)
        if bad is None:
            return Source(path.as_posix(), _unified(content.decode()), name_below(path, folder))
        before = _unified(content[:bad].decode())
        place = Place(path.as_posix(), before.count("\n") + 1, len(before) - before.rfind("\n"))
        message = f"the byte 0x{content[bad]:02X} here is not UTF-8 text, so the file cannot be read"
        self.found.append(Diagnostic("not-utf8", message, place, "save the file as UTF-8"))
        return None

    def content(self, path: Path) -> bytes | None:
        """A file -> its bytes; None and a problem if the system doesn't hand them out."""
        if path in self.drafts:
            return self.drafts[path].encode("utf-8", "replace")
        try:
            return path.read_bytes()
        except OSError as error:
            self._refuse("unreadable-file", path, f"this file cannot be read: {error.strerror}", _ALLOW)
            return None

    def _refuse(self, code: str, path: Path, message: str, hint: str) -> None:
        shown = path.as_posix().encode("utf-8", "backslashreplace").decode()
        problem = Diagnostic(code, message, Place(shown), hint)
        if problem not in self.found:  # content and data may be the same folder
            self.found.append(problem)


def name_below(path: Path, folder: Path) -> str:
    """A file, a folder that it is in -> its path from there, with forward slashes."""
    return path.relative_to(folder).as_posix()


def _unified(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _printable(name: str) -> bool:
    """Whether a file's name is text; the system may hand out any bytes."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _first_bad_byte(content: bytes) -> int | None:
    """Bytes -> the offset of the first that is not UTF-8, or is NUL, which no text holds."""
    nul = content.find(b"\0")
    try:
        content.decode()
    except UnicodeDecodeError as error:
        return error.start if nul < 0 else min(nul, error.start)
    return nul if nul >= 0 else None
