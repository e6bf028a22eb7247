"""Titles -> names for addresses: stable under rewording elsewhere, unique in their page or book."""

from __future__ import annotations

import unicodedata


def slug(title: str) -> str:
    """`Stats & Saves` -> `stats-saves`. Letters of every script stay; accents of Latin letters go."""
    plain = unicodedata.normalize("NFKD", title.casefold())
    letters = (c if c.isalnum() else " " for c in plain if not unicodedata.combining(c) and c not in "'’")
    return "-".join("".join(letters).split())


class Taken:
    """The names of a page's anchors or of a book's pages so far."""

    def __init__(self, *names: str) -> None:
        self._names = set(names)
        self._numbers: dict[str, int] = {}  # the last number behind each name, since all up to it are taken

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def add(self, name: str) -> str:
        """A name that nothing has -> itself, taken from now on."""
        self._names.add(name)
        return name

    def unique(self, name: str, parent: str = "") -> str:
        """A name -> the name itself, or told apart by its parent's, or at last by a number; taken from now on.

        The parent comes first because a number would shift whenever another heading of that name is added above.
        """
        if name not in self._names:
            return self.add(name)
        if parent and f"{parent}-{name}" not in self._names:
            return self.add(f"{parent}-{name}")
        number = self._numbers.get(name, 1) + 1
        while f"{name}-{number}" in self._names:
            number += 1
        self._numbers[name] = number
        return self.add(f"{name}-{number}")
