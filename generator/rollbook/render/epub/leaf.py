"""A page of an e-book: a chapter as a medium, its HTML as XHTML, its pictures as every reader shows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from urllib.parse import quote
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import tinyhtml5  # type: ignore[import-untyped]

from rollbook.cache import stored
from rollbook.model.book import Book
from rollbook.model.document.inlines import Picture
from rollbook.model.document.walk import inlines_of
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Asset
from rollbook.model.spot import Target
from rollbook.render.address import link_to_site, on_site
from rollbook.render.medium import Image
from rollbook.render.painting import first_frame, is_opaque, narrowed, pixels_of, saved


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


KINDS = {
    "gif": "image/gif",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webp": "image/webp",
}
# No such device has more dots across; what is wider, or heavier than this, is made smaller.
_WIDEST = 1600
_HEAVY = 300_000
_QUALITY = 82


@dataclass(frozen=True, slots=True)
class EpubPicture:
    """A picture in an e-book: its address there, its media type, its bytes."""

    href: str
    kind: str
    content: bytes = field(repr=False)


def book_pictures(book: Book) -> Mapping[str, EpubPicture]:
    """A book -> the pictures that its pages show, by their paths in the book."""
    shown = {each.asset for page in book.pages for each in inlines_of(Picture, page.blocks)}
    return {asset.path: epub_picture(asset) for asset in book.assets if asset.path in shown}


def epub_picture(asset: Asset) -> EpubPicture:
    """A picture of the book -> the same in an e-book."""
    ending = asset.path.rpartition(".")[2].lower()
    if ending != "svg" and (made := _made(asset.content, ending in KINDS)):
        ending, content = made
        return EpubPicture(f"pictures/{quote(asset.path)}.{ending}", KINDS[ending], content)
    return EpubPicture(f"pictures/{quote(asset.path)}", KINDS.get(ending, "image/avif"), asset.content)


@stored
def _made(content: bytes, known: bool) -> tuple[str, bytes] | None:
    """The bytes of a picture, whether devices know its kind -> another in its place, where that is better."""
    image = pixels_of(content) if known else first_frame(content)
    if image is None or (known and image.width <= _WIDEST and len(content) < _HEAVY):
        return None
    ending, kind = ("jpg", "JPEG") if is_opaque(image) else ("png", "PNG")
    made = saved(narrowed(image, _WIDEST), kind, _QUALITY)
    return (ending, made) if len(made) < len(content) or not known else None


# What helps at a screen with scripts and means nothing in an e-book.
_UNUSED = ("data-copies", "data-roll", "data-roll-table", "tabindex")


def as_xhtml(fragment: str, page: str, site_page: str) -> str:
    """A page's HTML, its id, its address on the site or nothing -> well-formed XHTML."""
    body = tinyhtml5.parse(f"<body>{fragment}", namespace_html_elements=False).find("body")
    if site_page:
        link_to_site(body, page, site_page)
    for element in list(body.iter()):
        _title_table(element)
        _drop_children(element)
    for element in body.iter():
        for name in _UNUSED:
            element.attrib.pop(name, None)
        if element.tag == "img" and not element.get("alt"):
            element.set("alt", "")
    return "".join(ElementTree.tostring(child, encoding="unicode", method="xml") for child in body)


def _title_table(region: Element) -> None:
    """The region around a table with a title -> the title as the table's caption."""
    table = region.find("table") if region.get("class") == "table-scroll" else None
    title = region.get("data-title", "")
    if table is not None and title and table.find("caption") is None:
        caption = Element("caption")
        caption.text = title
        table.insert(0, caption)


def _drop_children(parent: Element) -> None:
    """Ids of rules stay on the site."""
    for child in list(parent):
        if child.tag == "p" and child.get("class") == "rule-id":
            child.tag, child.text = "div", None
            child.attrib.pop("class")
            for inner in list(child):
                child.remove(inner)
