"""An output folder -> held by this build alone, its files on the disk itself; a folder that isn't ours is refused.

Files and folders -> on the disk itself, so that a power cut can't take them back. The system writes in an order of its
own: without this it may keep the removal of a former build, and lose the new one.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rollbook.model.diagnostic import WrongUse
from rollbook.model.files import SAFELY
from rollbook.model.quick_dataclass import dataclass
from rollbook.write.write_files import NEW, SWAP, TREES

if sys.platform == "win32":
    import msvcrt
    import time

    # Windows forbids others to read the bytes that are locked, so it is one that isn't there.
    _BEYOND_THE_END = 1 << 30
    _PAUSE_SECONDS = 0.1

    def try_to_lock(descriptor: int) -> bool:
        """A file's descriptor -> whether it is ours now."""
        os.lseek(descriptor, _BEYOND_THE_END, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def lock(descriptor: int) -> None:
        """A file's descriptor -> ours, as soon as nobody else has it."""
        while not try_to_lock(descriptor):
            time.sleep(_PAUSE_SECONDS)

else:
    import fcntl

    def try_to_lock(descriptor: int) -> bool:
        """A file's descriptor -> whether it is ours now."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def lock(descriptor: int) -> None:
        """A file's descriptor -> ours, as soon as nobody else has it."""
        fcntl.flock(descriptor, fcntl.LOCK_EX)


# Asked for one by one the disk would take its time for each: 400 files took 1.4 s, side by side 0.07.
_AT_ONCE = 16
# What file systems answer that have nothing to sync.
_NOTHING_TO_DO = frozenset({errno.EINVAL, errno.ENOTSUP})


def sync_tree(folder: Path) -> None:
    """A folder -> on disk with all that is in it."""
    # Here and not above: a build that changes nothing starts faster without it.
    from concurrent.futures import ThreadPoolExecutor

    folders, files = [], []
    for root, _, names in os.walk(folder):
        folders.append(Path(root))
        files += [Path(root, name) for name in names]
    try:
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            # In as many lots as there are threads: to hand files out one by one takes longer than to sync them.
            list(pool.map(lambda lot: [*map(_sync_file, lot)], (files[start::_AT_ONCE] for start in range(_AT_ONCE))))
            list(pool.map(sync_folder, folders))
    except RuntimeError:  # there is no memory for another thread: one after the other then
        for path in files:
            _sync_file(path)
        for path in folders:
            sync_folder(path)


def sync_folder(folder: Path) -> None:
    """A folder -> on disk: which names are in it, and what each of them stands for."""
    if os.name != "nt":  # Windows opens no folder, and writes their changes in order by itself
        _sync(folder, os.O_RDONLY)


def _sync_file(path: Path) -> None:
    _sync(path, os.O_RDWR)


def _sync(path: Path, flags: int) -> None:
    descriptor = os.open(path, flags)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NOTHING_TO_DO:
            raise
    finally:
        os.close(descriptor)


# Says that a folder is ours, and is the file that builds lock.
MARKER = ".rollbook"
_MARKER_TEXT = b"Written by `rollbook build`: each build replaces the folders site and pdf beside this file.\n"
# `make bench` may come before the first build; its result is no reason to refuse the folder.
_HARMLESS = frozenset({"bench.json"})


@dataclass(frozen=True, slots=True)
class Claim:
    """An output folder that is ours until the build ends, by its locked marker."""

    out: Path
    marker: int

    def note(self, run: str) -> None:
        """The name of a run that is about to replace the build -> in the marker, and on disk."""
        self.forget()
        os.write(self.marker, run.encode())
        os.fsync(self.marker)

    def forget(self) -> None:
        """The run is over, and its plan gone -> no name in the marker any more."""
        os.lseek(self.marker, 0, os.SEEK_SET)
        os.write(self.marker, _MARKER_TEXT)
        os.ftruncate(self.marker, len(_MARKER_TEXT))

    def noted(self) -> str:
        """-> the name of the run that was replacing the build when it was cut short; empty if none was."""
        os.lseek(self.marker, 0, os.SEEK_SET)
        return os.read(self.marker, 4096).removeprefix(_MARKER_TEXT).decode(errors="replace")


def refuse_foreign(out: Path) -> None:
    """Output folder -> nothing, or WrongUse when it holds what Rollbook didn't write."""
    for path in (out, *(out / name for name in (MARKER, NEW, SWAP, *TREES))):
        if path.is_symlink():
            raise WrongUse(
                f"{path} is a symbolic link, and Rollbook writes only where it is told to: nothing was changed; "
                "remove the link, or name the folder itself with --out"
            )
    if out.exists() and not out.is_dir():
        raise WrongUse(f"{out} is a file: --out takes a folder")
    if not out.is_dir() or (out / MARKER).is_file():
        return
    foreign = sorted({entry.name for entry in out.iterdir()} - _HARMLESS)
    if foreign:
        raise WrongUse(
            f"{out} is not empty and wasn't written by Rollbook (it holds {foreign[0]!r} and no {MARKER} file): "
            "nothing was changed; choose another folder with --out, or empty this one first"
        )


@contextmanager
def claim(out: Path) -> Iterator[Claim]:
    """Output folder -> ours, as soon as no other build has it.

    The system gives the lock up when a build ends, however it ends, so a killed build never locks anyone out.
    """
    refuse_foreign(out)
    _make(out)
    with _open_marker(out) as claimed:
        lock(claimed.marker)
        if os.fstat(claimed.marker).st_size == 0:
            claimed.forget()
        yield claimed


@contextmanager
def claim_if_free(out: Path) -> Iterator[Claim | None]:
    """Output folder that is ours already -> held; None at once if another build has it."""
    with _open_marker(out) as claimed:
        yield claimed if try_to_lock(claimed.marker) else None


@contextmanager
def _open_marker(out: Path) -> Iterator[Claim]:
    marker = os.open(out / MARKER, os.O_RDWR | os.O_CREAT | SAFELY, 0o666)
    try:
        yield Claim(out, marker)
    finally:
        os.close(marker)


def _make(out: Path) -> None:
    """Output folder -> there, and on disk."""
    missing = [folder for folder in (out, *out.parents) if not folder.exists()]
    out.mkdir(parents=True, exist_ok=True)
    for folder in missing:
        sync_folder(folder.parent)
