"""Files and folders -> on the disk itself, so that a power cut can't take them back.

The system writes in an order of its own: without this it may keep the removal of a former build, and lose the new one.
"""

from __future__ import annotations

import errno
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# Asked for one by one the disk would take its time for each: 400 files took 1.4 s, side by side 0.07.
_AT_ONCE = 16
# What file systems answer that have nothing to sync.
_NOTHING_TO_DO = frozenset({errno.EINVAL, errno.ENOTSUP})


def sync_tree(folder: Path) -> None:
    """A folder -> on disk with all that is in it."""
    folders, files = [], []
    for root, _, names in os.walk(folder):
        folders.append(Path(root))
        files += [Path(root, name) for name in names]
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        list(pool.map(_sync_file, files))
        list(pool.map(sync_folder, folders))


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
