"""How a tree comes out on one page of the site."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rollbook.model.target import Target
from rollbook.render.address import address, link
from rollbook.render.medium import Image
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

    def image(self, asset: str) -> Image:
        """A picture's path in the book -> its addresses from this page, and the room that the page keeps for it."""
        picture = self._pictures[asset]
        sets: dict[str, list[str]] = {}
        for copy in picture.copies:
            sets.setdefault(copy.type, []).append(f"{link(self._address, copy.path)} {copy.width}w")
        copies = tuple((type_, ", ".join(addresses)) for type_, addresses in sets.items())
        return Image(link(self._address, picture.path), picture.size, copies)

    def old_anchors(self, anchor: str) -> tuple[str, ...]:
        """An anchor of the page -> those that led here before."""
        return tuple(self._old.get(anchor, ()))
