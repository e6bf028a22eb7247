"""The drawings of the print edition, in the book's inks: the cover's plate and the ornament under a chapter's title."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from rollbook.model.paper_format import PaperFormat
from rollbook.render.pdf.palette import Palette
from rollbook.render.templates import templates
from rollbook.theme_files import theme_text

_RAYS = 120
_PLATE_WIDTH = 1480


@dataclass(frozen=True, slots=True)
class Ray:
    """A line of the sunburst behind the die; angle in degrees, lengths in the plate's units."""

    angle: float
    start: int
    end: int


def drawings(inks: Palette, paper: PaperFormat, emblem: str) -> dict[str, bytes]:
    """A book's inks, its paper, the emblem of its cover or none -> its drawings by file name."""
    # Long, short, middle, short: four lengths make the burst shimmer instead of looking like a wheel.
    ends = (545, 470, 505, 470)
    rays = tuple(Ray(360 * turn / _RAYS, -420, -ends[turn % 4]) for turn in range(_RAYS))
    cover, ornament = (templates("print").get_template(name) for name in ("cover.svg", "ornament.svg"))
    plate = cover.render(inks=inks, rays=rays, emblem=emblem, engraving=_engraving, height=_plate_height(paper))
    return {"cover.svg": plate.encode(), "ornament.svg": ornament.render(inks=inks, engraving=_engraving).encode()}


def _plate_height(paper: PaperFormat) -> int:
    """A paper -> how high the cover's plate is in its own units, of which it is 1,480 wide."""
    return round(_PLATE_WIDTH * paper.height / paper.width)


def _engraving(name: str) -> Markup:
    """One of the site's ornaments -> its lines, without the element around them."""
    inside = theme_text(f"ornaments/{name}.svg").partition(">")[2].rpartition("</svg>")[0]
    return Markup(inside)
