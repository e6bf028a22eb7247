"""Folders -> a word each time something in them has changed.

Looks again and again rather than asking the system for events: a shelf has a few hundred files, which takes a
millisecond, and this way it works on every file system, mounted and networked ones too, without a package.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

_PAUSE = 0.25

# Of every file: when it was last written, and its size.
Stamps = dict[str, tuple[int, int]]


def watch(folders: Sequence[Path], pause: float = _PAUSE) -> Iterator[None]:
    """Folders, which may be missing yet -> one word for each burst of changes, when it is over."""
    known = _stamps(folders)
    while True:
        time.sleep(pause)
        if (seen := _stamps(folders)) != known:
            # An editor, or git, may still be writing: half a change would only show problems that aren't there.
            while known != seen:
                time.sleep(pause)
                known, seen = seen, _stamps(folders)
            yield


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
