"""The header and the labels of a table's first column -> the die that picks a row, or None for an ordinary table.

A header that names a die (`d20`, `2d6 roll`, `**d%**`) decides, if at least half of the labels are ranges. A header
that only speaks of a roll, a result, a die or dice needs labels that are all ranges and that together fit one die:
from 1 to the number of its sides, or with Natural rows. `# of players | 1, 2, 3, 4+` speaks of no roll, so it
stays an ordinary table; 2 to 12 might be anything, so `2d6` has to stand in the header.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..problem import Problem
from ..ranges import Range, read_range

_DIE = re.compile(r"(?<![\w/])(\d{0,3}d(?:\d{1,6}|%))(?![\w/])", re.IGNORECASE)
_ROLL_WORD = re.compile(r"\b(?:roll|rolls|rolled|result|results|die|dice)\b", re.IGNORECASE)
# A roll word alone is a weak sign, so only dice that people own are taken from the labels.
_SIDES = frozenset((2, 3, 4, 6, 8, 10, 12, 20, 30, 100, 1000))


def infer(header: str, labels: Sequence[str]) -> str | None:
    """Header text, label texts -> the die as an expression, or None."""
    ranges = [held for held in map(read_range, labels) if not isinstance(held, Problem)]
    named = _DIE.search(header)
    if named:
        return named[1].lower() if labels and 2 * len(ranges) >= len(labels) else None
    if not _ROLL_WORD.search(header) or len(ranges) < max(len(labels), 2):
        return None
    return _spanned(ranges)


def _spanned(ranges: Sequence[Range]) -> str | None:
    """The ranges of every row -> the one die whose faces they span, or None."""
    naturals = [end for held in ranges if held.natural for span in held.spans for end in (span.low, span.high)]
    if naturals:
        highest = max(end for end in naturals if end is not None)
        # A table may single out a natural 1 alone; naturals are spoken of on a d20 unless one says otherwise.
        return f"d{highest}" if highest in _SIDES and highest > 3 else "d20"
    ends = [end for held in ranges for span in held.spans for end in (span.low, span.high) if end is not None]
    opens_low = any(span.low is None for held in ranges for span in held.spans)
    # `1 or less` stands for the lowest face of a modified roll, as `20+` stands for the highest.
    lowest, highest = min(ends), max(ends)
    if highest in _SIDES and (lowest == 1 or (opens_low and lowest in (0, 1))):
        return f"d{highest}"
    return None
