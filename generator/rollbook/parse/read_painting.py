"""The bytes of a painted picture -> its size, or why it cannot be used; and whether all of it is there."""

from __future__ import annotations

import warnings
from io import BytesIO

from rollbook.cache import stored
from rollbook.model.quick_dataclass import dataclass

# A4 at 600 dots per inch, and half as much again. Print unpacks every one of them.
MAX_PIXELS = 50_000_000
FORMATS = ("AVIF", "GIF", "JPEG", "PNG", "WEBP")


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


@stored
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
