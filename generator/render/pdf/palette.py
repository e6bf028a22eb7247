"""A book's accent -> the inks of its print edition."""

from __future__ import annotations

from dataclasses import dataclass, fields

from generator.book import Book
from generator.render.accent import COVER_LETTERING, accent

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


def palette(book: Book) -> Palette:
    """A book -> its inks, all mixed from the colour that it has on the site."""
    shades = accent(book)
    return Palette(
        ink=_INK,
        cover=shades.cover,
        night=_mixed(shades.cover, "#000000", 0.42),
        lettering=COVER_LETTERING,
        glow=_mixed(shades.cover, COVER_LETTERING, 0.55),
        deep=shades.light,
        rule=_mixed(shades.light, _PAPER, 0.5),
        tint=_mixed(shades.light, _PAPER, 0.88),
        wash=_mixed(shades.light, _PAPER, 0.945),
    )


def _mixed(one: str, other: str, share: float) -> str:
    """Two colours as #rrggbb and how much of the second -> the colour between them."""
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
