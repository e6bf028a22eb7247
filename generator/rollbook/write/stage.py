"""OutputFiles -> a complete new folder beside the former build; what both have in common is linked, not written again.

Only what this build would write in just the same way is linked: a plain file of ours, with the rights of a new one,
that has no other name. It has two until the former build is removed, and nothing writes to either meanwhile.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from rollbook.model.files import OutputFile, open_plain_file
from rollbook.write.paths import NEW, TREES


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
                Path(there).write_bytes(output.content)
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
