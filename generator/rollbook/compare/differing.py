"""Named formulas of two books -> those that differ."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from rollbook.model.comparison import FormulaChange


def differing(old: Mapping[str, str], new: Mapping[str, str]) -> tuple[FormulaChange, ...]:
    """Two sets of named formulas -> those that differ, in the order of the newer set."""
    names = dict.fromkeys(chain(new, old))
    pairs = ((name, old.get(name, ""), new.get(name, "")) for name in names)
    return tuple(FormulaChange(name, was, now) for name, was, now in pairs if was != now)
