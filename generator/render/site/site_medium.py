"""How tokens come out on one page of the site."""

from __future__ import annotations

from collections.abc import Mapping

from generator.book import Target
from generator.render.site.address import address, link
from generator.render.site.pictures import Picture


class SiteMedium:
    """The Medium of one page. It is asked for headings in reading order and keeps the ones that are open."""

    def __init__(self, page: Target, pictures: Mapping[str, Picture]) -> None:
        self._address = address(page)
        self._pictures = pictures
        self._open: list[int] = []

    def href(self, target: Target) -> str:
        """A spot on the shelf -> the relative address that leads there from this page."""
        return link(self._address, address(target))

    def term(self, entry: Target) -> str:
        """A word's entry in the glossary -> its relative address."""
        return self.href(entry)

    def anchor(self, anchor: str) -> str:
        """An anchor of the page -> itself: every page is a document of its own."""
        return anchor

    def image(self, asset: str) -> str:
        """A picture's path in the book -> its address from this page."""
        return link(self._address, self._pictures[asset].path)

    def image_size(self, asset: str) -> tuple[int, int] | None:
        """A picture's path in the book -> the room that the page keeps for it."""
        return self._pictures[asset].size

    def heading(self, level: int) -> int:
        """A heading's level in the text -> how deep it is nested, below the page's own h1.

        Authors choose levels by their looks and skip some; a screen reader's list of headings must not.
        """
        while self._open and self._open[-1] >= level:
            self._open.pop()
        self._open.append(level)
        return min(1 + len(self._open), 6)
