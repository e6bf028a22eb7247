"""The `levels` of a sheet document -> Levels: what it takes to rise, and what each level adds."""

from __future__ import annotations

from ..choices import read_choices
from ..document import Cursor
from ..expression import Expression
from ..scope import Scope, read_name
from ..template import read_inline
from ..vocabulary import Vocabulary
from . import Gain, Levels, PointPool

KEYS = ("start", "most", "xp", "carry", "each")
GAIN_KEYS = ("when", "add", "points", "choose", "label", "choices", "table", "column")


def read_levels(place: Cursor, vocabulary: Vocabulary, scope: Scope, pools: tuple[PointPool, ...]) -> Levels:
    """The place of the levels -> the levels."""
    keys = place.mapping((), KEYS)
    xp = scope.read(keys.get("xp"), vocabulary)
    gains = [_read_gain(item, vocabulary, scope, pools) for item in keys["each"].items()] if "each" in keys else []
    return Levels(
        keys["start"].whole(1) if "start" in keys else 1,
        keys["most"].whole(20) if "most" in keys else None,
        xp,
        keys["carry"].flag() if "carry" in keys else True,
        tuple(gains),
    )


def _read_gain(place: Cursor, vocabulary: Vocabulary, scope: Scope, pools: tuple[PointPool, ...]) -> Gain:
    """`{when, add: {HP: 1d6}, points: {skills: 2}, choose: raise, choices: {…}}` -> Gain."""
    keys = place.mapping((), GAIN_KEYS)
    when = scope.read(keys.get("when"), vocabulary)
    choice = keys["choose"].text().strip() if "choose" in keys else ""
    if not {"add", "points", "choose"} & set(keys):
        place.report("empty-gain", "this level adds nothing", "add “add:”, “points:” or “choose:”")
    for key in ("choices", "table"):
        if key in keys and not choice:
            keys[key].report("missing-key", "choices need a “choose:” with a name for what is chosen")
    return Gain(
        when,
        _read_added(keys.get("add"), vocabulary, scope),
        _read_points(keys.get("points"), vocabulary, scope, pools),
        choice,
        read_inline(keys["label"])[0] if "label" in keys else choice,
        read_choices(keys, place, scope.tables) if choice else (),
    )


def _read_added(place: Cursor | None, vocabulary: Vocabulary, scope: Scope) -> tuple[tuple[str, Expression], ...]:
    """`{HP: max(3, 1d6)}` -> names of fields or derived values, and what is added to each."""
    added = []
    for written, entry in place.entries().items() if place else ():
        name = read_name(Cursor(written, entry.path, entry.problems), vocabulary)
        expression = scope.read(entry, vocabulary)
        if name and name not in scope.names:
            entry.unknown("unknown-name", f"nothing here is called “{written}”", name, list(scope.names))
        elif expression is not None:
            added.append((name, expression))
    return tuple(added)


def _read_points(
    place: Cursor | None, vocabulary: Vocabulary, scope: Scope, pools: tuple[PointPool, ...]
) -> tuple[tuple[str, Expression], ...]:
    points = []
    names = [pool.name for pool in pools]
    for name, entry in place.entries().items() if place else ():
        expression = scope.read(entry, vocabulary)
        if name not in names:
            entry.unknown("unknown-pool", f"there are no points called “{name}”", name, names)
        elif expression is not None:
            points.append((name, expression))
    return tuple(points)
