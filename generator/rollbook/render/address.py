"""Where each page of the site lies, how one page links to another, and names that change with the content.

All links are relative, so that the site works from any sub-path and from a folder on disk. For the latter a
link to a cover says index.html by name.
"""

from __future__ import annotations

import hashlib
import posixpath
from functools import lru_cache
from pathlib import PurePosixPath
from urllib.parse import quote

from rollbook.model.spot import Target

HOME = "index.html"
NOT_FOUND = "404.html"


def address(target: Target) -> str:
    """A spot on the shelf -> its path below the site's root, with its anchor."""
    page = f"{target.book}/{_file_name(target.page)}"
    return f"{page}#{target.anchor}" if target.anchor else page


def link(start: str, goal: str) -> str:
    """Two paths below the site's root -> the relative address that leads from the first to the second."""
    path, mark, anchor = goal.partition("#")
    if path == start and anchor:
        return f"#{quote(anchor)}"
    return quote(_relative(path, posixpath.dirname(start))) + mark + quote(anchor)


# Pages of a folder have the same links to others, and to look for the way takes long.
@lru_cache(maxsize=2**12)
def _relative(path: str, folder: str) -> str:
    """A path and a folder below the site's root -> the way from the folder to the path."""
    return posixpath.relpath(path, folder or ".")


def _file_name(page: str) -> str:
    """A page's id -> its file; the assemble step keeps the cover's name free."""
    return f"{page or 'index'}.html"


def on_site(site: str, target: Target) -> str:
    """Where the shelf is published, or nothing, and a spot of it -> its full address, for what is read elsewhere."""
    return f"{site.rstrip('/')}/{quote(address(target), safe='/#')}" if site else ""


def fingerprint(content: bytes) -> str:
    """Bytes -> ten hexadecimal digits of their SHA-256."""
    return hashlib.sha256(content).hexdigest()[:10]


def hashed_name(path: str, content: bytes) -> str:
    """fonts/text.woff2 and its bytes -> fonts/text-0123456789.woff2"""
    name = PurePosixPath(path)
    return str(name.with_name(f"{name.stem}-{fingerprint(content)}{name.suffix}"))
