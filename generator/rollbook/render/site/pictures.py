"""A book's pictures -> where they lie on the site and the room that a page keeps for them."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from xml.etree import ElementTree

from PIL import ExifTags, Image

from rollbook.model.book import Book
from rollbook.model.output import OutputFile
from rollbook.model.source import Asset
from rollbook.render.hashed import hashed_name
from rollbook.render.site.resize import resized

_TURNED = range(5, 9)  # how a camera says that it was held upright
_PIXELS = re.compile(r"\s*(\d+(?:\.\d+)?)(?:px)?\s*")


@dataclass(frozen=True, slots=True)
class Picture:
    """Its path below the site's root; its width and height in pixels, where the file tells them.

    `copies` are the paths of smaller ones by their widths; the largest then stands in for the picture itself.
    """

    path: str
    size: tuple[int, int] | None
    copies: tuple[tuple[int, str], ...] = ()


def pictures_of(book: Book) -> Mapping[str, Picture]:
    """A book -> its pictures, by their paths in the book."""
    return {asset.path: _picture(book, asset) for asset in book.assets}


def picture_files(book: Book, shared: bool) -> Iterator[OutputFile]:
    """A book, whether its own pictures are asked for or those it shares -> their files."""
    for asset in book.assets:
        if asset.shared is shared:
            yield from (OutputFile(f"site/{path}", content) for path, content in _files(book, asset))


def _picture(book: Book, asset: Asset) -> Picture:
    paths = [path for path, _ in _files(book, asset)]
    widths = [width for width, _ in _copies(asset)]
    return Picture(paths[-1], picture_size(asset), tuple(zip(widths, paths, strict=False)))


def _files(book: Book, asset: Asset) -> list[tuple[str, bytes]]:
    """A picture of a book -> its files, by their paths below the site's root: it, or its copies in its place."""
    folder = "static" if asset.shared else f"{book.id}/media"
    path = f"{folder}/{asset.path.removeprefix('_')}"
    copies = [(f"{path.rpartition('.')[0]}-{width}.webp", content) for width, content in _copies(asset)]
    return [(hashed_name(name, content), content) for name, content in copies or [(path, asset.content)]]


def _copies(asset: Asset) -> tuple[tuple[int, bytes], ...]:
    return () if asset.path.lower().endswith(".svg") else resized(asset.content)


def shared_pictures(books: Iterable[Book]) -> Iterator[OutputFile]:
    """Books -> the files of the pictures that they share, each once."""
    yield from {file.path: file for book in books for file in picture_files(book, shared=True)}.values()


def picture_path(book: Book, name: str) -> str:
    """A book and a picture's path in it -> its path below the site's root."""
    return next(_picture(book, asset).path for asset in book.assets if asset.path == name)


def picture_size(asset: Asset) -> tuple[int, int] | None:
    """A picture -> its width and height. None: it has none of its own, or can't be read; a browser finds out itself."""
    return _drawn_size(asset.content) if asset.path.lower().endswith(".svg") else _painted_size(asset.content)


def _painted_size(content: bytes) -> tuple[int, int] | None:
    with warnings.catch_warnings():
        # Only the first bytes are read, so not even a huge picture is too much.
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        try:
            with Image.open(BytesIO(content)) as image:
                width, height = image.size
                turned = image.getexif().get(ExifTags.Base.Orientation) in _TURNED
        except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
            return None
    return (height, width) if turned else (width, height)


def _drawn_size(content: bytes) -> tuple[int, int] | None:
    """A drawing without a size of its own grows with its column: there is no room to keep."""
    try:
        _, root = next(ElementTree.iterparse(BytesIO(content), events=("start",)))
    except (ElementTree.ParseError, StopIteration):
        return None
    width, height = (_PIXELS.fullmatch(root.get(side, "")) for side in ("width", "height"))
    return (round(float(width[1])), round(float(height[1]))) if width and height else None
