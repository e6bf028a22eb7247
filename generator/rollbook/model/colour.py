"""Colours as #rrggbb: how well one can be read on another, and the nearest that can."""

from __future__ import annotations

import colorsys
from functools import lru_cache

# What WCAG AA asks for of text.
ENOUGH = 4.5


def contrast(one: str, other: str) -> float:
    """Two colours as #rrggbb -> their contrast ratio as WCAG 2 defines it, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def mixed(one: str, other: str, share: float) -> str:
    """Two colours as #rrggbb and how much of the second -> the colour between them."""
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


# A preview asks for the same few again at each save.
@lru_cache(maxsize=256)
def readable(colour: str, ground: str, ratio: float = ENOUGH) -> str:
    """Two colours as #rrggbb -> the first, or the nearest to it that stands out enough from the second.

    Where none does, which for the default ratio is never so, the best there is: black or white.
    """
    shades = (_until_readable(colour, ground, ratio, change) for change in (-0.02, 0.02))
    near = sorted(shades, key=lambda shade: abs(luminance(shade) - luminance(colour)))
    enough = [shade for shade in near if contrast(shade, ground) >= ratio]
    return enough[0] if enough else max(near, key=lambda shade: contrast(shade, ground))


def _until_readable(colour: str, ground: str, ratio: float, change: float) -> str:
    while contrast(colour, ground) < ratio and (further := _at_lightness(colour, change)) != colour:
        colour = further
    return colour


def _at_lightness(colour: str, change: float) -> str:
    hue, lightness, saturation = colorsys.rgb_to_hls(*_channels(colour))
    lightness = min(1.0, max(0.0, lightness + change))
    # Pale shades of a strong colour turn neon; cloth and ink fade instead.
    channels = colorsys.hls_to_rgb(hue, lightness, min(saturation, 0.6) if change > 0 else saturation)
    return "#" + "".join(f"{round(channel * 255):02x}" for channel in channels)


def _channels(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def luminance(colour: str) -> float:
    """A colour -> how bright it is, 0 to 1, as WCAG 2 defines it."""
    red, green, blue = (_linear(channel) for channel in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
