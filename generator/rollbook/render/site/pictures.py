"""A book's pictures -> where they lie on the site and the room that a page keeps for them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from xml.etree import ElementTree

from rollbook.model.book import Book
from rollbook.model.files import OutputFile
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Asset
from rollbook.render.address import hashed_name
from rollbook.render.resize import HARDLY_NARROWER, Copy, is_drawing, painted_size, resized

_KEPT = 960
_PIXELS = re.compile(r"\s*(\d+(?:\.\d+)?)(?:px)?\s*")


@dataclass(frozen=True, slots=True)
class PublishedCopy:
    """A smaller copy of a picture: its media type, its width in pixels, its path below the site's root."""

    type: str
    width: int
    path: str


@dataclass(frozen=True, slots=True)
class Picture:
    """Its path below the site's root; its width and height in pixels, where the file tells them.

    Where it has `copies`, a browser takes one of those, and the path is that of a copy which any browser can show.
    """

    path: str
    size: tuple[int, int] | None
    copies: tuple[PublishedCopy, ...] = ()


def pictures_of(book: Book) -> Mapping[str, Picture]:
    """A book -> its pictures, by their paths in the book."""
    return {asset.path: _picture(book, asset) for asset in book.assets}


def picture_files(book: Book, shared: bool) -> Iterator[OutputFile]:
    """A book, whether its own pictures are asked for or those it shares -> their files."""
    for asset in book.assets:
        if asset.shared is shared:
            yield from _files(book, asset)


def _picture(book: Book, asset: Asset) -> Picture:
    paths = [file.path.removeprefix("site/") for file in _files(book, asset)]
    pairs = list(zip(_copies(asset), paths, strict=False))[:-1]
    copies = tuple(PublishedCopy(f"image/{copy.kind}", copy.width, path) for copy, path in pairs)
    return Picture(paths[-1], picture_size(asset), copies)


def _files(book: Book, asset: Asset) -> list[OutputFile]:
    """A picture of a book -> its files: it, or its copies in its place."""
    folder = "static" if asset.shared else f"{book.id}/media"
    path = f"{folder}/{asset.path.removeprefix('_')}"
    copies = _copies(asset)
    if not copies:
        return [OutputFile(f"site/{hashed_name(path, asset.content)}", asset.content)]
    stem = path.rpartition(".")[0]
    paths = [f"site/{hashed_name(f'{stem}-{copy.width}.{copy.kind}', copy.content)}" for copy in copies]
    # Whoever reads without a connection needs one of them: of those that every browser with a store knows, the one that
    # is wide enough for a page.
    kept = max(
        number for number, copy in enumerate(copies) if copy.kind == "webp" and HARDLY_NARROWER * copy.width <= _KEPT
    )
    return [
        OutputFile(path, copy.content, "" if number == kept else paths[kept])
        for number, (path, copy) in enumerate(zip(paths, copies, strict=True))
    ]


def _copies(asset: Asset) -> tuple[Copy, ...]:
    return () if is_drawing(asset) else resized(asset.content)


def shared_pictures(books: Iterable[Book]) -> Iterator[OutputFile]:
    """Books -> the files of the pictures that they share, each once."""
    yield from {file.path: file for book in books for file in picture_files(book, shared=True)}.values()


def picture_path(book: Book, name: str) -> str:
    """A book and a picture's path in it -> its path below the site's root."""
    return next(_picture(book, asset).path for asset in book.assets if asset.path == name)


def picture_size(asset: Asset) -> tuple[int, int] | None:
    """A picture -> its width and height. None: it has none of its own, or can't be read; a browser finds out itself."""
    return _drawn_size(asset.content) if is_drawing(asset) else painted_size(asset.content)


def _drawn_size(content: bytes) -> tuple[int, int] | None:
    """A drawing without a size of its own grows with its column: there is no room to keep."""
    try:
        _, root = next(ElementTree.iterparse(BytesIO(content), events=("start",)))
    except (ElementTree.ParseError, StopIteration):
        return None
    width, height = (_PIXELS.fullmatch(root.get(side, "")) for side in ("width", "height"))
    return (round(float(width[1])), round(float(height[1]))) if width and height else None
