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

_TURNED = range(5, 9)  # how a camera says that it was held upright
_PIXELS = re.compile(r"\s*(\d+(?:\.\d+)?)(?:px)?\s*")


@dataclass(frozen=True, slots=True)
class Picture:
    """Its path below the site's root; its width and height in pixels, where the file tells them."""

    path: str
    size: tuple[int, int] | None


def pictures_of(book: Book) -> Mapping[str, Picture]:
    """A book -> its pictures, by their paths in the book."""
    return {asset.path: Picture(_site_path(book, asset), picture_size(asset)) for asset in book.assets}


def shared_pictures(books: Iterable[Book]) -> Iterator[OutputFile]:
    """Books -> the files of the pictures that they share, each once."""
    shared = {asset.path: (book, asset) for book in books for asset in book.assets if asset.shared}
    yield from (OutputFile(f"site/{_site_path(book, asset)}", asset.content) for book, asset in shared.values())


def picture_path(book: Book, name: str) -> str:
    """A book and a picture's path in it -> its path below the site's root."""
    return next(_site_path(book, asset) for asset in book.assets if asset.path == name)


def _site_path(book: Book, asset: Asset) -> str:
    folder = "static" if asset.shared else f"{book.id}/media"
    return hashed_name(f"{folder}/{asset.path.removeprefix('_')}", asset.content)


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
