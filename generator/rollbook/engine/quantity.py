"""What rulebooks print -> exact numbers and ranges: `+1`, `½`, `2.5`; and `1-4`, `15+` in a table's first column.

The first cell of a roll table's row -> Range: which results that row answers. What an author may write: `7`, `-1`,
`+4`, `1-4`, `01–10`, `71-00`, `-5 – -2`, `1 to 4`, `1, 8, 16`, `4/5`, `15+`, `20 or more`, `≤ 0`, `0 or less`, `6-`,
`<3`, `Natural 20`, `Nat 19-20`. Markdown emphasis around it, and a closing `:` or `.`, are ignored.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

from .lean import frozen
from .problem import Problem
from .spans import Span, Spans, union

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


# Further than any die reaches (limits.py: 10^6 sides), short enough that reading it costs nothing.
_DIGITS = r"\d{1,9}"
_NUMBER = rf"[-−–+]?{_DIGITS}"
_DASH = r"(?:[-–—−‑‒]|\.\.|…|to\b)"
_SPAN = re.compile(rf"(?P<low>{_NUMBER})(?:\s*{_DASH}\s*(?P<high>{_NUMBER}))?")
_MORE = re.compile(rf"(?P<low>{_NUMBER})\s*(?:\+|(?:or|and)\s+(?:more|higher|above|over|up|greater|better))")
_LESS = re.compile(rf"(?P<high>{_NUMBER})(?:\s*[-−–]|\s+(?:or|and)\s+(?:less|lower|below|under|fewer|worse))")
_COMPARED = re.compile(rf"(?P<sign><=|>=|=<|=>|≤|≥|<|>)\s*(?P<number>{_NUMBER})")
_NATURAL = re.compile(r"nat(?:ural|\.)?\s*(?=\d)")
# `1,000` might be one thousand or a list of 1 and 0: the author has to say which.
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?!\d)")
_BETWEEN = re.compile(r"\s*(?:[,;&]|\bor\b|\band\b)\s*")
_SLASHED = re.compile(rf"{_DIGITS}(?:/{_DIGITS})+")
_TRIMMED = " \t\n\r\u00a0\u202f\u2009*_`~"


@frozen
class Range:
    """The results of one row: rising spans with gaps between them; `natural`: of the unmodified dice."""

    spans: Spans
    natural: bool = False

    def __contains__(self, value: int) -> bool:
        return any(value in span for span in self.spans)

    def __str__(self) -> str:
        return ("natural " if self.natural else "") + ", ".join(str(span) for span in self.spans)


def read_range(text: str) -> Range | Problem:
    """The text of a cell -> the Range it means, or the Problem that says why it is none."""
    start, end = _inside(text)
    words = " ".join(text[start:end].lower().split())
    natural = _NATURAL.match(words)
    rest = words[natural.end() :] if natural else words
    if _THOUSANDS.search(rest):
        return Problem(
            "ambiguous-range",
            f"“{text[start:end]}” may be one large number or a list of small ones",
            start,
            end,
            "leave the comma out of a number, or put a space after each comma in a list",
        )
    spans = _whole(rest) or _listed(rest)
    if spans is None:
        return Problem(
            "not-a-range",
            f"“{text[start:end]}” is not a range of results",
            start,
            end,
            "write a row's results as 7, 1-4, 15+, 6-, 0 or less, or Natural 20",
        )
    if any(span.low is not None and span.high is not None and span.low > span.high for span in spans):
        return Problem(
            "backward-range",
            f"the range “{text[start:end]}” runs backwards",
            start,
            end,
            "put the lower number first",
        )
    return Range(union(spans), natural is not None)


def _inside(text: str) -> tuple[int, int]:
    """Text -> where its content starts and ends, without emphasis and closing punctuation."""
    content = text.rstrip(_TRIMMED).rstrip(":.)").rstrip(_TRIMMED)
    return len(content) - len(content.lstrip(_TRIMMED)), len(content)


def _whole(words: str) -> list[Span] | None:
    """`15+`, `20 or more`, `0 or less`, `≤ 0`, `<3` -> the one open span; None for anything else."""
    if found := _MORE.fullmatch(words):
        return [Span(_number(found["low"]), None)]
    if found := _LESS.fullmatch(words):
        return [Span(None, _number(found["high"]))]
    if found := _COMPARED.fullmatch(words):
        number = _number(found["number"])
        if "<" in found["sign"] or found["sign"] == "≤":
            return [Span(None, number - (found["sign"] == "<"))]
        return [Span(number + (found["sign"] == ">"), None)]
    return None


def _listed(words: str) -> list[Span] | None:
    """`7`, `1-4`, `1, 8, 16-18`, `1, 20+` -> spans; None for anything else."""
    parts = _BETWEEN.split(words)
    if _SLASHED.fullmatch(words):
        # `4/5` is a row for both; `1/2` is as often a half, so the author has to say which.
        parts = words.split("/")
        if words == "1/2" or any(int(next_one) != int(one) + 1 for one, next_one in pairwise(parts)):
            return None
    spans: list[Span] = []
    for part in parts:
        if found := _SPAN.fullmatch(part):
            low = _number(found["low"])
            spans.append(Span(low, low if found["high"] is None else _number(found["high"])))
        elif len(parts) > 1 and (opened := _whole(part)):
            spans += opened
        else:
            return None
    return spans


def _number(text: str) -> int:
    """Digits with any minus sign -> int. 00 on a percentile table means 100, never 0."""
    return 100 if text == "00" else int(text.replace("−", "-").replace("–", "-"))
