"""Files -> each stored by its own content; a list of them -> the files, each read only if someone looks at it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from rollbook.cache.cache import Cache, MissingError
from rollbook.model.files import OutputFile, stored_file

# Of each file: its path, its SHA-256 and its size.
Listed = list[tuple[str, str, int]]


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
