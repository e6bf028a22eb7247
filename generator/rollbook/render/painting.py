"""A painted picture as its author saved it -> its pixels, upright and in the colours of every screen; and copies."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageCms, ImageOps

from rollbook.cache import stored
from rollbook.model.source import Asset


def pixels_of(content: bytes) -> Image.Image | None:
    """The bytes of a picture -> its pixels; None where it moves, or can't be read: then it is used as it is."""
    try:
        with Image.open(BytesIO(content)) as image:
            moves = getattr(image, "is_animated", False)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    return None if moves else first_frame(content)


def first_frame(content: bytes) -> Image.Image | None:
    """The bytes of a picture -> its pixels, at first if it moves; None where it can't be read."""
    try:
        with Image.open(BytesIO(content)) as image:
            upright = ImageOps.exif_transpose(image)
            return _in_usual_colours(upright, "RGBA" if _is_clear(image) else "RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        # Damaged or far too large: that is told elsewhere, and a preview shows the page all the same.
        return None


def _is_clear(image: Image.Image) -> bool:
    return image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info


def _in_usual_colours(image: Image.Image, mode: str) -> Image.Image:
    """Pixels in the colours of a camera or a print shop -> in sRGB, since copies carry no profile."""
    profile = image.info.get("icc_profile")
    if profile and image.mode in ("RGB", "RGBA", "CMYK"):
        try:
            usual = ImageCms.createProfile("sRGB")
            changed = ImageCms.profileToProfile(
                image, ImageCms.ImageCmsProfile(BytesIO(profile)), usual, outputMode=mode
            )
        except (ImageCms.PyCMSError, OSError, ValueError):
            changed = None  # a profile that can't be read: better slightly other colours than none
        if changed is not None:
            return changed
    return image.convert(mode)


def is_opaque(image: Image.Image) -> bool:
    """Pixels -> whether nothing shines through them."""
    return image.mode == "RGB"


def narrowed(image: Image.Image, width: int) -> Image.Image:
    """Pixels -> the same picture, at most so many of them wide."""
    if image.width <= width:
        return image
    height = max(1, round(image.height * width / image.width))
    return image.resize((width, height), Image.Resampling.LANCZOS)


# As wide as the text on a desk; a wider copy is for screens with two dots for each.
_WIDEST_TEXT = 960


def saved(image: Image.Image, kind: str, quality: int = 0) -> bytes:
    """Pixels, the kind of file and how close to them it must come -> the file; PNG keeps them all."""
    # Only what these encoders need: each fast enough for a build, and the same bytes in every run. AVIF at 8 is a tenth
    # smaller than at 9 and closer to the pixels, for four times the work; on a screen with two dots for each nobody
    # sees the difference.
    ways: dict[str, dict[str, int | bool | str]] = {
        "AVIF": {"quality": quality, "speed": 8 if image.width <= _WIDEST_TEXT else 9, "max_threads": 1},
        "JPEG": {"quality": quality, "optimize": True, "progressive": True},
        "PNG": {"compress_level": 7},
        "WEBP": {"quality": quality, "method": 4},
    }
    written = BytesIO()
    image.save(written, kind, **ways[kind])
    return written.getvalue()


# Three times what any page shows of it.
_WIDEST = 600


def logo_file(asset: Asset) -> tuple[str, bytes]:
    """A picture of a logo -> the ending of its file's name, and its bytes: a drawing, or at most so many pixels."""
    if asset.path.lower().endswith(".svg"):
        return "svg", asset.content
    made = _small(asset.content)
    return ("png", made) if made else (asset.path.rpartition(".")[2].lower(), asset.content)


@stored
def _small(content: bytes) -> bytes | None:
    image = pixels_of(content)
    return saved(narrowed(image, _WIDEST), "PNG") if image else None
