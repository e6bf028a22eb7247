"""An output folder -> held by this build alone; a folder that isn't ours is refused."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rollbook.model.diagnostic import WrongUse
from rollbook.model.files import SAFELY
from rollbook.write.lock import lock, try_to_lock
from rollbook.write.paths import NEW, SWAP, TREES
from rollbook.write.sync import sync_folder

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
                f"{path} is a symbolic link, and Rollbook writes only where it was told to: nothing was changed; "
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
            "nothing was changed; name another folder with --out, or empty this one first"
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
