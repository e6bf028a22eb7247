"""A painted picture as its author saved it -> smaller copies for screens, of which each reader's browser takes one."""

from __future__ import annotations

from dataclasses import dataclass, field

from rollbook.cache import stored
from rollbook.render.painting import is_opaque, narrowed, pixels_of, saved

# As wide as the text on a phone, on a desk, and on a desk with two dots for each.
_WIDTHS = (480, 960, 1600)
# Below this a picture is not worth another file.
_SMALL = 40_000
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
    image = pixels_of(content) if len(content) >= _SMALL else None
    if image is None:
        return ()
    largest = min(image.width, _WIDTHS[-1])
    widths = [*(width for width in _WIDTHS if width < largest), largest]
    narrow = {width: narrowed(image, width) for width in widths}
    copies = [
        Copy(kind.lower(), width, saved(narrow[width], kind, quality))
        for kind, quality in _QUALITIES.items()
        for width in widths
    ]
    if len(copies[-1].content) >= len(content):
        return ()
    plain = narrowed(image, _ANY_BROWSER)
    ending, kind = ("jpg", "JPEG") if is_opaque(image) else ("png", "PNG")
    return (*copies, Copy(ending, plain.width, saved(plain, kind, _ANY_QUALITY)))
