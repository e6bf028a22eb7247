"""Names of files and folders that every system can have, and that it can tell apart."""

from __future__ import annotations

import unicodedata

# 255 are the most that file systems take; published files get a hash into their names, PDFs the name of a paper.
MAX_BYTES = 200
_REFUSED = '\\/:*?"<>|'


def is_portable(name: str) -> bool:
    """One part of a path -> whether it means the same everywhere: Windows takes some signs for its own."""
    if name in ("", ".", "..") or name.endswith((" ", ".")):
        return False
    return not any(character in _REFUSED or ord(character) < 32 for character in name)


def folded(path: str) -> str:
    """A path -> what a file system takes it for that ignores case and Unicode's two spellings of "é"."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())
