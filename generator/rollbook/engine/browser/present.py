"""Rolls and chances -> plain data with everything that a page shows of them, so that it works nothing out itself."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ..distribution import Distribution
from ..roll import Roll
from ..rolled import plain
from ..show import breakdown, sentence, spoken
from ..words import Words

_MAX_ROWS = 400
_NO_WORDS: Mapping[str, str] = {}


def present_roll(roll: Roll, words: Words, title: str = "", called: Mapping[str, str] = _NO_WORDS) -> dict[str, object]:
    """Roll, words, what it is for and calls its names -> total, dice, the text with the dice in place, sentences."""
    return {
        **roll.to_json(),
        "shown": words.value(roll.total),
        "natural": None if roll.natural is None else plain(roll.natural),
        "breakdown": [span.to_json() for span in breakdown(roll, called)],
        "sentence": sentence(roll, words, title, called),
        "spoken": spoken(roll, words, title, called),
    }


def present_chance(chance: Fraction, words: Words) -> dict[str, object]:
    """A chance, words -> exactly, and in percent as a page prints it."""
    return {"exactly": str(chance), "percent": words.percent(chance), "part": float(chance)}


def present_distribution(distribution: Distribution, words: Words) -> dict[str, object]:
    """Distribution, words -> its JSON, its spread, and a row for each value with at least and at most.

    Of very many values only the likelier ones get a row; `left_out` says how many don't.
    """
    numeric = distribution.numeric
    rows = _rows(distribution)
    kept = rows if len(rows) <= _MAX_ROWS else _likelier(rows)
    return {
        **distribution.to_json(),
        "average": words.decimal(distribution.mean) if numeric else None,
        "spread": round(distribution.spread, 2) if numeric else None,
        "rows": [_present_row(row, numeric, words) for row in kept],
        "left_out": len(rows) - len(kept),
    }


# A value, its chance, and the chance of at most that much.
_Row = tuple[object, Fraction, Fraction]


def _rows(distribution: Distribution) -> list[_Row]:
    rows: list[_Row] = []
    total, reached = distribution.total, 0
    for outcome in distribution.outcomes:
        weight = distribution.weights[outcome]
        reached += weight
        rows.append((outcome, Fraction(weight, total), Fraction(reached, total)))
    return rows


def _likelier(rows: list[_Row]) -> list[_Row]:
    limit = sorted((row[1] for row in rows), reverse=True)[_MAX_ROWS - 1]
    return [row for row in rows if row[1] >= limit][:_MAX_ROWS]


def _present_row(row: _Row, numeric: bool, words: Words) -> dict[str, object]:
    value, chance, at_most = row
    shown: dict[str, object] = {"value": words.value(value), "is": plain(value), **present_chance(chance, words)}  # type: ignore[arg-type]
    if numeric:
        at_least = 1 - at_most + chance
        shown |= {"at_least": words.percent(at_least), "at_least_part": float(at_least)}
        shown |= {"at_most": words.percent(at_most), "at_most_part": float(at_most)}
    return shown
