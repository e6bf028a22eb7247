"""Names that change with the content, so that browsers may keep a file for ever."""

from __future__ import annotations

import hashlib
from pathlib import PurePosixPath


def fingerprint(content: bytes) -> str:
    """Bytes -> ten hexadecimal digits of their SHA-256."""
    return hashlib.sha256(content).hexdigest()[:10]


def hashed_name(path: str, content: bytes) -> str:
    """fonts/text.woff2 and its bytes -> fonts/text-0123456789.woff2"""
    name = PurePosixPath(path)
    return str(name.with_name(f"{name.stem}-{fingerprint(content)}{name.suffix}"))
