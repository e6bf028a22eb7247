"""A sheet document, with those that it includes -> Sheet, or every problem in it.

A sheet that includes others -> one document: what they have comes first, then what is its own. Each included sheet is
read and reported as a document of its own, so only what goes wrong in this one is told of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..document import Cursor
from ..expression import Expression, has_dice
from ..lean import frozen
from ..parse import parse
from ..problem import Problem
from ..scope import Scope, read_name
from ..table import GameTable
from ..template import read_inline
from ..vocabulary import EMPTY, Vocabulary
from . import DERIVED_KEYS, Derived, Field, PointPool, Sheet, SheetRule, read_placement
from .read_fields import admit_tracks, check_fields, check_roll, read_fields
from .read_levels import read_levels

_LISTS = ("fields", "derived", "rules")
_MOST_DEEP = 8


@frozen
class Joined:
    """`document` with all that it includes; `before`: how many entries of each list came from others."""

    document: Mapping[str, object]
    before: Mapping[str, int]

    def own(self, problems: list[Problem]) -> list[Problem]:
        """Problems of the whole -> those of the document itself, at their places in it."""
        return [problem for each in problems if (problem := self._own(each)) is not None]

    def _own(self, problem: Problem) -> Problem | None:
        count = self.before.get(str(problem.path[0]), 0) if problem.path else 0
        if not count or len(problem.path) < 2 or not isinstance(problem.path[1], int):
            return problem
        index = problem.path[1] - count
        path = (problem.path[0], index, *problem.path[2:])
        moved = Problem(problem.code, problem.message, problem.start, problem.end, problem.suggestion, path)
        return moved if index >= 0 else None


def included(document: object) -> tuple[str, ...]:
    """A sheet document -> the ids that its `include` names."""
    names = document.get("include", ()) if isinstance(document, Mapping) else ()
    return tuple(str(name).strip() for name in ([names] if isinstance(names, str) else names))


def join(place: Cursor, others: Mapping[str, object], deep: int = 0) -> Joined:
    """A document, the sheets by id -> joined; a name that no sheet has is reported."""
    assert isinstance(place.data, Mapping)
    document: dict[str, object] = {}
    for name in included(place.data):
        spot = place.at("include", name)
        other = others.get(name)
        if other is place.data:
            spot.report("circular", "a sheet cannot include itself", "write the id of another sheet, or remove it")
        elif not isinstance(other, Mapping):
            known = [each for each in others if others[each] is not place.data]
            spot.unknown("unknown-sheet", f"there is no other sheet “{name}” to include", name, known)
        elif deep > _MOST_DEEP:
            spot.report("circular", f"“{name}” includes itself")
        else:
            document = _added(document, join(Cursor(other, (), place.problems), others, deep + 1).document)
    before = {key: len(_listed(document.get(key))) for key in _LISTS}
    return Joined(_added(document, place.data), before)


def _added(first: Mapping[str, object], then: Mapping[str, object]) -> dict[str, object]:
    """Two documents -> one: lists one after the other, points side by side; of the rest the later counts."""
    joined = {**first, **then}
    for key in _LISTS:
        if key in first or key in then:
            joined[key] = [*_listed(first.get(key)), *_listed(then.get(key))]
    points = [each for each in (first.get("points"), then.get("points")) if isinstance(each, Mapping)]
    if points:
        joined["points"] = {name: pool for each in points for name, pool in each.items()}
    return joined


def _listed(entries: object) -> list[object]:
    if entries is None:
        return []
    return list(entries) if isinstance(entries, list | tuple) else [entries]


# What each piece must have, and what it may have.
DERIVED = (("value",), ("label", "note", "when", "roll", *DERIVED_KEYS))
POOL = (("spend",), ("label", "least", "most", "bonuses count"))
RULE = (("must", "message"), ("when",))
KEYS = ("title", "version", "include", "fields", "points", "derived", "rules", "levels", "note")


def read_sheet(
    document: object,
    vocabulary: Vocabulary = EMPTY,
    tables: Mapping[str, GameTable] | None = None,
    others: Mapping[str, object] | None = None,
) -> Sheet | tuple[Problem, ...]:
    """Document as plain data, the book's phrases, tables and sheets by id -> Sheet, or every problem in it."""
    if not included(document):
        return _read(Cursor(document, (), []), vocabulary, tables)
    place = Cursor(document, (), [])
    joined = join(place, others or {})
    if place.problems:
        return tuple(place.problems)
    problems: list[Problem] = []
    made = _read(Cursor(joined.document, (), problems), vocabulary, tables)
    if isinstance(made, Sheet):
        return made
    own = joined.own(problems)
    message, hint = "what this sheet includes has problems of its own", "fix those first"
    return tuple(own) or (Problem("broken-include", message, 0, 0, hint, ("include",)),)


