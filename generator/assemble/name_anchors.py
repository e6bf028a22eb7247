"""Titles -> names for addresses: stable under rewording elsewhere, unique in their page or book."""

from __future__ import annotations

import unicodedata
from collections.abc import Container
from itertools import count


def slug(title: str) -> str:
    """`Stats & Saves` -> `stats-saves`. Letters of every script stay; accents of Latin letters go."""
    plain = unicodedata.normalize("NFKD", title.casefold())
    letters = (c if c.isalnum() else " " for c in plain if not unicodedata.combining(c) and c not in "'’")
    return "-".join("".join(letters).split())


def unique(name: str, taken: Container[str], parent: str = "", fallback: str = "section") -> str:
    """A name and those taken -> the name itself, or told apart by its parent's, or at last by a number.

    The parent comes first because a number would shift whenever another heading of that name is added above.
    """
    name = name or fallback
    if name not in taken:
        return name
    if parent and f"{parent}-{name}" not in taken:
        return f"{parent}-{name}"
    return next(f"{name}-{number}" for number in count(2) if f"{name}-{number}" not in taken)
