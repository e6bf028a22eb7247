"""A cache's folder -> the secret that seals its entries: 32 bytes of chance that only this user can read."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path

from rollbook.cache.folder import UnusableCacheError, refuse_shared
from rollbook.cache.write_whole import temporary_file
from rollbook.model.plain_file import open_plain_file

SECRET = "secret"
_SIZE = 32


def read_secret(folder: Path) -> bytes:
    """Folder -> its secret; a new one where there is none, or one that others may know."""
    path = folder / SECRET
    found = _private(path)
    if found is None:
        _make(path)
        found = _private(path)
    if found is None:
        raise UnusableCacheError("its secret can't be kept")
    return found


def _private(path: Path) -> bytes | None:
    try:
        with open_plain_file(path) as file:
            refuse_shared(os.fstat(file.fileno()), stat.S_IRWXG | stat.S_IRWXO, "read")
            content = file.read(_SIZE + 1)
    except (OSError, UnusableCacheError):
        return None
    return content if len(content) == _SIZE else None


def _make(path: Path) -> None:
    """Of two builds that start the very first cache together, both use the secret of the one that was quicker."""
    if os.path.lexists(path):
        path.unlink()
    written = temporary_file(path.parent, secrets.token_bytes(_SIZE))
    try:
        os.link(written, path)
    except FileExistsError:
        return
    except OSError:  # a file system without links
        os.replace(written, path)
        return
    finally:
        written.unlink(missing_ok=True)
