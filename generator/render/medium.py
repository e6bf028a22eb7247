"""How the same tokens come out on a site's page and on paper."""

from __future__ import annotations

from typing import Protocol

from generator.book import Target


class Medium(Protocol):
    """What a page of the site and the printed book write differently."""

    def href(self, target: Target) -> str:
        """A spot on the shelf -> the address that leads there; empty where this edition doesn't hold it."""

    def anchor(self, anchor: str) -> str:
        """An anchor of the page -> the id to write, unique in the finished document."""

    def image(self, asset: str) -> str:
        """A picture's path in the book -> the address to write."""

    def heading(self, level: int) -> int:
        """A heading's level in the text -> its level in the finished document."""
