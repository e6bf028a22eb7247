"""A book's colour, in the shades that stay readable on paper, in the dark and on its cover."""

from __future__ import annotations

import colorsys
import zlib
from collections.abc import Callable
from dataclasses import dataclass

from rollbook.model.book import Book

# Book cloth: each tells itself apart from the others beside it on the shelf.
PALETTE = (
    "#8c2f2b",  # oxblood
    "#1f5a57",  # verdigris
    "#33498a",  # woad
    "#7a5212",  # saddle
    "#6a3272",  # mulberry
    "#2f6136",  # moss
    "#96451a",  # rust
    "#37566b",  # slate
)

# The papers and the cover's lettering of site_templates/styles/tokens.css; a test holds them together.
LIGHT_PAPER = "#faf5e9"
DARK_PAPER = "#1b1815"
COVER_LETTERING = "#f7ecd2"

# WCAG AA asks for 4.5; a little more leaves room for the tinted boxes that text also stands on.
ENOUGH = 4.5
_TEXT_CONTRAST = 5.5
_COVER_CONTRAST = 7.0


@dataclass(frozen=True, slots=True)
class Accent:
    """`light` and `dark` are for text and rules on the page in each theme, `cover` lies under the cover's lettering."""

    light: str
    dark: str
    cover: str
    lettering: str

    @property
    def night(self) -> str:
        """The cover in the shade: further from its lettering."""
        return mixed(self.cover, "#000000" if _luminance(self.lettering) > _luminance(self.cover) else "#ffffff", 0.42)


SHELF_SHADES = Accent("#8c2f2b", "#d5827e", "#6d2522", COVER_LETTERING)


def book_colour(book: Book) -> str:
    """A book -> the colour that its settings name, or one that stays the same as long as its id does."""
    return book.settings.accent or PALETTE[zlib.crc32(book.id.encode()) % len(PALETTE)]


def accent(book: Book) -> Accent:
    """A book -> its shades."""
    chosen = book_colour(book)
    cloth, lettering = book.settings.cover.cloth, book.settings.cover.lettering or COVER_LETTERING
    return Accent(
        light=_until_readable(chosen, LIGHT_PAPER, _TEXT_CONTRAST, _darker),
        dark=_until_readable(chosen, DARK_PAPER, _TEXT_CONTRAST, _lighter),
        cover=readable(cloth, lettering) if cloth else readable(chosen, lettering, _COVER_CONTRAST),
        lettering=lettering,
    )


def contrast(one: str, other: str) -> float:
    """Two colours as #rrggbb -> their contrast ratio as WCAG 2 defines it, 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def mixed(one: str, other: str, share: float) -> str:
    """Two colours as #rrggbb and how much of the second -> the colour between them."""
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def readable(colour: str, ground: str, ratio: float = ENOUGH) -> str:
    """Two colours as #rrggbb -> the first, or the nearest to it that stands out enough from the second.

    Where none does, which for the default ratio is never so, the best there is: black or white.
    """
    darker, lighter = (_until_readable(colour, ground, ratio, step) for step in (_darker, _lighter))
    near = sorted((darker, lighter), key=lambda shade: abs(_luminance(shade) - _luminance(colour)))
    enough = [shade for shade in near if contrast(shade, ground) >= ratio]
    return enough[0] if enough else max(near, key=lambda shade: contrast(shade, ground))


def _until_readable(colour: str, ground: str, ratio: float, step: Callable[[str], str]) -> str:
    while contrast(colour, ground) < ratio and (further := step(colour)) != colour:
        colour = further
    return colour


def _darker(colour: str) -> str:
    return _at_lightness(colour, -0.02)


def _lighter(colour: str) -> str:
    return _at_lightness(colour, 0.02)


def _at_lightness(colour: str, change: float) -> str:
    hue, lightness, saturation = colorsys.rgb_to_hls(*_channels(colour))
    lightness = min(1.0, max(0.0, lightness + change))
    # Pale shades of a strong colour turn neon; cloth and ink fade instead.
    channels = colorsys.hls_to_rgb(hue, lightness, min(saturation, 0.6) if change > 0 else saturation)
    return "#" + "".join(f"{round(channel * 255):02x}" for channel in channels)


def _channels(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(channel) for channel in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
