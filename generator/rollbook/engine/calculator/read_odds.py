"""The `odds` of a calculator document -> OddsTable: what its table of chances on paper is made over."""

from __future__ import annotations

from ..document import Cursor
from ..template import read_inline
from ..vocabulary import Vocabulary
from .model import Input, OddsTable, Outcome, Result
from .read_examples import entries_by_name

KEYS = ("by", "of")
# More stand in no table that can be read in a column.
MOST_INPUTS = 2
MOST_VALUES = 12


def read_odds(
    place: Cursor,
    inputs: tuple[Input, ...],
    results: tuple[Result, ...],
    outcomes: tuple[Outcome, ...],
    vocabulary: Vocabulary,
) -> OddsTable:
    """Here stand inputs with values, and what is told -> as read; names that the calculator lacks are reported."""
    keys = place.mapping((), KEYS)
    by = entries_by_name(keys.get("by"), [each.name for each in inputs], vocabulary)
    if "by" in keys:
        keys["by"].at_most(len(by), MOST_INPUTS, "inputs")
    tried = []
    for name, entry in by.items():
        values = [item.data for item in entry.items()]
        entry.at_most(len(values), MOST_VALUES, "values")
        tried.append((name, tuple(values)))
    known = [*(each.label for each in outcomes), *(each.label for each in results)]
    return OddsTable(tuple(tried), tuple(_read_of(item, known) for item in keys["of"].items()) if "of" in keys else ())


def _read_of(place: Cursor, known: list[str]) -> str:
    """Here stands the name of an outcome or result -> as the calculator writes it."""
    word = read_inline(place)[0].strip()
    for label in known:
        if label.casefold() == word.casefold():
            return label
    place.unknown("unknown-name", f"nothing here is called “{word}”", word, known)
    return ""
