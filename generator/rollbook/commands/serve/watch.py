"""Folders -> a word each time something in them has changed.

Looks again and again rather than asking the system for events: this way it works on every file system, mounted and
networked ones too, without a package, and benchmarks/README.md has what that costs. A shelf of 300 files
takes a millisecond to look at. A large one is looked at less often, so that watching never takes more than a twentieth
of a processor.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

_PAUSE = 0.02
_SHARE = 20

# Of every file: when it was last written, and its size.
Stamps = dict[str, tuple[int, int]]


def watch(folders: Sequence[Path], pause: float = _PAUSE) -> Iterator[None]:
    """Folders, which may be missing yet -> one word for each burst of changes from now on, when it is over."""
    return _changes(folders, pause, _stamps(folders))


def _changes(folders: Sequence[Path], pause: float, known: Stamps) -> Iterator[None]:
    took = 0.0
    while True:
        time.sleep(max(pause, _SHARE * took))
        start = time.monotonic()
        seen = _stamps(folders)
        took = time.monotonic() - start
        if seen != known:
            # An editor, or git, may still be writing: half a change would only show problems that aren't there.
            while known != seen:
                time.sleep(pause)
                known, seen = seen, _stamps(folders)
            yield


def _stamps(folders: Sequence[Path]) -> Stamps:
    stamps: Stamps = {}
    waiting = [os.fspath(folder) for folder in folders]
    while waiting:
        with suppress(OSError), os.scandir(waiting.pop()) as entries:  # it may be missing yet, or be gone by now
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    if not entry.name.startswith("."):
                        waiting.append(entry.path)
                    continue
                with suppress(OSError):  # gone in the meantime, or a link that leads nowhere
                    status = entry.stat()
                    stamps[entry.path] = (status.st_mtime_ns, status.st_size)
    return stamps
