"""A sheet document -> Sheet, or every problem in it. The keys are explained in content/guide/05-rules-as-data.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..document import Cursor
from ..expression import Expression
from ..names import has_dice
from ..parse import parse
from ..problem import Problem
from ..scope import Scope, read_name
from ..table import GameTable
from ..vocabulary import EMPTY, Vocabulary
from .include import included, join
from .model import Derived, Field, PointPool, Sheet, SheetRule
from .placement import DERIVED_KEYS, read_placement
from .read_fields import admit_tracks, check_fields, check_roll, read_fields
from .read_levels import read_levels

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
    message, hint = "what this sheet includes has problems of its own", "mend those first"
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
    that `admit` lets in because their greatest follows from those."""
    derived: list[Derived] = []
    rolls: list[tuple[Expression, Cursor]] = []
    for item in [place] if isinstance(place.data, dict) else place.items():
        for written, entry in item.entries().items():
            name = read_name(Cursor(written, entry.path, place.problems), vocabulary)
            keys = entry.mapping(*DERIVED) if isinstance(entry.data, dict) else {"value": entry}
            value = _expression(keys.get("value"), vocabulary, scope)
            placement = read_placement(keys, vocabulary, scope)
            scope.add(name, entry)
            when = _expression(keys.get("when"), vocabulary, scope)
            admit()
            if value is not None:
                label = keys["label"].text() if "label" in keys else written.strip("`")
                note = keys["note"].text() if "note" in keys else ""
                roll = keys["roll"].expression(vocabulary) if "roll" in keys else None
                derived.append(Derived(name, label, value, has_dice(value.root), note, placement, when, roll))
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
        spend = _expression(keys.get("spend"), vocabulary, scope)
        least = _expression(keys.get("least"), vocabulary, scope) or parse("0")
        most = _expression(keys.get("most"), vocabulary, scope)
        counted = keys["bonuses count"].flag() if "bonuses count" in keys else False
        label = keys["label"].text() if "label" in keys else name
        if spend is not None:
            pools.append(PointPool(name, label, spend, least, most, counted))
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
        must = _expression(keys.get("must"), vocabulary, scope)
        when = _expression(keys.get("when"), vocabulary, scope)
        if must is not None and "message" in keys:
            rules.append(SheetRule(must, keys["message"].text(), when))
    return tuple(rules)


def _expression(place: Cursor | None, vocabulary: Vocabulary, scope: Scope) -> Expression | None:
    return None if place is None else scope.check(place.expression(vocabulary), place)
