"""What goes into a drawer of the toolkit -> the drawer: from the cache if it was made before, otherwise made now."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass

from rollbook.cache import Cache
from rollbook.model.toolkit import Files
from rollbook.progress import Progress, step


@dataclass(frozen=True, slots=True)
class Workshop:
    """The cache of what was made before, and where to report what is made now."""

    cache: Cache
    progress: Progress


def made_once(shop: Workshop, name: str, made_from: Files, make: Callable[[], Files]) -> Files:
    """The workshop, the drawer's name, everything that decides what is in it, its maker -> its files."""
    key = f"toolkit {name} {digest(made_from)}"
    cached = shop.cache.get(key)
    if cached is not None:
        return _unpack(cached)
    with step(shop.progress, name, "made once, for all books"):
        made = make()
    shop.cache.put(key, _pack(made))
    return made


def digest(files: Files) -> str:
    """Files by name -> a SHA-256 that changes with any name or content."""
    whole = hashlib.sha256()
    for name, content in sorted(files.items()):
        whole.update(f"{name}\0{len(content)}\0".encode() + content)
    return whole.hexdigest()


def _pack(files: Files) -> bytes:
    """Files -> a line with their names and sizes, then their contents. None can be damaged: the cache seals them."""
    sizes = json.dumps({name: len(content) for name, content in files.items()})
    return b"".join([sizes.encode(), b"\n", *files.values()])


def _unpack(packed: bytes) -> Files:
    head = packed.index(b"\n")
    files, start = {}, head + 1
    for name, size in json.loads(packed[:head]).items():
        files[name] = packed[start : start + size]
        start += size
    return files
