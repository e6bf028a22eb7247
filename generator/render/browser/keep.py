"""Results that took long -> a folder, and back out of it; never trusted unless they are whole.

An entry is one file: the SHA-256 of what follows, then each part after its length. It appears under its name only when
it is complete, so that builds which run at the same time cannot read half of one; the last to finish wins.
"""

from __future__ import annotations

import hashlib
import os
import struct
from pathlib import Path
from tempfile import NamedTemporaryFile

_DIGEST = hashlib.sha256().digest_size
_LENGTH = struct.Struct("<Q")


def keep(folder: Path, name: str, parts: tuple[bytes, ...]) -> None:
    """Parts -> an entry of that name. Older entries are removed: they belong to engines that are no more."""
    folder.mkdir(parents=True, exist_ok=True)
    body = b"".join(_LENGTH.pack(len(part)) + part for part in parts)
    with NamedTemporaryFile(dir=folder, prefix=".", delete=False) as file:
        file.write(hashlib.sha256(body).digest() + body)
    os.replace(file.name, folder / name)
    _forget_all_but_newest(folder)


def kept(folder: Path, name: str) -> tuple[bytes, ...] | None:
    """A name -> its parts; None if there is no such entry, or a damaged one."""
    try:
        entry = (folder / name).read_bytes()
    except FileNotFoundError:
        return None
    body = entry[_DIGEST:]
    if hashlib.sha256(body).digest() != entry[:_DIGEST]:
        return None
    return tuple(_parts(body))


def _parts(body: bytes) -> list[bytes]:
    parts = []
    place = 0
    while place < len(body):
        start = place + _LENGTH.size
        place = start + _LENGTH.unpack_from(body, place)[0]
        parts.append(body[start:place])
    return parts


_ENTRIES = 4


def _forget_all_but_newest(folder: Path) -> None:
    """A few are left, for someone who goes back and forth between two versions of the engine."""
    entries = [path for path in folder.iterdir() if not path.name.startswith(".")]
    for path in sorted(entries, key=lambda path: path.stat().st_mtime)[:-_ENTRIES]:
        path.unlink(missing_ok=True)
