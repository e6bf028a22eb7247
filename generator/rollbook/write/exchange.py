"""Two paths -> the same two, each now holding what the other held, in one step where the system can."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2


def exchange(new: Path, current: Path, aside: Path) -> None:
    """Swap `new` with `current`; where the system can't, move `current` to `aside` and `new` into its place.

    The second way leaves a moment without `current`: a build killed in it is finished by the next run.
    """
    if not _exchanged(new, current):
        os.rename(current, aside)
        os.rename(new, current)


def _exchanged(new: Path, current: Path) -> bool:
    """Linux's renameat2(RENAME_EXCHANGE) -> whether it did; Python has no name for this call."""
    if not sys.platform.startswith("linux"):
        return False
    renameat2 = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if renameat2 is None:
        return False
    renameat2.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint)
    # Any failure means "not this way" (a network or overlay file system): the plain renames tell what is really wrong.
    return bool(renameat2(_AT_FDCWD, os.fsencode(new), _AT_FDCWD, os.fsencode(current), _RENAME_EXCHANGE) == 0)
