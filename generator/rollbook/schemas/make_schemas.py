"""-> the schemas, by the names of the files that they are shipped as."""

from __future__ import annotations

from rollbook.model.settings import BookSettings, ShelfSettings
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
from rollbook.schemas.settings import settings_schema
from rollbook.schemas.shapes import Schema, by_name

# The files of a shelf that each is for, as editors match them.
SCHEMAS = {
    "shelf.json": ("content/shelf.yml",),
    "book.json": ("content/*/book.yml",),
    "changes.json": ("content/*/changes.yml",),
    "moved.json": ("content/*/moved.yml",),
    "data.json": ("data/**/*.yml", "data/**/*.yaml"),
}


def make_schemas() -> dict[str, Schema]:
    """-> each schema by its name, in the order of SCHEMAS."""
    made = {
        "shelf.json": settings_schema(ShelfSettings),
        "book.json": settings_schema(BookSettings),
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
