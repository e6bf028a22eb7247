"""Tables that dice pick a row of: find their die, prove them whole, roll on them, and say each row's chance."""

from __future__ import annotations

from .prove import Finding, prove
from .roll_on import RollOn, RowOdds, TableRoll, roll_on, row_odds, rows_to_pick
from .rows import NO_DIE, RollTable, Row, infer, make_roll_table

__all__ = [
    "NO_DIE",
    "Finding",
    "RollOn",
    "RollTable",
    "Row",
    "RowOdds",
    "TableRoll",
    "infer",
    "make_roll_table",
    "prove",
    "roll_on",
    "row_odds",
    "rows_to_pick",
]
