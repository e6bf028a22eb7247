"""A book's pictures -> where they lie on the site and the room that a page keeps for them."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from functools import partial
from io import BytesIO
from xml.etree import ElementTree

from rollbook.cache import stored, work_ahead, work_meanwhile
from rollbook.model.book import Book
from rollbook.model.files import OutputFile
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Asset
from rollbook.render.address import hashed_name

_TURNED = range(5, 9)  # how a camera says that it was held upright
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
    kept = max(number for number, copy in enumerate(copies) if copy.kind == "webp" and copy.width <= _KEPT)
    return [
        OutputFile(path, copy.content, "" if number == kept else paths[kept])
        for number, (path, copy) in enumerate(zip(paths, copies, strict=True))
    ]


def resize_meanwhile(assets: Iterable[Asset]) -> None:
    """Pictures as they were saved -> their copies are begun elsewhere, while the books are read here."""
    calls = (partial(resized, asset.content) for asset in assets if not _is_drawing(asset) and _is_moderate(asset))
    work_meanwhile(calls)


def _is_moderate(asset: Asset) -> bool:
    """Whether it may be opened before anyone has looked whether it is too large."""
    if len(asset.content) < _SMALL:
        return False  # nothing is made of it
    width, height = _painted_size(asset.content) or (0, 0)
    return 0 < width * height < _MODERATE


def resize_ahead(books: Iterable[Book]) -> None:
    """Books -> the copies of all their pictures, made on all cores before a page asks for the first."""
    pictures = {asset.content for book in books for asset in book.assets if not _is_drawing(asset)}
    work_ahead([partial(resized, content) for content in sorted(pictures, key=len, reverse=True)])


def _copies(asset: Asset) -> tuple[Copy, ...]:
    return () if _is_drawing(asset) else resized(asset.content)


def _is_drawing(asset: Asset) -> bool:
    return asset.path.lower().endswith(".svg")


def shared_pictures(books: Iterable[Book]) -> Iterator[OutputFile]:
    """Books -> the files of the pictures that they share, each once."""
    yield from {file.path: file for book in books for file in picture_files(book, shared=True)}.values()


def picture_path(book: Book, name: str) -> str:
    """A book and a picture's path in it -> its path below the site's root."""
    return next(_picture(book, asset).path for asset in book.assets if asset.path == name)


def picture_size(asset: Asset) -> tuple[int, int] | None:
    """A picture -> its width and height. None: it has none of its own, or can't be read; a browser finds out itself."""
    return _drawn_size(asset.content) if _is_drawing(asset) else _painted_size(asset.content)


def _painted_size(content: bytes) -> tuple[int, int] | None:
    # Here and below, not above: a shelf without pictures, or whose pictures are known, starts faster without.
    from PIL import ExifTags, Image

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


# As wide as the text on a phone, on a desk, and on a desk with two dots for each.
_WIDTHS = (480, 960, 1600)
# Below this a picture is not worth another file.
_SMALL = 40_000
_MODERATE = 20_000_000
# The kinds to choose from, the smallest first, and numbers that look alike; the last ones are for any browser.
_QUALITIES = {"AVIF": 55, "WEBP": 80}
_ANY_BROWSER = 960
_ANY_QUALITY = 82


@dataclass(frozen=True, slots=True)
class Copy:
    """One of them: its kind as the ending of its name, its width in pixels, its bytes."""

    kind: str
    width: int
    content: bytes = field(repr=False)


@stored
def resized(content: bytes) -> tuple[Copy, ...]:
    """The bytes of a picture -> copies as AVIF and as WebP by their widths, and one for any browser, which comes last.

    None of what is small or moves, or was saved so well that nothing made of it is smaller.
    """
    from rollbook.render.painting import is_opaque, narrowed, pixels_of, saved

    image = pixels_of(content) if len(content) >= _SMALL else None
    if image is None:
        return ()
    largest = min(image.width, _WIDTHS[-1])
    widest = narrowed(image, largest)
    # The largest of the simpler kind comes first: where it is no smaller, none of the others are worth making.
    last = Copy("webp", largest, saved(widest, "WEBP", _QUALITIES["WEBP"]))
    if len(last.content) >= len(content):
        return ()
    narrow = {width: narrowed(image, width) for width in _WIDTHS if width < largest} | {largest: widest}
    kinds = [(kind, width) for kind in _QUALITIES for width in narrow][:-1]
    copies = [Copy(kind.lower(), width, saved(narrow[width], kind, _QUALITIES[kind])) for kind, width in kinds]
    plain = narrow.get(_ANY_BROWSER) or narrowed(image, _ANY_BROWSER)
    ending, kind = ("jpg", "JPEG") if is_opaque(image) else ("png", "PNG")
    return (*copies, last, Copy(ending, plain.width, saved(plain, kind, _ANY_QUALITY)))
