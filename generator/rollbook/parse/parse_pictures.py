"""A book's pictures as they were saved -> the pictures that can be published, and what is wrong with the others.

A drawing is cleaned (svg). A painting stays as it is: its size is read, and whether all of it is there.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from io import BytesIO

from rollbook.cache import Call, stored, work_begun, work_meanwhile
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Asset, Place

# A4 at 600 dots per inch, and half as much again. Print unpacks every one of them.
MAX_PIXELS = 50_000_000
# Fewer are sooner done here than begun elsewhere.
_MANY = 4
FORMATS = ("AVIF", "GIF", "JPEG", "PNG", "WEBP")


def parse_pictures(pictures: tuple[Asset, ...], folder: str) -> tuple[tuple[Asset, ...], tuple[Diagnostic, ...]]:
    """A book's pictures, its folder -> drawings cleaned, paintings as they are.

    One that cannot be used stays, so that whoever names it is not told that it is missing; its problem is an error.
    """
    usable = []
    found: list[Diagnostic] = []
    calls = [_call(picture, folder) for picture in pictures]
    if calls:
        work_begun(calls)
    for picture, call in zip(pictures, calls, strict=True):
        content, problems = call()
        usable.append(replace(picture, content=content) if content is not None else picture)
        found += problems
    return tuple(usable), tuple(found)


def begin_pictures(folders: Iterable[tuple[Iterable[Asset], str]]) -> None:
    """Pictures of each folder -> another process begins with them, while this one goes on with the texts."""
    work_meanwhile([_call(picture, folder) for pictures, folder in folders for picture in pictures], _MANY)


def _call(picture: Asset, folder: str) -> Call:
    """A picture -> what makes its bytes, if they are to be others than they were, and finds what is wrong with it."""
    is_drawing = picture.path.lower().endswith(".svg")
    return partial(_cleaned if is_drawing else _look_at, picture.content, f"{folder}/{picture.path}")


@stored
def _cleaned(content: bytes, path: str) -> tuple[bytes | None, tuple[Diagnostic, ...]]:
    # Here and not above: it reads the paintings in a drawing as is done here, and most drawings are in the cache.
    from rollbook.parse.svg import clean_svg

    drawing, problems = clean_svg(content, path)
    return drawing, tuple(problems)


@stored
def _look_at(content: bytes, path: str) -> tuple[bytes | None, tuple[Diagnostic, ...]]:
    """A painted picture -> no other bytes than it has, and what is wrong with it."""
    painting = read_painting(content)
    if not painting.is_readable:
        message = f"the picture is damaged, or not one of {', '.join(FORMATS)} and SVG"
        problem = Diagnostic("bad-picture", message, Place(path), "save it again from the program that made it")
    elif painting.is_too_large:
        message = f"the picture has more than {MAX_PIXELS:,} pixels"
        problem = Diagnostic("picture-limit", message, Place(path), "make it smaller: nobody can see that many")
    elif not is_whole(content):
        message = "the picture is cut short or damaged: some of it can't be read"
        problem = Diagnostic("bad-picture", message, Place(path), "copy or save it again, and check that it opens")
    else:
        return None, ()
    return None, (problem,)


@dataclass(frozen=True, slots=True)
class Painting:
    """Its width and height in pixels and its format; without a size where the bytes are no picture of a known one."""

    width: int = 0
    height: int = 0
    kind: str = ""

    @property
    def is_readable(self) -> bool:
        return self.width > 0 and self.height > 0

    @property
    def is_too_large(self) -> bool:
        return self.width * self.height > MAX_PIXELS


def read_painting(content: bytes) -> Painting:
    """Bytes -> the size of the picture. Only the first bytes are read, so that not even a huge one takes long."""
    # Here and not above: many shelves have no pictures, and it takes long to load.
    from PIL.Image import DecompressionBombError
    from PIL.Image import open as open_image

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            # A MPO is a JPEG with another behind it, as some cameras write.
            with open_image(BytesIO(content), formats=(*FORMATS, "MPO")) as image:
                return Painting(*image.size, (image.format or "").lower().replace("mpo", "jpeg"))
        except DecompressionBombError:
            return Painting(MAX_PIXELS, MAX_PIXELS)
        # Each format has a reader of its own, and damaged files drive them into errors of any kind.
        except Exception:
            return Painting()


def is_whole(content: bytes) -> bool:
    """The bytes of a picture whose size could be read -> whether every pixel of it can be, too."""
    from PIL import ImageFile
    from PIL.Image import open as open_image

    lenient = ImageFile.LOAD_TRUNCATED_IMAGES
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            # WeasyPrint lets Pillow fill up with grey what is missing.
            ImageFile.LOAD_TRUNCATED_IMAGES = False
            with open_image(BytesIO(content), formats=(*FORMATS, "MPO")) as image:
                image.load()
        except Exception:  # as above
            return False
        finally:
            ImageFile.LOAD_TRUNCATED_IMAGES = lenient
    return True
