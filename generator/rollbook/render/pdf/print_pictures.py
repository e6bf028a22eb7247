"""A book's pictures -> the same for one paper, each with as many dots as its printer can make of it there."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from PIL import Image

from rollbook.cache import stored
from rollbook.model.book import Book
from rollbook.model.document.blocks import Block, Figure
from rollbook.model.document.inlines import Picture
from rollbook.model.document.walk import every_block, inlines_in, own_lines
from rollbook.model.paper_format import PaperFormat
from rollbook.model.source import Asset
from rollbook.render.painting import is_opaque, narrowed, pixels_of, saved
from rollbook.render.pdf.paper import picture
from rollbook.render.picture_markup import pictures_in, share_of

# What print shops ask for.
_DOTS_PER_INCH = 300
_INCH = 25.4
_QUALITY = 88
# What WeasyPrint puts into a PDF without unpacking it, or with all of its pixels.
_TAKEN_AS_THEY_ARE = ("JPEG", "MPO", "PNG")
_HEAVY = 300_000
# A painting kept pixel by pixel takes many times the room of one that looks the same; a drawing of few colours less.
_WORTH_IT = 0.4


def print_pictures(book: Book, paper: PaperFormat) -> dict[str, bytes]:
    """A book on a paper -> its pictures by their names among the build's own files."""
    widths = dict.fromkeys((asset.path for asset in book.assets), paper.text_width)
    shown: dict[str, float] = {}
    for asset, width in _uses(book, paper):
        shown[asset] = max(width, shown.get(asset, 0))
    return {picture(asset.path): _dotted(asset, (widths | shown)[asset.path]) for asset in book.assets}


def _uses(book: Book, paper: PaperFormat) -> Iterator[tuple[str, float]]:
    """A book on a paper -> each picture that it shows, and how wide that is in millimetres."""
    for block in (block for page in book.pages for block in every_block(page.blocks)):
        for inline in (inline for line in own_lines(block) for inline in inlines_in(line.inlines)):
            if isinstance(inline, Picture):
                yield inline.asset, _width(block, paper)
    if book.settings.cover.picture:
        yield book.settings.cover.picture, _filling(paper)


def _width(block: Block, paper: PaperFormat) -> float:
    """What a picture stands in -> how wide it is at most."""
    if not isinstance(block, Figure):
        return paper.text_width
    if block.placing == "bleed":
        return _filling(paper)
    if block.placing in ("full", "page", "opener"):
        return paper.text_width
    share = max(picture.width or share_of(block) for picture in pictures_in(block)) / 100
    # In columns nothing stands beside the text: it has twice as much of the narrow one.
    beside = 2 if paper.columns > 1 and block.placing else 1
    return min(1.0, share * beside) * paper.column_width


def _filling(paper: PaperFormat) -> float:
    """A paper -> how wide a picture may have to be that covers it, whatever its own shape."""
    return max(paper.width, paper.height) * 1.1


def _dotted(asset: Asset, width: float) -> bytes:
    if asset.path.lower().endswith(".svg"):
        return asset.content
    return dotted(asset.content, round(width / _INCH * _DOTS_PER_INCH))


@stored
def dotted(content: bytes, pixels: int) -> bytes:
    """The bytes of a picture, how many pixels wide it may be -> the same for print: JPEG, or PNG where more is seen."""
    image = pixels_of(content)
    if image is None:
        return content
    kind = Image.open(BytesIO(content)).format
    if image.width <= pixels and kind in _TAKEN_AS_THEY_ARE and (kind != "PNG" or len(content) < _HEAVY):
        return content
    smaller = narrowed(image, pixels)
    if not is_opaque(image):
        return saved(smaller, "PNG")
    painted = saved(smaller, "JPEG", _QUALITY)
    if kind == "PNG":
        exact = saved(smaller, "PNG")
        return painted if len(painted) < len(exact) * _WORTH_IT else exact
    return painted
