"""A book's pictures -> the same as every e-book reader shows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import quote

from rollbook.cache import stored
from rollbook.model.book import Book
from rollbook.model.document.inlines import Picture
from rollbook.model.document.walk import every_inline
from rollbook.model.source import Asset
from rollbook.render.painting import first_frame, is_opaque, narrowed, pixels_of, saved

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
    shown = {each.asset for page in book.pages for each in every_inline(page.blocks) if isinstance(each, Picture)}
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
