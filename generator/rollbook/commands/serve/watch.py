"""Folders -> a word each time something in them has changed.

What counts is how the files look. The system's events (watchfiles) only say when to look: as long as they come, hardly
ever otherwise. Where they don't, as on many networked file systems, the files are looked at again and again, a large
shelf less often, so that watching never takes more than a twentieth of a processor.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

_PAUSE = 0.02
_STEP = 10  # milliseconds without another event after which a burst of them is over
_WHILE_TOLD = 0.5  # how often to look while events come: they may stop, and folders that are new have none
_SHARE = 20

# Of every file: when it was last written, and its size.
Stamps = dict[str, tuple[int, int]]


def watch(folders: Sequence[Path], pause: float = _PAUSE) -> Iterator[None]:
    """Folders, which may be missing yet -> one word for each burst of changes from now on, when it is over."""
    return _changes(folders, pause, _stamps(folders))


def _changes(folders: Sequence[Path], pause: float, known: Stamps) -> Iterator[None]:
    interval, due = pause, 0.0
    for told in _notices(folders, pause):
        start = time.monotonic()
        if not told and start < due:
            continue
        seen = _stamps(folders)
        took = time.monotonic() - start
        changed = seen != known
        if changed:
            interval = _WHILE_TOLD if told else pause
            # An editor, or git, may still be writing: half a change would only show problems that aren't there.
            while known != seen and not told:
                time.sleep(pause)
                known, seen = seen, _stamps(folders)
            known = seen
        due = start + took + max(interval, _SHARE * took)
        if changed:
            yield


def _notices(folders: Sequence[Path], pause: float) -> Iterator[bool]:
    """Folders -> after each pause whether the system told of changes in them, or sooner if it did."""
    # A system may have no events, or no more of them to give.
    with suppress(ImportError, OSError, RuntimeError):
        # Here and not above: it takes longer to load than to show the first page.
        from watchfiles import watch as listen

        there = [folder for folder in folders if folder.is_dir()]
        milliseconds = max(int(pause * 1000), 1)
        for events in listen(
            *there, watch_filter=None, step=_STEP, rust_timeout=milliseconds, yield_on_timeout=True, force_polling=False
        ):
            yield bool(events)
    while True:
        time.sleep(pause)
        yield False


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
