"""A document of records -> Table: rows that each have a key of their own, so that each has an address of its own.

records: spells
title: Spells
fields: {name: text, level: number, school: {choices: [fire, water]}, effect: markdown}
filter: [level, school]
entries:
  salt-lance: {level: 1, school: water, effect: "Hits for 2d6."}
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from rollbook.model.diagnostic import Diagnostic, Suggestions, closest
from rollbook.model.source import Place
from rollbook.model.table import Cell, Column, Table
from rollbook.model.yaml_tree import Mapping, Node, Scalar, Sequence
from rollbook.parse.parse_columns import parse_columns
from rollbook.parse.parse_rows import Row, read_mapping, whole_cell
from rollbook.parse.parse_table import read_filters, read_id, read_rules, read_sortable, read_text

KEYS = ("records", "title", "fields", "entries", "sortable", "filter", "rule")
_KEY = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_KEY_FORM = "write lowercase letters, digits and hyphens, such as salt-lance: it is the record's address"
# What readers pick by where the author names nothing.
_PICKED = ("choice", "number")


def parse_records(document: Mapping, found: list[Diagnostic]) -> Table | None:
    """A document with the key `records`, the problems so far -> its table; None where nothing is left to show."""
    for entry in document.entries:
        if entry.key.text not in KEYS:
            hint = closest(entry.key.text, KEYS) or f"records may have {', '.join(KEYS)}"
            found.append(Diagnostic("bad-records", f"records have no key {entry.key.text!r}", entry.key.place, hint))
    identity = read_id(document.get("records"), document, found)
    fields, entries = document.get("fields"), document.get("entries")
    for key, node in (("fields", fields), ("entries", entries)):
        if node is None:
            message = f"these records have no {key!r}"
            found.append(Diagnostic("bad-records", message, document.place, f"add “{key}:” with a list below it"))
    columns = parse_columns(fields, found) if fields else ()
    if identity is None or entries is None or not columns:
        return None
    keys, rows = _entries(entries, columns, found)
    if not keys:
        return None
    return Table(
        identity.text.strip(),
        read_text(document, "title", found),
        columns,
        rows,
        1,
        "no",
        "report",
        identity.place,
        rules=read_rules(document, found),
        sortable="sortable" not in document.keys or read_sortable(document, found),
        filters=_filters(document, columns, found),
        keys=keys,
    )


def _filters(document: Mapping, columns: tuple[Column, ...], found: list[Diagnostic]) -> tuple[str, ...]:
    """The fields by which readers pick: those that the author names; without a word choices and numbers."""
    node = document.get("filter")
    if isinstance(node, Scalar) and node.text == "no":
        return ()
    if node is None:
        return tuple(column.name for column in columns[1:] if column.kind in _PICKED)
    return read_filters(document, columns, found)


def _entries(
    entries: Node, columns: tuple[Column, ...], found: list[Diagnostic]
) -> tuple[tuple[Cell, ...], tuple[Row, ...]]:
    """`entries:` -> the key of each record, and its cells in the order of the fields."""
    suggestions = Suggestions()
    taken: dict[str, Place] = {}
    keys, rows = [], []
    for key, fields in _keyed(entries, columns[0], found):
        if key.text in taken:
            message = f"two records have the key {key.text!r}: the other is on line {taken[key.text].line}"
            found.append(Diagnostic("bad-records", message, key.place, "give each record a key of its own"))
            continue
        taken[key.text] = key.place
        cells = read_mapping(fields, columns, suggestions, found, "field")
        # A record that says no name goes by its key.
        named = cells[0] if cells[0].text else replace(key, text=_readable(key.text))
        keys.append(key)
        rows.append((named, *cells[1:]))
    return tuple(keys), tuple(rows)


def _keyed(entries: Node, name: Column, found: list[Diagnostic]) -> Iterator[tuple[Cell, Mapping]]:
    """Records below their keys, or a list of records that each say theirs -> keys and fields."""
    if isinstance(entries, Mapping):
        written = [(entry.key, entry.value) for entry in entries.entries]
    elif isinstance(entries, Sequence):
        written = [pair for item in entries.items if (pair := _listed(item, name, found))]
    else:
        hint = "write “salt-lance:” for each record, and its fields below it"
        found.append(Diagnostic("bad-records", "'entries' holds no records", entries.place, hint))
        return
    for key, fields in written:
        if not _KEY.fullmatch(key.text):
            found.append(Diagnostic("bad-records", f"{key.text!r} cannot be a record's key", key.place, _KEY_FORM))
        elif isinstance(fields, Mapping):
            yield whole_cell(key), fields
        elif isinstance(fields, Scalar) and fields.absent:
            yield whole_cell(key), Mapping((), key.place)
        else:
            hint = "write “level: 1” and so on below its key, a field on each line"
            found.append(Diagnostic("bad-records", f"the record {key.text!r} holds no fields", fields.place, hint))


def _listed(item: Node, name: Column, found: list[Diagnostic]) -> tuple[Scalar, Mapping] | None:
    """A record of a list -> its key and its other fields."""
    key = item.get("key") if isinstance(item, Mapping) else None
    if isinstance(item, Mapping) and isinstance(key, Scalar) and key.text:
        rest = tuple(entry for entry in item.entries if entry.key.text != "key")
        return key, Mapping(rest, item.place)
    said = item.get(name.name) if isinstance(item, Mapping) else None
    guess = "-".join(re.findall(r"[a-z0-9]+", said.text.lower())) if isinstance(said, Scalar) else ""
    hint = f"add “key: {guess or 'salt-lance'}”: it is the record's address, and stays when its name changes"
    found.append(Diagnostic("bad-records", "this record has no key", item.place, hint))
    return None


def _readable(key: str) -> str:
    return key.replace("-", " ").capitalize()
