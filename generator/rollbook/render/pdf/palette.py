"""A book's accent, and what may be spent on its pages -> the inks of its print edition."""

from __future__ import annotations

from dataclasses import dataclass, fields

from rollbook.model.book import Book
from rollbook.model.colour import mixed, readable
from rollbook.model.paper_format import Inks
from rollbook.model.settings import STANDARD
from rollbook.render.accent import accent, colours

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
