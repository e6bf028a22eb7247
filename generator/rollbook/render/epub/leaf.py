"""A page of an e-book as a medium: every chapter is a file of its own beside the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import quote

from rollbook.model.target import Target
from rollbook.render.address import on_site
from rollbook.render.epub.book_pictures import EpubPicture
from rollbook.render.medium import Image


@dataclass(frozen=True, slots=True)
class Leaf:
    """`site` is where the shelf is published, or empty; `pages` are all that the e-book has."""

    book: str
    page: str
    site: str
    pages: frozenset[str]
    pictures: Mapping[str, EpubPicture] = field(default_factory=dict)

    def href(self, target: Target) -> str:
        """A spot of this book -> its file and anchor; any other -> its address on the site, if there is one."""
        if target.book == self.book and (not target.page or target.page in self.pages):
            anchor = f"#{quote(target.anchor)}" if target.anchor and target.page else ""
            return f"{file_name(target.page)}{anchor}"
        return on_site(self.site, target)

    @property
    def site_page(self) -> str:
        """This page's address on the site, if there is one."""
        return on_site(self.site, Target(self.book, self.page))

    def term(self, entry: Target) -> str:
        """A word's entry in the glossary -> nothing: on a page of an e-book every tap on a link is a turned page."""
        return ""

    def anchor(self, anchor: str) -> str:
        """An anchor of the page -> the same: a file of its own needs no other."""
        return anchor

    def image(self, asset: str) -> Image:
        """A picture's path in the book -> its place in the e-book; the device makes it as wide as it has room for."""
        return Image(self.pictures[asset].href)

    def old_anchors(self, anchor: str) -> tuple[str, ...]:
        """None: nobody has an old address of it."""
        return ()


def file_name(page: str) -> str:
    """A page's id -> its file in the e-book. No page: the cover."""
    return quote(f"page-{page}.xhtml") if page else "cover.xhtml"
