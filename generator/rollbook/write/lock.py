"""An open file -> locked for this process alone, on every system; whoever ends, however they end, gives it up."""

from __future__ import annotations

import sys

if sys.platform == "win32":
    import msvcrt
    import os
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
