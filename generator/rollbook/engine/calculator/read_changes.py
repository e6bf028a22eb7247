"""The `changes` of a calculator document -> Changes: what a run may do to the tracks of the reader's sheet."""

from __future__ import annotations

from ..document import Cursor
from ..names import has_dice
from ..scope import Scope, read_name
from ..vocabulary import Vocabulary
from .model import Change

# What a change must have, and what it may have.
CHANGE = (("track",), ("by", "to", "when"))


def read_changes(place: Cursor, vocabulary: Vocabulary, scope: Scope) -> tuple[Change, ...]:
    """`- {track: hit points, by: -damage, when: hit}`, or `to: full` -> as read."""
    return tuple(_read_change(item, vocabulary, scope) for item in place.items())


def _read_change(place: Cursor, vocabulary: Vocabulary, scope: Scope) -> Change:
    keys = place.mapping(*CHANGE)
    if ("by" in keys) == ("to" in keys) and isinstance(place.data, dict):
        place.report("missing-key", "a change moves a track “by” an amount or “to” a number", "write one of the two")
    read = {
        key: scope.check(keys[key].expression(vocabulary), keys[key]) for key in ("by", "to", "when") if key in keys
    }
    for key, expression in read.items():
        if expression is not None and has_dice(expression.root):
            keys[key].report("dice-here", "a change can't throw dice", "throw them in a step")
    track = read_name(keys["track"], vocabulary) if "track" in keys else ""
    return Change(track, read.get("by"), read.get("to"), read.get("when"))
