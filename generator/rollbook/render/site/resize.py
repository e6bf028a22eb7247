"""A painted picture as its author saved it -> smaller copies for screens, of which each reader's browser takes one."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageOps

from rollbook.cache import stored

# As wide as the text on a phone, on a desk, and on a desk with two dots for each.
_WIDTHS = (480, 960, 1600)
# Below this a picture is not worth another file.
_SMALL = 120_000
_QUALITY = 80


@stored
def resized(content: bytes) -> tuple[tuple[int, bytes], ...]:
    """The bytes of a picture -> copies as WebP by their widths, the largest last; none of what is small or moves."""
    if len(content) < _SMALL:
        return ()
    try:
        with Image.open(BytesIO(content)) as image:
            if getattr(image, "is_animated", False):
                return ()
            upright = ImageOps.exif_transpose(image).convert("RGBA" if _is_clear(image) else "RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        # Damaged or far too large: that is told elsewhere, and a preview shows the page all the same.
        return ()
    largest = min(upright.width, _WIDTHS[-1])
    widths = [*(width for width in _WIDTHS if width < largest), largest]
    copies = tuple((width, _copy(upright, width)) for width in widths)
    # A photograph saved well may be smaller than anything made of it.
    return copies if len(copies[-1][1]) < len(content) else ()


def _is_clear(image: Image.Image) -> bool:
    return image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info


def _copy(image: Image.Image, width: int) -> bytes:
    height = max(1, round(image.height * width / image.width))
    written = BytesIO()
    image.resize((width, height), Image.Resampling.LANCZOS).save(written, "WEBP", quality=_QUALITY, method=4)
    return written.getvalue()
