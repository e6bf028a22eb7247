"""OutputFiles, their paths proved safe on every file system -> the files of a folder.

A build is staged: it becomes a complete new folder beside the former build, and what both have in common is linked, not
written again. Only what this build would write in just the same way is linked: a plain file of ours, with the rights of
a new one, that has no other name. It has two until the former build is removed, and nothing writes to either meanwhile.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from rollbook.model.diagnostic import WrongUse
from rollbook.model.files import OutputFile, folded, is_portable, open_plain_file

# The folders that a build consists of, and so all that a build may replace.
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


def stage(outputs: Sequence[OutputFile], out: Path) -> bool:
    """OutputFiles, output folder -> whether OUT/.rollbook-new is a new build now, or the former one is just these."""
    new = out / NEW
    new.mkdir()  # it must not be there, not even as a link
    try:
        former = _look_at(out, os.lstat(new))
        same = {output.path for output in outputs if _holds(out, former.files.get(output.path), output)}
        if former.is_just(outputs, same):
            new.rmdir()
            return False
        for parent in sorted({os.path.dirname(output.path) for output in outputs}):
            (new / parent).mkdir(parents=True, exist_ok=True)
        for output in outputs:
            here, there = os.path.join(out, output.path), os.path.join(new, output.path)
            if output.path not in same or not _link(here, there, former.files[output.path]):
                Path(there).write_bytes(output.read())
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise
    return True


@dataclass(slots=True)
class _Former:
    """A build as it lies there: the files that can be linked, its folders, and whether there is anything else."""

    files: dict[str, os.stat_result] = field(default_factory=dict)
    folders: set[str] = field(default_factory=set)
    is_odd: bool = False

    def is_just(self, outputs: Sequence[OutputFile], same: set[str]) -> bool:
        """Whether it has these files, all of them the same, and nothing else."""
        if self.is_odd or len(same) != len(outputs) or same != self.files.keys():
            return False
        needed = {str(parent) for output in outputs for parent in PurePosixPath(output.path).parents}
        return self.folders == needed - {"."}


def _look_at(out: Path, like: os.stat_result) -> _Former:
    """Output folder, what the system says of a folder that was just made -> the build that lies there."""
    former = _Former()
    waiting = list(TREES)
    while waiting:
        here = waiting.pop()
        try:
            status = os.lstat(out / here)
        except FileNotFoundError:
            continue
        if stat.S_ISDIR(status.st_mode):
            former.folders.add(here)
            former.is_odd |= (status.st_mode, status.st_uid) != (like.st_mode, like.st_uid)
            waiting += [f"{here}/{name}" for name in os.listdir(out / here)]
        elif _is_ours(status, like):
            former.files[here] = status
        else:
            former.is_odd = True
    return former


def _is_ours(status: os.stat_result, like: os.stat_result) -> bool:
    """Whether this build would have made such a file: a plain one, of the same user, with the rights of a new one."""
    as_new = (stat.S_IFREG | like.st_mode & 0o666, like.st_uid)
    return (status.st_mode, status.st_uid) == as_new and status.st_nlink == 1


def _holds(out: Path, status: os.stat_result | None, output: OutputFile) -> bool:
    """Whether a file that lies there, if one does, has exactly these bytes."""
    if status is None or status.st_size != output.size:
        return False
    try:
        with open_plain_file(os.path.join(out, output.path)) as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == output.sha256
    except OSError:
        return False


def _link(former: str, new: str, known: os.stat_result) -> bool:
    """A file of the former build -> whether it is in the new one too, and still the one that was looked at."""
    try:
        os.link(former, new)
    except OSError:  # a file system without links, or the file is gone
        return False
    now = os.lstat(new)
    if (now.st_ino, now.st_size, now.st_mtime_ns) == (known.st_ino, known.st_size, known.st_mtime_ns):
        return True
    os.unlink(new)
    return False


def write_new_folder(outputs: Sequence[OutputFile], folder: Path) -> None:
    """OutputFiles, a folder that is missing or empty -> the files in it."""
    prove_safe(outputs, trees=())
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise WrongUse(f"{folder} already exists and is not empty: choose a new folder")
        _write_files(outputs, folder)
    except OSError as error:
        raise WrongUse(f"can't write to {folder}: {error.strerror or error}") from error


def overwrite_files(outputs: Sequence[OutputFile], folder: Path) -> None:
    """OutputFiles, a folder that may be there -> the files in it; what else lies there stays."""
    prove_safe(outputs, trees=())
    try:
        _write_files(outputs, folder)
    except OSError as error:
        raise WrongUse(f"can't write to {folder}: {error.strerror or error}") from error


def _write_files(outputs: Sequence[OutputFile], folder: Path) -> None:
    """OutputFiles, a folder that doesn't hold them yet -> the files in it."""
    for parent in sorted({(folder / output.path).parent for output in outputs}):
        parent.mkdir(parents=True, exist_ok=True)
    for output in outputs:
        (folder / output.path).write_bytes(output.content)
