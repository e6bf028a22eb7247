"""A folder -> results by their keys, none of which can be anything but what was put there.

Files are stored by their own content, and read only if someone looks at them.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import shutil
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import field
from functools import partial
from pathlib import Path

from rollbook.cache.folder import SECRET, UNFINISHED, UnusableCacheError, prepare_folder, read_secret, write_whole
from rollbook.model.files import OutputFile, open_plain_file, stored_file
from rollbook.model.quick_dataclass import dataclass

# Files of other names in the folder are somebody else's and stay.
_OURS = re.compile(rf"[0-9a-f]{{64}}|{UNFINISHED}\w+")
_SEAL_SIZE = hashlib.sha256().digest_size
# Nothing that Rollbook keeps comes near this; a larger file was put there to fill the memory.
_LARGEST_ENTRY = 256 * 1024 * 1024
# Beyond this, what was not used for longest goes when the next run starts.
_ROOM = 512 * 1024 * 1024

# Of each file: its path, its SHA-256 and its size.
Listed = list[tuple[str, str, int]]


class MissingError(Exception):
    """A part of what an earlier run left is no longer there."""


@dataclass(frozen=True, slots=True)
class Cache:
    """Results by key. Without a folder it keeps nothing, and `remark` says why if that wasn't asked for."""

    folder: Path | None
    secret: bytes = field(default=b"", repr=False)
    remark: str = ""

    def get(self, key: str) -> bytes | None:
        """A key that names everything the result depends on -> the result; None if it isn't there, or isn't ours."""
        if self.folder is None:
            return None
        try:
            with open_plain_file(path := os.path.join(self.folder, _name(key))) as file:
                if os.fstat(file.fileno()).st_size > _LARGEST_ENTRY:
                    return None
                seal, content = file.read(_SEAL_SIZE), file.read()
        except OSError:
            return None
        if not hmac.compare_digest(seal, self._seal(key, content)):
            with suppress(OSError):
                _remove(Path(path))  # so that it is written anew
            return None
        with suppress(OSError):
            os.utime(path)  # it was of use just now, so it stays
        return content

    def put(self, key: str, content: bytes) -> None:
        """Key, result -> kept for the next run if the disk allows; whole or not at all."""
        if self.folder is not None:
            with suppress(OSError):
                write_whole(self.folder / _name(key), self._seal(key, content) + content)

    def holds(self, key: str) -> bool:
        """Whether something is there under a key; only getting it shows whether it is ours. It stays, being of use."""
        if self.folder is None:
            return False
        path = os.path.join(self.folder, _name(key))
        if not os.path.isfile(path):
            return False
        with suppress(OSError):
            os.utime(path)
        return True

    def clear(self) -> int:
        """-> how many entries there were; now there are none. A build that runs meanwhile loses nothing but time."""
        if self.folder is None:
            return 0
        entries = _entries(self.folder)
        for path in entries:
            _remove(path)
        (self.folder / SECRET).unlink(missing_ok=True)
        with suppress(OSError):  # somebody else's files are in it
            self.folder.rmdir()
        return len(entries)

    def _seal(self, key: str, content: bytes) -> bytes:
        seal = hmac.new(self.secret, f"{len(key.encode())} {key}".encode(), hashlib.sha256)
        seal.update(content)
        return seal.digest()


NO_CACHE = Cache(None)


def open_cache(folder: Path) -> Cache:
    """A folder's path -> the cache in it; one that keeps nothing where the folder can't be had for us alone."""
    try:
        prepare_folder(folder)
        secret = read_secret(folder)
        _make_room(folder)
    except UnusableCacheError as unusable:
        return Cache(None, remark=f"the cache {folder} is not used: {unusable}")
    except OSError as error:
        return Cache(None, remark=f"the cache {folder} is not used: {error.strerror}")
    return Cache(folder, secret)


def _name(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def _entries(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if _OURS.fullmatch(path.name)]


def _make_room(folder: Path) -> None:
    """Folder -> with room for this run: the entries that were used last stay."""
    found = []
    for path in _entries(folder):
        with suppress(FileNotFoundError):  # another build has just finished with it
            found.append((path, os.lstat(path)))
    kept = 0
    for path, status in sorted(found, key=lambda entry: entry[1].st_mtime_ns, reverse=True):
        kept += status.st_size
        if kept > _ROOM:
            _remove(path)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def store_files(cache: Cache, files: Iterable[OutputFile]) -> Listed:
    """Files -> stored, and the list that they are recalled by."""
    listed = []
    for file in files:
        name = file_name(file.sha256)
        if not cache.holds(name):
            cache.put(name, file.content)
        listed.append((file.path, file.sha256, file.size))
    return listed


def recall_files(cache: Cache, listed: Listed) -> tuple[OutputFile, ...] | None:
    """A list of files -> the files; None if one is missing. To look at one that is damaged is a MissingError."""
    if not all(cache.holds(file_name(sha256)) for _, sha256, _ in listed):
        return None
    return tuple(stored_file(path, sha256, size, partial(_fetch, cache, sha256)) for path, sha256, size in listed)


def _fetch(cache: Cache, sha256: str) -> bytes:
    if (content := cache.get(file_name(sha256))) is None:
        raise MissingError
    return content


def file_name(sha256: str) -> str:
    """The SHA-256 of a file -> the key that it is stored under."""
    return f"file {sha256}"