def _read(place: Cursor, vocabulary: Vocabulary, tables: Mapping[str, GameTable] | None) -> Sheet | tuple[Problem, ...]:
    keys = place.mapping(("sheet", "fields"), KEYS)
    scope = Scope(tables or {}, ("level", "XP") if "levels" in keys else ())
    written = keys.get("fields") or place.at("fields", ())
    fields = read_fields(written, vocabulary, scope)

    def admit() -> None:
        admit_tracks(written, fields, scope)

    admit()
    derived = _read_derived(keys["derived"], vocabulary, scope, admit) if "derived" in keys else ()
    check_fields(written, fields, scope)
    pools = _read_pools(keys["points"], vocabulary, scope) if "points" in keys else ()
    _check_pools(fields, pools, keys)
    made = Sheet(
        keys["sheet"].text().strip() if "sheet" in keys else "",
        keys["title"].text() if "title" in keys else "",
        keys["version"].whole(1) if "version" in keys else 1,
        fields,
        pools,
        derived,
        _read_rules(keys["rules"], vocabulary, scope) if "rules" in keys else (),
        read_levels(keys["levels"], vocabulary, scope, pools) if "levels" in keys else None,
        scope.tables,
    )
    return tuple(place.problems) or made


def _read_derived(
    place: Cursor, vocabulary: Vocabulary, scope: Scope, admit: Callable[[], None]
) -> tuple[Derived, ...]:
    """`- STR bonus: floor(STR / 2)` or `- HP: {value: …, label: …}`; each may use those before it, and the tracks
    that `admit` lets in because their maximum follows from those."""
    derived: list[Derived] = []
    rolls: list[tuple[Expression, Cursor]] = []
    for item in [place] if isinstance(place.data, dict) else place.items():
        for written, entry in item.entries().items():
            name = read_name(Cursor(written, entry.path, place.problems), vocabulary)
            keys = entry.mapping(*DERIVED) if isinstance(entry.data, dict) else {"value": entry}
            value = scope.read(keys.get("value"), vocabulary)
            placement = read_placement(keys, vocabulary, scope)
            scope.add(name, entry)
            when = scope.read(keys.get("when"), vocabulary)
            admit()
            if value is not None:
                label, rich = read_inline(keys["label"]) if "label" in keys else (written.strip("`"), "")
                note = keys["note"].text() if "note" in keys else ""
                roll = keys["roll"].expression(vocabulary) if "roll" in keys else None
                derived.append(Derived(name, label, value, has_dice(value.root), note, placement, when, roll, rich))
                rolls += [(roll, keys["roll"])] if roll else []
    # What is thrown may use any value of the sheet, also those below.
    for thrown, spot in rolls:
        check_roll(thrown, spot, scope)
    return tuple(derived)


def _read_pools(place: Cursor, vocabulary: Vocabulary, scope: Scope) -> tuple[PointPool, ...]:
    """`{stats: {spend: 10, least: 0, most: 6, bonuses count: no}}` -> pools."""
    pools = []
    for name, entry in place.entries().items():
        keys = entry.mapping(*POOL)
        spend = scope.read(keys.get("spend"), vocabulary)
        least = scope.read(keys.get("least"), vocabulary) or parse("0")
        most = scope.read(keys.get("most"), vocabulary)
        counted = keys["bonuses count"].flag() if "bonuses count" in keys else False
        label, rich_label = read_inline(keys["label"]) if "label" in keys else (name, "")
        if spend is not None:
            pools.append(PointPool(name, label, spend, least, most, counted, rich_label))
    return tuple(pools)


def _check_pools(fields: tuple[Field, ...], pools: tuple[PointPool, ...], keys: dict[str, Cursor]) -> None:
    names = [pool.name for pool in pools]
    for index, field in enumerate(fields):
        if field.kind == "points" and field.pool not in names:
            place = keys["fields"].at(index, {}).at("points", field.pool)
            place.unknown("unknown-pool", f"there are no points called “{field.pool}”", field.pool, names)


def _read_rules(place: Cursor, vocabulary: Vocabulary, scope: Scope) -> tuple[SheetRule, ...]:
    rules = []
    for item in place.items():
        keys = item.mapping(*RULE)
        must = scope.read(keys.get("must"), vocabulary)
        when = scope.read(keys.get("when"), vocabulary)
        if must is not None and "message" in keys:
            rules.append(SheetRule(must, keys["message"].text(), when))
    return tuple(rules)
