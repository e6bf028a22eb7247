"""The paths of a build -> the same, proved safe to write on every file system."""

from __future__ import annotations

from collections.abc import Iterable

from rollbook.model.files import OutputFile, folded, is_portable

# The two folders that a build consists of, and so all that a build may replace.
TREES = ("epub", "pdf", "site")
NEW = ".rollbook-new"  # a build being written: worthless until it is whole
SWAP = ".rollbook-swap"  # a whole build on its way in, then the former one on its way out


class UnsafePathError(ValueError):
    """A step asked for a file that must not be written: a fault of the program, not of the content."""


def prove_safe(outputs: Iterable[OutputFile], trees: tuple[str, ...] = TREES) -> None:
    """OutputFiles -> nothing, or UnsafePathError for the first path that escapes, clashes or appears twice."""
    files: dict[str, str] = {}
    folders: dict[str, str] = {}
    for output in outputs:
        parts = _parts(output.path)
        if trees and (parts[0] not in trees or len(parts) < 2):
            raise UnsafePathError(f"{output.path!r} is in none of {', '.join(trees)}")
        for end in range(1, len(parts)):
            _enter(folders, "/".join(parts[:end]), files)
        if folded(output.path) in files:
            raise UnsafePathError(f"{output.path!r} and {files[folded(output.path)]!r} would be the same file")
        _enter(files, output.path, folders)


def _parts(path: str) -> list[str]:
    """Path -> its parts; none may lead out of the folder or mean something else on another system."""
    parts = path.split("/")
    if not all(map(is_portable, parts)):
        raise UnsafePathError(f"{path!r} is not a plain path below the output folder")
    return parts


def _enter(taken: dict[str, str], path: str, others: dict[str, str]) -> None:
    """Add a file among the files or a folder among the folders; nothing can be both, nor differ only by its case."""
    key = folded(path)
    clash = others.get(key) or (taken.get(key, path) if taken.get(key, path) != path else None)
    if clash is not None:
        raise UnsafePathError(f"{path!r} and {clash!r} can't exist side by side")
    taken[key] = path
