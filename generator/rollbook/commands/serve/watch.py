"""Folders -> a word each time something in them has changed.

Looks again and again rather than asking the system for events: this way it works on every file system, mounted and
networked ones too, without a package. A shelf of 130 files takes a millisecond to look at. A large one is looked at
less often, so that watching never takes more than a twentieth of a processor.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

_PAUSE = 0.04
_SHARE = 20

# Of every file: when it was last written, and its size.
Stamps = dict[str, tuple[int, int]]


def watch(folders: Sequence[Path], pause: float = _PAUSE) -> Iterator[None]:
    """Folders, which may be missing yet -> one word for each burst of changes from now on, when it is over."""
    return _changes(folders, pause, _stamps(folders))


def _changes(folders: Sequence[Path], pause: float, known: Stamps) -> Iterator[None]:
    while True:
        seen = _look_again(folders, pause)
        if seen != known:
            # An editor, or git, may still be writing: half a change would only show problems that aren't there.
            while known != seen:
                known, seen = seen, _look_again(folders, pause)
            yield


def _look_again(folders: Sequence[Path], pause: float) -> Stamps:
    time.sleep(pause)
    start = time.monotonic()
    stamps = _stamps(folders)
    time.sleep(max(_SHARE * (time.monotonic() - start) - pause, 0))
    return stamps


def _stamps(folders: Sequence[Path]) -> Stamps:
    stamps = {}
    for folder in folders:
        for root, names, files in os.walk(folder):
            names[:] = [name for name in names if not name.startswith(".")]
            for file in files:
                path = os.path.join(root, file)
                try:
                    status = os.stat(path)
                except OSError:  # gone in the meantime, or a link that leads nowhere
                    continue
                stamps[path] = (status.st_mtime_ns, status.st_size)
    return stamps
