"""Cells of case tables -> faces and values."""

from __future__ import annotations

from fractions import Fraction

from rollbook.engine.nodes import Exact, Value


def read_faces(cell: str) -> list[Exact]:
    """`3 -1 1/2` -> the faces."""
    return [read_number(word) for word in cell.split()]


def read_number(word: str) -> Exact:
    value = Fraction(word)
    return value.numerator if value.denominator == 1 else value


def read_value(cell: str) -> Value:
    """`7`, `7/2`, `true`, anything else as text -> the value."""
    if cell in ("true", "false"):
        return cell == "true"
    try:
        return read_number(cell)
    except ValueError:
        return cell
