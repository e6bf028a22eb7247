"""The drawings of the print edition, in the book's inks: the cover's plate and the ornament under a chapter's title."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from generator.render.pdf.palette import Palette
from generator.render.pdf.templates import template
from generator.render.theme_files import theme_text

_DICE = ("d4", "d6", "d8", "d10", "d12")
_RAYS = 120


@dataclass(frozen=True, slots=True)
class Ray:
    """A line of the sunburst behind the die; angle in degrees, lengths in the plate's units."""

    angle: float
    start: int
    end: int


def drawings(inks: Palette) -> dict[str, bytes]:
    """A book's inks -> its drawings by file name."""
    # Long, short, middle, short: four lengths make the burst shimmer instead of looking like a wheel.
    ends = (545, 470, 505, 470)
    rays = tuple(Ray(360 * turn / _RAYS, -420, -ends[turn % 4]) for turn in range(_RAYS))
    return {
        "cover.svg": template("cover.svg").render(inks=inks, rays=rays, dice=_DICE, engraving=_engraving).encode(),
        "ornament.svg": template("ornament.svg").render(inks=inks, engraving=_engraving).encode(),
    }


def _engraving(name: str) -> Markup:
    """One of the site's ornaments -> its lines, without the element around them."""
    inside = theme_text(f"ornaments/{name}.svg").partition(">")[2].rpartition("</svg>")[0]
    return Markup(inside)
