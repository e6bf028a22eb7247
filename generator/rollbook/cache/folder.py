"""Where a user's cache is, whether it is theirs alone, the secret in it, and how a file gets into it whole."""

from __future__ import annotations

import os
import secrets
import stat
import sys
from collections.abc import Mapping
from pathlib import Path

from rollbook.model.files import SAFELY, open_plain_file

_VARIABLE = "ROLLBOOK_CACHE"
# What a killed build leaves behind starts like this.
UNFINISHED = "unfinished-"
SECRET = "secret"
_SIZE = 32


class UnusableCacheError(Exception):
    """A folder that must not be used as a cache, and why."""


def user_cache_folder(
    environment: Mapping[str, str] = os.environ, platform: str = sys.platform, home: str | None = None
) -> Path:
    """Environment -> the folder that ROLLBOOK_CACHE names, or the one where this system keeps caches."""
    if named := environment.get(_VARIABLE):
        return Path(named)
    own = Path(os.path.expanduser("~") if home is None else home)
    if platform == "win32":
        caches = Path(environment.get("LOCALAPPDATA") or own / "AppData" / "Local")
    elif platform == "darwin":
        caches = own / "Library" / "Caches"
    else:
        chosen = Path(environment.get("XDG_CACHE_HOME", ""))
        caches = chosen if chosen.is_absolute() else own / ".cache"  # as the XDG specification says
    return caches / "rollbook"


def prepare_folder(folder: Path) -> None:
    """A folder's path -> the folder, made if need be; UnusableCacheError where others may have put something in it."""
    if not folder.is_absolute():
        raise UnusableCacheError("it is not an absolute path")
    _refuse_checkout(folder)
    # Not further up: a home that doesn't exist is none of ours to make.
    folder.parent.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    _refuse_checkout(folder.resolve())
    _refuse_shared(os.stat(folder), stat.S_IWGRP | stat.S_IWOTH, "written to")


def _refuse_shared(status: os.stat_result, forbidden: int, how: str) -> None:
    """What the system says of a path, permission bits that others must not have -> nothing, or UnusableCacheError."""
    if not hasattr(os, "geteuid"):
        return  # on Windows a user's own folders are closed to others by their access lists
    if status.st_uid != os.geteuid():
        raise UnusableCacheError("it belongs to another user")
    if status.st_mode & forbidden:
        raise UnusableCacheError(f"it can be {how} by others")


def _refuse_checkout(folder: Path) -> None:
    """What lies in a checkout may have come with it, from anybody."""
    for above in (folder, *folder.parents):
        if os.path.lexists(above / ".git"):
            raise UnusableCacheError(f"it is inside the git checkout {above}, whose files others can change")


def _temporary_file(folder: Path, content: bytes) -> Path:
    """Folder, bytes -> a new file in it under a name that nobody else has; readable by this user alone."""
    path = folder / f"{UNFINISHED}{secrets.token_hex(8)}"
    # By hand: `tempfile` takes longer for a page than writing it does.
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | SAFELY, stat.S_IRUSR | stat.S_IWUSR)
    with os.fdopen(descriptor, "wb") as file:
        try:
            file.write(content)
            file.flush()
        except OSError:
            path.unlink(missing_ok=True)
            raise
    return path


def write_whole(path: Path, content: bytes) -> None:
    """Path, bytes -> the file; of builds that write it at the same time the last one wins."""
    written = _temporary_file(path.parent, content)
    try:
        os.replace(written, path)
    except OSError:
        written.unlink(missing_ok=True)
        raise


def read_secret(folder: Path) -> bytes:
    """Folder -> its secret; a new one where there is none, or one that others may know."""
    path = folder / SECRET
    found = _private(path)
    if found is None:
        _make(path)
        found = _private(path)
    if found is None:
        raise UnusableCacheError("its secret can't be stored")
    return found


def _private(path: Path) -> bytes | None:
    try:
        with open_plain_file(path) as file:
            _refuse_shared(os.fstat(file.fileno()), stat.S_IRWXG | stat.S_IRWXO, "read")
            content = file.read(_SIZE + 1)
    except (OSError, UnusableCacheError):
        return None
    return content if len(content) == _SIZE else None


def _make(path: Path) -> None:
    """Of builds that start the very first cache together, all use the secret of the one that was quickest."""
    written = _temporary_file(path.parent, secrets.token_bytes(_SIZE))
    try:
        os.link(written, path)
    except FileExistsError:
        if _private(path) is None:  # one that others may know
            os.replace(written, path)
    except OSError:  # a file system without links
        os.replace(written, path)
    finally:
        written.unlink(missing_ok=True)
