"""JSON Schemas of what authors write in YAML, for editors: made from the same lists that the parser uses.

Those of settings are made from their dataclasses.
"""

from __future__ import annotations

import inspect
import json
import re
from dataclasses import fields
from typing import Any

from rollbook.model.files import OutputFile
from rollbook.model.paper_format import PAPER_FORMATS
from rollbook.model.settings import EMBLEMS, BookSettings, ShelfSettings
from rollbook.parse.parse_settings import SHAPES
from rollbook.parse.parse_table import KEYS
from rollbook.schemas import documents

# The files of a shelf that each is for, as editors match them.
SCHEMAS = {
    "shelf.json": ("content/shelf.yml",),
    "book.json": ("content/*/book.yml",),
    "changes.json": ("content/*/changes.yml",),
    "moved.json": ("content/*/moved.yml",),
    "data.json": ("data/**/*.yml", "data/**/*.yaml"),
}
_PAPER = documents.one_of(tuple(PAPER_FORMATS))
_WORDS = {"emblem": documents.one_of(EMBLEMS), "papers": documents.either(_PAPER, documents.list_of(_PAPER))}
# Groups that can also be written as a single text.
_SHORT = ("cover", "logo")
_COMMENT = re.compile(r"^    (\w+): .*?  # (.*)$", re.MULTILINE)


def make_schemas() -> dict[str, documents.Schema]:
    """-> each schema by its name, in the order of SCHEMAS."""
    made = {
        "shelf.json": _settings_schema(ShelfSettings),
        "book.json": _settings_schema(BookSettings),
        "changes.json": documents.changes_schema(),
        "moved.json": documents.by_name({"type": "string", "minLength": 1}),
        "data.json": _data_schema(),
    }
    return {name: {"$schema": "http://json-schema.org/draft-07/schema#", **made[name]} for name in SCHEMAS}


def _data_schema() -> documents.Schema:
    """A document of a data file: the first key of these that it has says what it is, as parse_data.py reads it."""
    kinds = {
        "calculator": documents.calculator_schema(),
        "sheet": documents.sheet_schema(),
        "vocabulary": documents.vocabulary_schema(),
        "glossary": documents.glossary_schema(),
        "readings": documents.readings_schema(),
        "rules": documents.rules_schema(),
        "records": documents.records_schema(),
        "stat-block": documents.stat_block_schema(),
    }
    schema = documents.table_schema()
    # A title alone could be anyone's.
    schema = {"anyOf": [{"required": [key]} for key in KEYS if key != "title"], "allOf": [schema]}
    for key, kind in reversed(kinds.items()):
        schema = {"if": {"required": [key]}, "then": kind, "else": schema}
    return {"if": {"type": "null"}, "else": {"type": "object", **schema}}


def _settings_schema(settings: type[Any], above: str = "") -> documents.Schema:
    """A dataclass of settings, the key above it -> the schema of its keys, explained by their comments."""
    told = dict(_COMMENT.findall(inspect.getsource(settings)))
    properties = {}
    for each in fields(settings):
        path = f"{above}.{each.name}" if above else each.name
        properties[each.name] = {"description": told.get(each.name, ""), **_value(each.default, path)}
    return {"type": ["object", "null"], "properties": properties, "additionalProperties": False}


def _value(default: object, path: str) -> documents.Schema:
    if path in _WORDS:
        return _WORDS[path]
    if isinstance(default, tuple):
        return documents.TEXTS
    text = {**documents.TEXT, "pattern": f"^(?:{SHAPES[path][0].pattern})$"} if path in SHAPES else documents.TEXT
    if isinstance(default, str):
        return text
    group = _settings_schema(type(default), path)
    return documents.either(group, documents.TEXT) if path in _SHORT else group


FOLDER = ".vscode/rollbook"
# One checks YAML by schemas; VS Code itself starts no language server, the other does. Without them nothing happens.
_EXTENSIONS = ["redhat.vscode-yaml", "zsol.vscode-glspc"]
_LANGUAGE_SERVER = {
    "glspc.server.command": "rollbook",
    "glspc.server.commandArguments": ["lsp"],
    "glspc.server.languageId": ["markdown", "yaml"],
}


def schema_files() -> tuple[OutputFile, ...]:
    """-> the schemas as files, without a folder."""
    return tuple(OutputFile(name, _json(schema)) for name, schema in make_schemas().items())


def editor_files() -> tuple[OutputFile, ...]:
    """-> the same at their place on a shelf, and the editor settings that refer to them."""
    named = {f"./{FOLDER}/{name}": list(patterns) for name, patterns in SCHEMAS.items()}
    settings = {"yaml.schemas": named, "yaml.yamlVersion": "1.2", **_LANGUAGE_SERVER}
    return (
        OutputFile(".vscode/settings.json", _json(settings)),
        OutputFile(".vscode/extensions.json", _json({"recommendations": _EXTENSIONS})),
        *(OutputFile(f"{FOLDER}/{file.path}", file.content) for file in schema_files()),
    )


def _json(data: object) -> bytes:
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode()
