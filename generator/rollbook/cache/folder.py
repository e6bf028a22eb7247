"""Where a user's cache is, and whether it can be trusted to be theirs alone."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Mapping
from pathlib import Path

VARIABLE = "ROLLBOOK_CACHE"


class UnusableCacheError(Exception):
    """A folder that must not be used as a cache, and why."""


def user_cache_folder(
    environment: Mapping[str, str] = os.environ, platform: str = sys.platform, home: str | None = None
) -> Path:
    """Environment -> the folder that ROLLBOOK_CACHE names, or the one where this system keeps caches."""
    if named := environment.get(VARIABLE):
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
        raise UnusableCacheError("it is not a whole path from the root")
    _refuse_checkout(folder)
    # Not further up: a home that doesn't exist is none of ours to make.
    folder.parent.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    _refuse_checkout(folder.resolve())
    refuse_shared(os.stat(folder), stat.S_IWGRP | stat.S_IWOTH, "written to")


def refuse_shared(status: os.stat_result, forbidden: int, how: str) -> None:
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
            raise UnusableCacheError(f"it lies in the git checkout {above}, whose files come from others too")
