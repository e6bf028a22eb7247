"""A chance or an average -> the figure that a page prints of it."""

from __future__ import annotations

from fractions import Fraction


def percent(chance: Fraction) -> str:
    """A chance -> percent with one decimal; what is neither sure nor impossible never looks so."""
    rounded = round(float(chance * 100), 1)
    if chance in (0, 1):
        return f"{chance * 100}%"
    return "<0.1%" if rounded < 0.1 else ">99.9%" if rounded > 99.9 else f"{rounded:.1f}%"


def whole_percent(chance: Fraction) -> str:
    """A chance -> in whole percent, as a sentence says it; what is neither sure nor impossible never looks so."""
    number = round(chance * 100)
    if chance not in (0, 1):
        number = min(max(number, 1), 99)
    mark = "<" if number > chance * 100 and number == 1 else ">" if number < chance * 100 and number == 99 else ""
    return f"{mark}{number}\N{NO-BREAK SPACE}%"


def decimal(value: Fraction, places: int = 2) -> str:
    """An average -> with at most two decimals, as people say it."""
    text = f"{float(value):.{places}f}".rstrip("0").rstrip(".")
    return text.replace("-", "−")
