"""An output folder -> held by this build alone; a folder that isn't ours is refused."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from generator.wrong_use import WrongUse

# Says that a folder is ours, and is the file that builds lock.
MARKER = ".rollbook"
_MARKER_TEXT = "Written by `rollbook build`: each build replaces the folders site and pdf beside this file.\n"
# `make bench` may come before the first build; its result is no reason to refuse the folder.
_HARMLESS = frozenset({"bench.json"})


def refuse_foreign(out: Path) -> None:
    """Output folder -> nothing, or WrongUse when it holds what Rollbook didn't write."""
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
def claim(out: Path, *, wait: bool = True) -> Iterator[bool]:
    """Output folder -> True while no other build can claim it; False at once if one does and we shouldn't wait.

    The kernel gives the lock up when a build ends, however it ends, so a killed build never locks anyone out.
    """
    refuse_foreign(out)
    out.mkdir(parents=True, exist_ok=True)
    with (out / MARKER).open("a+", encoding="utf-8") as marker:
        try:
            fcntl.flock(marker, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
            return
        if os.fstat(marker.fileno()).st_size == 0:
            marker.write(_MARKER_TEXT)
            marker.flush()
        yield True
