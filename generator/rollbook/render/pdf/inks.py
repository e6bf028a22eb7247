"""A book's accent -> the inks of its print edition, and what is drawn in them: the cover's plate, the ornament."""

from __future__ import annotations

from dataclasses import fields

from markupsafe import Markup

from rollbook.model.book import Book
from rollbook.model.colour import mixed, readable
from rollbook.model.paper_format import Inks, PaperFormat
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.settings import STANDARD
from rollbook.render.accent import accent, colours
from rollbook.render.templates import templates
from rollbook.theme_files import theme_text

_PAPER = "#ffffff"
_INK = "#1d1916"


@dataclass(frozen=True, slots=True)
class Palette:
    """`cover` and `night` fill the cover, `lettering` and `glow` stand on it; the rest is for white paper."""

    ink: str
    cover: str
    night: str
    lettering: str
    glow: str
    deep: str
    rule: str
    tint: str
    wash: str

    @property
    def variables(self) -> str:
        """The inks as CSS variables. Margin boxes inherit from the page, not from the root, so that both have them."""
        inks = " ".join(f"--{field.name}: {getattr(self, field.name)};" for field in fields(self))
        return f":root {{ {inks} }}\n@page {{ {inks} }}"


# Nothing is filled and nothing is coloured; what is grey is a thin line.
_BLACK = Palette(
    ink="#000000",
    cover=_PAPER,
    night=_PAPER,
    lettering="#000000",
    glow="#000000",
    deep="#000000",
    rule="#777777",
    tint=_PAPER,
    wash=_PAPER,
)


def palette(book: Book, inks: Inks, pure: bool = False) -> Palette:
    """A book -> its inks, all mixed from the colour that it has on the site; or black alone.

    `pure`: its text is black and nothing else, or four plates that don't quite meet would blur it.
    """
    if inks is Inks.BLACK:
        return _BLACK
    shades, chosen = accent(book), colours(book).light
    deep = readable(chosen.accent, _PAPER) if chosen.accent else shades.light
    return Palette(
        ink=_BLACK.ink if pure else _INK if chosen.ink == STANDARD.light.ink else readable(chosen.ink, _PAPER),
        cover=shades.cover,
        night=shades.night,
        lettering=shades.lettering,
        glow=mixed(shades.cover, shades.lettering, 0.55),
        deep=deep,
        rule=mixed(deep, _PAPER, 0.5),
        tint=mixed(deep, _PAPER, 0.88),
        wash=mixed(deep, _PAPER, 0.945),
    )


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
