"""-> a name for exactly this program: its own files, the theme's, and the versions of the packages around it.

It stands in every key, so that nothing is reused that another Rollbook made: an older one, or one being changed.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]
_THEME = _PACKAGE.parents[1] / "site_templates"
# Pinned by the lock file beside it, and a hundred times as large as everything else.
_LEFT_OUT = ("node_modules", "__pycache__")


@cache
def program() -> str:
    """-> the name, worked out once: a running program stays what it is."""
    digest = hashlib.sha256(sys.version.encode())
    for top in (_PACKAGE, _THEME):
        for path in _files(top):
            with open(path, "rb") as file:
                content = file.read()
            # By its place in the program: the same Rollbook is the same one on another machine.
            digest.update(f"\0{os.path.relpath(path, top)}\0{len(content)}\0".encode() + content)
    for folder in sys.path:
        digest.update("\0".join(_packages(folder)).encode())
    return digest.hexdigest()


def _files(top: Path) -> Iterator[str]:
    for folder, names, files in os.walk(top):
        names[:] = sorted(name for name in names if name not in _LEFT_OUT and not name.startswith("."))
        yield from (os.path.join(folder, file) for file in sorted(files) if not file.endswith(".pyc"))


def _packages(folder: str) -> list[str]:
    """A folder of packages -> `jinja2-3.1.6.dist-info` and so on."""
    try:
        return sorted(name for name in os.listdir(folder or ".") if name.endswith(".dist-info"))
    except OSError:
        return []
