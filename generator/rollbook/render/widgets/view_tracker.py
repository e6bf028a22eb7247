"""A tracker's rules, the numbers of the book's stat blocks -> what the page's script is given."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rollbook.model.stat_block import StatNumbers


@dataclass(frozen=True, slots=True)
class TrackerView:
    """The tracker of a fight: its rules as JSON, for the page's script."""

    rules: str


def view_tracker(rules: str, stats: Mapping[str, StatNumbers]) -> TrackerView:
    """Rules as JSON, in which a foe may be a stat block by its id -> the view, every foe with its numbers."""
    read: dict[str, Any] = json.loads(rules)
    foes = [_foe(foe, stats, read["track"]) for foe in read["foes"]]
    return TrackerView(json.dumps({**read, "foes": [foe for foe in foes if foe]}, ensure_ascii=False))


def _foe(foe: dict[str, Any], stats: Mapping[str, StatNumbers], track: str) -> dict[str, Any] | None:
    if "stat block" not in foe:
        return foe
    numbers = stats.get(foe["stat block"])
    if numbers is None or not numbers.tracks:
        return None
    points = next((each for each in numbers.tracks if each.name == track), numbers.tracks[0])
    values = {name: value for name, value in numbers.values.items() if isinstance(value, int | str)}
    deed = next((action for action in numbers.actions if action), None)
    action = {"calculator": deed.calculator, "inputs": dict(deed.inputs)} if deed else None
    own = {name: value for name, value in foe.items() if name != "stat block"}
    return {**values, "hit points": points.dice or str(points.most), **own, "action": action}
