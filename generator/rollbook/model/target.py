"""A spot on the shelf that a link can lead to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Target:
    """No anchor: the top of the page; no page: the book's cover."""

    book: str
    page: str = ""
    anchor: str = ""
