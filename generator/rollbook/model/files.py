"""Files: the names that every system can have and tell apart, and what the render step hands to the write step."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import unicodedata
from collections.abc import Callable
from dataclasses import field
from functools import partial
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rollbook.model.quick_dataclass import dataclass

# 255 are the most that file systems take; published files get a hash into their names, PDFs the name of a paper.
MAX_BYTES = 200
_REFUSED = '\\/:*?"<>|'
# What Windows reserves for devices, in capitals or not, and whatever follows the first dot.
DEVICES = ("aux", "con", "nul", "prn", *(f"{port}{number}" for port in ("com", "lpt") for number in "123456789¹²³"))


# No link is followed, and a pipe that nobody writes to is not waited for. Windows has neither flag, but O_BINARY.
SAFELY = sum(getattr(os, flag, 0) for flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"))
# Names that begin with an underscore, as hosts want theirs, needn't be listed: such a folder isn't a book.
SITE_NAMES = (
    "404.html",
    "atom.xml",
    "engine",
    "index.html",
    "manifest.webmanifest",
    "python",
    "robots.txt",
    "search.json",
    "service-worker.js",
    "sitemap.xml",
    "static",
)


def is_portable(name: str) -> bool:
    """One part of a path -> whether it means the same everywhere: Windows takes some signs for its own."""
    if name in ("", ".", "..") or name.endswith((" ", ".")) or is_device(name):
        return False
    return not any(character in _REFUSED or ord(character) < 32 for character in name)


def is_device(name: str) -> bool:
    """A file's or folder's name -> whether Windows would take it for a device: `aux.md`, `CON`."""
    return name.partition(".")[0].rstrip().casefold() in DEVICES


def folded(path: str) -> str:
    """A path -> what a file system takes it for that ignores case and Unicode's two spellings of "é"."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())


def open_plain_file(path: Path | str) -> BufferedReader:
    """A path -> its file, open to read; OSError where there is none, or a link, a folder, a pipe or a device."""
    descriptor = os.open(path, os.O_RDONLY | SAFELY)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "not a plain file", str(path))
    return os.fdopen(descriptor, "rb")


def is_site_name(name: str) -> bool:
    """A folder's name -> whether the site needs it; capitals make no difference to some hosts."""
    return name.casefold() in SITE_NAMES


@dataclass(frozen=True, slots=True)
class PendingFile:
    """A file that is made when someone wants it: a preview shows a few pages of hundreds.

    `ahead` is the part of it that needs no other file to be made before, and so can be worked out beside theirs, if
    that is worth while.
    """

    path: str
    make: Callable[[], OutputFile] = field(repr=False)
    ahead: partial[Any] | None = field(default=None, repr=False)


class _Content:
    """Bytes with their SHA-256 and size; where those are known, the bytes are fetched when someone looks at them."""

    __slots__ = ("_fetch", "sha256", "size")
    sha256: str
    size: int
    _fetch: Callable[[], bytes]

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            """What has no value yet -> its value."""
            if name == "content":
                found = self._fetch()
            elif name == "sha256":
                found = hashlib.sha256(self.content).hexdigest()
            elif name == "size":
                found = len(self.content)
            else:
                raise AttributeError(f"{type(self).__name__} has no {name}")
            object.__setattr__(self, name, found)
            return found

    def read(self) -> bytes:
        """-> the bytes; if they have to be fetched, they are not kept. Whoever writes a whole site needs each once."""
        try:
            content: bytes = object.__getattribute__(self, "content")
        except AttributeError:
            return self._fetch()
        return content


@dataclass(frozen=True, slots=True)
class OutputFile(_Content):
    """A file of the build: its path below the output folder, with forward slashes, and its bytes.

    `stand_in` is the path of another that a reader keeps for the time without a connection, in the place of this one.
    """

    path: str
    content: bytes = field(repr=False)
    stand_in: str = ""


def stored_file(path: str, sha256: str, size: int, fetch: Callable[[], bytes]) -> OutputFile:
    """A file that an earlier run left, how to get its bytes -> the file; most are never looked at again."""
    file = OutputFile.__new__(OutputFile)
    values = {"path": path, "sha256": sha256, "size": size, "stand_in": "", "_fetch": fetch}
    for name, value in values.items():
        object.__setattr__(file, name, value)
    return file
