"""Painted pictures as they were saved -> smaller copies of them, for screens of every width.

Nothing of a picture is looked at before it is needed: a build that finds its pictures resized starts faster without.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from dataclasses import field
from functools import partial
from io import BytesIO

from rollbook.cache import Call, reused, stored, work_ahead, work_meanwhile
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Asset

# As wide as the text on a phone, on a desk, and on a desk with two dots for each. A copy that is hardly narrower than
# the next one is not worth a file.
_WIDTHS = (480, 960, 1600)
HARDLY_NARROWER = 0.8
# Below this a picture is not worth another file.
_SMALL = 40_000
_MODERATE = 20_000_000
# The kinds to choose from, the smallest first, and numbers that look alike; the last ones are for any browser.
_QUALITIES = {"AVIF": 55, "WEBP": 80}
_ANY_BROWSER = 960
_ANY_QUALITY = 82
_TURNED = range(5, 9)  # how a camera says that it was held upright


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
    widths = [width for width in _WIDTHS if width < HARDLY_NARROWER * largest]
    narrow = {width: narrowed(image, width) for width in widths} | {largest: widest}
    kinds = [(kind, width) for kind in _QUALITIES for width in narrow][:-1]
    copies = [Copy(kind.lower(), width, saved(narrow[width], kind, _QUALITIES[kind])) for kind, width in kinds]
    plain = narrow.get(_ANY_BROWSER, widest)
    ending, kind = ("jpg", "JPEG") if is_opaque(image) else ("png", "PNG")
    return (*copies, last, Copy(ending, plain.width, saved(plain, kind, _ANY_QUALITY)))


def resize_meanwhile(assets: Iterable[Asset]) -> None:
    """Pictures as they were saved -> their copies are begun elsewhere, while the books are read here."""
    work_meanwhile(_calls(assets), may=_is_moderate)


def resize_ahead(assets: Iterable[Asset]) -> None:
    """Pictures -> the copies of all of them, made on all cores before a page asks for the first."""
    work_ahead(_calls(assets))


def _calls(assets: Iterable[Asset]) -> list[Call]:
    """Pictures -> what makes copies of them, the longest work first; nothing is made of a small one."""
    pictures = {asset.content for asset in assets if not is_drawing(asset) and len(asset.content) >= _SMALL}
    return [partial(resized, content) for content in sorted(pictures, key=lambda content: (-len(content), content))]


def _is_moderate(call: Call) -> bool:
    """Whether a picture may be opened before anyone has looked whether it is too large."""
    width, height = painted_size(call.args[0]) or (0, 0)
    return 0 < width * height < _MODERATE


def is_drawing(asset: Asset) -> bool:
    """Whether a picture is made of lines, which need no copies."""
    return asset.path.lower().endswith(".svg")


@reused
def painted_size(content: bytes) -> tuple[int, int] | None:
    """The bytes of a painted picture -> its width and height, held upright; None if it can't be read."""
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
