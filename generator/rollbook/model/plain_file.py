"""A path that somebody else may have prepared -> the plain file there, or none."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

# No link is followed, and a pipe that nobody writes to is not waited for. Windows has neither flag, but O_BINARY.
SAFELY = sum(getattr(os, flag, 0) for flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"))


def open_plain_file(path: Path) -> BinaryIO:
    """A path -> its file, open to read; OSError where there is none, or a link, a folder, a pipe or a device."""
    descriptor = os.open(path, os.O_RDONLY | SAFELY)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "not a plain file", str(path))
    return os.fdopen(descriptor, "rb")
