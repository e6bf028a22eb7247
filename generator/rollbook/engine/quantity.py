"""A number as rulebooks print it -> an exact number: `2`, `+1`, `−3`, `½`, `1½`, `3/4`, `2.5`, `1,000`."""

from __future__ import annotations

import re
from fractions import Fraction

_SHAPE = re.compile(
    r"(?P<sign>[-+−–]?)\s*"
    r"(?:(?P<whole>\d{1,15}|\d{1,3}(?:,\d{3}){1,4})(?:\.(?P<decimals>\d{1,15})|/(?P<below>\d{1,15}))?)?"
    r"(?P<glyph>[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]?)"
)
_GLYPHS = {
    "½": Fraction(1, 2),
    "⅓": Fraction(1, 3),
    "⅔": Fraction(2, 3),
    "¼": Fraction(1, 4),
    "¾": Fraction(3, 4),
    "⅕": Fraction(1, 5),
    "⅖": Fraction(2, 5),
    "⅗": Fraction(3, 5),
    "⅘": Fraction(4, 5),
    "⅙": Fraction(1, 6),
    "⅚": Fraction(5, 6),
    "⅛": Fraction(1, 8),
    "⅜": Fraction(3, 8),
    "⅝": Fraction(5, 8),
    "⅞": Fraction(7, 8),
}

Quantity = int | Fraction


def read_quantity(text: str) -> Quantity | None:
    """The text of a number -> int, or Fraction where it is not whole; None if the text is something else."""
    if len(text) > 40:
        return None
    found = _SHAPE.fullmatch(text.strip())
    if found is None or not (found["whole"] or found["glyph"]):
        return None
    if found["glyph"] and (found["decimals"] or found["below"]):
        return None
    value = _size(found)
    if value is None:
        return None
    value = value if found["sign"] in ("", "+") else -value
    return value.numerator if value.denominator == 1 else value


def _size(found: re.Match[str]) -> Fraction | None:
    """A matched number -> its size without the sign; None for a fraction over zero."""
    whole = (found["whole"] or "0").replace(",", "")
    if found["below"]:
        return Fraction(int(whole), int(found["below"])) if int(found["below"]) else None
    value = Fraction(f"{whole}.{found['decimals'] or 0}")
    return value + _GLYPHS.get(found["glyph"], 0)
