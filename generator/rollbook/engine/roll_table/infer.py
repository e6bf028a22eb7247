"""The header and the labels of a table's first column -> the die that picks a row, or None for an ordinary table.

A header that names a die (`d20`, `2d6 roll`, `**d%**`) decides, if at least half of the labels are ranges. One that
names it with another letter, as other languages do (`W20`, `k6`), decides if the labels are all its numbers. A header
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
_OTHER_DIE = re.compile(r"(?<![\w/])(\d{0,3})[^\W\d_](\d{1,6}|%)(?![\w/])")
_ROLL_WORD = re.compile(r"\b(?:roll|rolls|rolled|result|results|die|dice)\b", re.IGNORECASE)
# A roll word alone is a weak sign, so only dice that people own are taken from the labels.
_SIDES = frozenset((2, 3, 4, 6, 8, 10, 12, 20, 30, 100, 1000))


def infer(header: str, labels: Sequence[str]) -> str | None:
    """Header text, label texts -> the die as an expression, or None."""
    ranges = [held for held in map(read_range, labels) if not isinstance(held, Problem)]
    named = _DIE.search(header)
    if named:
        return named[1].lower() if labels and 2 * len(ranges) >= len(labels) else None
    if die := _in_another_letter(header, ranges, len(labels)):
        return die
    if not _ROLL_WORD.search(header) or len(ranges) < max(len(labels), 2):
        return None
    return _spanned(ranges)


def _in_another_letter(header: str, ranges: Sequence[Range], labels: int) -> str | None:
    """A header, the ranges of the labels -> the die that it names, if they begin and end where the die does."""
    found = _OTHER_DIE.search(header)
    ends = [end for held in ranges for span in held.spans for end in (span.low, span.high) if end is not None]
    if not found or not ends or len(ranges) < labels:
        return None
    count, sides = int(found[1] or 1), 100 if found[2] == "%" else int(found[2])
    lowest, highest = {66: (11, 66), 666: (111, 666), 88: (11, 88)}.get(sides, (count, count * sides))
    return f"{found[1]}d{found[2]}" if (min(ends), max(ends)) == (lowest, highest) else None


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
