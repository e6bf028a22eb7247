"""-> the schemas, by the names of the files that they are shipped as; those of settings from their dataclasses."""

from __future__ import annotations

import inspect
import re
from dataclasses import fields
from typing import Any

from rollbook.model.paper_format import PAPER_FORMATS
from rollbook.model.settings import EMBLEMS, BookSettings, ShelfSettings
from rollbook.parse.parse_settings import SHAPES
from rollbook.parse.parse_table import KEYS
from rollbook.schemas.documents import (
    calculator_schema,
    changes_schema,
    glossary_schema,
    readings_schema,
    records_schema,
    rules_schema,
    sheet_schema,
    stat_block_schema,
    table_schema,
    vocabulary_schema,
)
from rollbook.schemas.shapes import TEXT, TEXTS, Schema, by_name, either, list_of, one_of

# The files of a shelf that each is for, as editors match them.
SCHEMAS = {
    "shelf.json": ("content/shelf.yml",),
    "book.json": ("content/*/book.yml",),
    "changes.json": ("content/*/changes.yml",),
    "moved.json": ("content/*/moved.yml",),
    "data.json": ("data/**/*.yml", "data/**/*.yaml"),
}
_PAPER = one_of(tuple(PAPER_FORMATS))
_WORDS = {"emblem": one_of(EMBLEMS), "papers": either(_PAPER, list_of(_PAPER))}
# Groups in whose place one text may stand.
_SHORT = ("cover", "logo")
_COMMENT = re.compile(r"^    (\w+): .*?  # (.*)$", re.MULTILINE)


def make_schemas() -> dict[str, Schema]:
    """-> each schema by its name, in the order of SCHEMAS."""
    made = {
        "shelf.json": _settings_schema(ShelfSettings),
        "book.json": _settings_schema(BookSettings),
        "changes.json": changes_schema(),
        "moved.json": by_name({"type": "string", "minLength": 1}),
        "data.json": _data_schema(),
    }
    return {name: {"$schema": "http://json-schema.org/draft-07/schema#", **made[name]} for name in SCHEMAS}


def _data_schema() -> Schema:
    """A document of a data file: the first key of these that it has says what it is, as parse_data.py reads it."""
    kinds = {
        "calculator": calculator_schema(),
        "sheet": sheet_schema(),
        "vocabulary": vocabulary_schema(),
        "glossary": glossary_schema(),
        "readings": readings_schema(),
        "rules": rules_schema(),
        "records": records_schema(),
        "stat-block": stat_block_schema(),
    }
    schema = table_schema()
    # A title alone could be anybody's.
    schema = {"anyOf": [{"required": [key]} for key in KEYS if key != "title"], "allOf": [schema]}
    for key, kind in reversed(kinds.items()):
        schema = {"if": {"required": [key]}, "then": kind, "else": schema}
    return {"if": {"type": "null"}, "else": {"type": "object", **schema}}


def _settings_schema(settings: type[Any], above: str = "") -> Schema:
    """A dataclass of settings, the key above it -> the schema of its keys, explained by their comments."""
    told = dict(_COMMENT.findall(inspect.getsource(settings)))
    properties = {}
    for each in fields(settings):
        path = f"{above}.{each.name}" if above else each.name
        properties[each.name] = {"description": told.get(each.name, ""), **_value(each.default, path)}
    return {"type": ["object", "null"], "properties": properties, "additionalProperties": False}


def _value(default: object, path: str) -> Schema:
    if path in _WORDS:
        return _WORDS[path]
    if isinstance(default, tuple):
        return TEXTS
    text = {**TEXT, "pattern": f"^(?:{SHAPES[path][0].pattern})$"} if path in SHAPES else TEXT
    if isinstance(default, str):
        return text
    group = _settings_schema(type(default), path)
    return either(group, TEXT) if path in _SHORT else group
