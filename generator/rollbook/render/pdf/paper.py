"""The printed book as a medium: one document, so that every id carries its page's name."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from rollbook.model.target import Target
from rollbook.render.address import on_site
from rollbook.render.medium import Image


@dataclass(frozen=True, slots=True)
class Paper:
    """A page of a printed book; `site` is where the shelf is published, or empty; `pages` are all that are printed."""

    book: str
    page: str
    site: str
    pages: frozenset[str]

    def href(self, target: Target) -> str:
        """A spot of this book -> its anchor; one that isn't printed -> its address on the site, if there is one."""
        if target.book == self.book and (not target.page or target.page in self.pages):
            return f"#{quote(spot(target.page, target.anchor))}"
        return on_site(self.site, target)

    @property
    def site_page(self) -> str:
        """This page's address on the site, if there is one."""
        return on_site(self.site, Target(self.book, self.page))

    def term(self, entry: Target) -> str:
        """A word's entry in the glossary -> nothing: links on hundreds of words would only be in the way of reading."""
        return ""

    def anchor(self, anchor: str) -> str:
        """An anchor of the page -> the id in the whole document."""
        return spot(self.page, anchor)

    def image(self, asset: str) -> Image:
        """A picture's path in the book -> its address among the build's own files."""
        return Image(picture(asset))

    def old_anchors(self, anchor: str) -> tuple[str, ...]:
        """None: nobody has an old address of it."""
        return ()


def spot(page: str, anchor: str = "") -> str:
    """A page and an anchor in it -> the id in the printed document. No page: the cover."""
    if not page:
        return "cover"
    return f"{page}--{anchor}" if anchor else page


def picture(asset: str) -> str:
    """A picture's path in the book -> its name among the build's own files."""
    return f"pictures/{quote(asset)}"
