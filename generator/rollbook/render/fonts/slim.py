"""A font -> some of its characters as a small woff2 file for the site."""

from __future__ import annotations

from io import BytesIO

from fontTools.subset import Options, Subsetter  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

# Figures that line up in tables and letters that join well; fractions and other extras stay behind.
_FEATURES = ["ccmp", "kern", "liga", "lnum", "locl", "mark", "mkmk", "pnum", "tnum"]
# Who made the font, what it is called, and its licence with the address of that: a cut font is still theirs.
_NAMES = [*range(7), 13, 14]


def slim(font: TTFont, characters: set[int]) -> bytes:
    """A font -> these characters of it, without instructions for coarse screens, which were up to half of it."""
    options = Options(layout_features=_FEATURES, hinting=False, flavor="woff2", notdef_outline=True, name_IDs=_NAMES)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters & set(font.getBestCmap()))
    subsetter.subset(font)
    return as_woff2(font)


def as_woff2(font: TTFont) -> bytes:
    """A font -> all of it, packed for the site."""
    packed = BytesIO()
    font.flavor = "woff2"
    font.save(packed)
    return packed.getvalue()
