"""How a tree comes out on one page of the site."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rollbook.model.target import Target
from rollbook.render.address import address, link
from rollbook.render.site.pictures import Picture


class SiteMedium:
    """The Medium of one page."""

    def __init__(self, page: Target, pictures: Mapping[str, Picture], old: Mapping[str, Sequence[str]]) -> None:
        self._address = address(page)
        self._pictures = pictures
        self._old = old

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

    def image_set(self, asset: str) -> str:
        """A picture's path in the book -> the value of srcset: its smaller copies, if it has any."""
        copies = self._pictures[asset].copies
        return ", ".join(f"{link(self._address, path)} {width}w" for width, path in copies)

    def old_anchors(self, anchor: str) -> tuple[str, ...]:
        """An anchor of the page -> those that led here before."""
        return tuple(self._old.get(anchor, ()))
