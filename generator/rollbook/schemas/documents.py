"""What the readers of data files know -> the schema of a document of each kind, and the pieces it is made of."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rollbook.engine.calculator import KINDS as INPUT_KINDS
from rollbook.engine.calculator import PRINTED, inputs, read_outcomes
from rollbook.engine.calculator import read as calculator
from rollbook.engine.sheet import KINDS as FIELD_KINDS
from rollbook.engine.sheet import read as sheet
from rollbook.engine.sheet import read_fields, read_levels
from rollbook.model.data_documents import MATCHES, READINGS
from rollbook.model.table import ALIGNMENTS, KINDS
from rollbook.parse import parse_columns, parse_glossary, parse_readings, parse_records, parse_stat_block, parse_table
from rollbook.parse.parse_changes import KEYS as CHANGE_KEYS

Schema = dict[str, object]

# YAML reads 3 as a number and, depending on its version, yes as true: to us all of them are texts.
TEXT: Schema = {"type": ["string", "number", "boolean", "null"]}
ANYTHING: Schema = {}


def one_of(words: Collection[str]) -> Schema:
    """Words -> a text that is one of them; yes and no may have become true and false."""
    truths: list[object] = [{"yes": True, "no": False}[word] for word in words if word in ("yes", "no")]
    return {"enum": [*words, *truths]}


def either(*schemas: Schema) -> Schema:
    """Something that can be written in several ways."""
    return {"anyOf": list(schemas)}


def list_of(schema: Schema) -> Schema:
    """Entries after dashes."""
    return {"type": "array", "items": schema}


def by_name(schema: Schema) -> Schema:
    """Any keys, each with a value like this."""
    return {"type": "object", "additionalProperties": schema}


def keys(required: Collection[str], optional: Collection[str], own: Mapping[str, Schema] | None = None) -> Schema:
    """Required keys, optional keys, and the schemas of values that are not plain text."""
    known = {key: (own or {}).get(key, TEXT) for key in (*required, *optional)}
    return {"type": "object", "required": list(required), "properties": known, "additionalProperties": False}


TEXTS = either(TEXT, list_of(TEXT))


# A text that may not be left out.
_WRITTEN: Schema = {"type": ["string", "number"], "minLength": 1}
# A row such as `:--- | ---:` ends in a colon, which makes it a key without a value.
_LINE = either(TEXT, {**by_name({"type": "null"}), "maxProperties": 1})
_DAY: Schema = {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"}


def calculator_schema() -> Schema:
    """`calculator:`"""
    choices = {"kind": one_of(INPUT_KINDS), "choices": ANYTHING}
    result = either(TEXT, keys((), calculator.RESULT_KEYS))
    forms = (read_outcomes.WHEN, read_outcomes.OTHERWISE, read_outcomes.OF_TABLE)
    example = {"given": by_name(TEXT), "expect": by_name(TEXT), "faces": TEXTS}
    own = {
        "rule": TEXTS,
        "print": one_of(PRINTED),
        "odds": keys((), calculator.ODDS_KEYS, {"by": by_name(TEXTS), "of": TEXTS}),
        "inputs": list_of(keys(("name",), inputs.KEYS, choices)),
        "steps": either(by_name(TEXT), list_of({**by_name(TEXT), "maxProperties": 1})),
        "results": either(TEXTS, by_name(result)),
        "outcomes": list_of(either(*(keys(*form) for form in forms))),
        "changes": list_of(keys(*calculator.CHANGE)),
        "examples": list_of(keys(("expect",), calculator.EXAMPLE_KEYS, example)),
    }
    return keys(("calculator", "steps"), calculator.KEYS, own)


def sheet_schema() -> Schema:
    """`sheet:`"""
    field = {"kind": one_of(FIELD_KINDS), "choices": ANYTHING, "default": ANYTHING}
    derived = by_name(either(TEXT, keys(*sheet.DERIVED)))
    gain = {"add": by_name(TEXT), "points": by_name(TEXT), "choices": ANYTHING}
    own = {
        "include": TEXTS,
        "fields": list_of(keys(("name",), read_fields.KEYS, field)),
        "points": by_name(keys(*sheet.POOL)),
        "derived": either(derived, list_of(derived)),
        "rules": list_of(keys(*sheet.RULE)),
        "levels": keys((), read_levels.KEYS, {"each": list_of(keys((), read_levels.GAIN_KEYS, gain))}),
    }
    return keys(("sheet", "fields"), sheet.KEYS, own)


def table_schema() -> Schema:
    """`table:` or `id:`, with header and data or with columns and rows."""
    rows = list_of(either(TEXT, list_of(TEXT), by_name(TEXT)))
    own = {
        "columns": either({"type": "integer", "minimum": 1}, *_columns()),
        "header": {**list_of(_LINE), "minItems": 2, "maxItems": 2},
        "data": {**list_of(_LINE), "minItems": 1},
        "rows": {**rows, "minItems": 1},
        "copies": {"type": "integer", "minimum": 1},
        "outside": one_of(parse_table.OUTSIDE),
        "rule": TEXTS,
        "sortable": one_of(("yes", "no")),
        "filter": TEXTS,
    }
    forms = either({"required": ["header", "data"]}, {"required": ["columns", "rows"]})
    named = either({"required": ["table"]}, {"required": ["id"]})
    return {**keys((), parse_table.KEYS, own), "allOf": [named, forms]}


def records_schema() -> Schema:
    """`records:`"""
    listed: Schema = {"type": "object", "required": ["key"], "additionalProperties": TEXT}
    own = {
        "fields": either(*_columns()),
        "entries": either(by_name(either(by_name(TEXT), {"type": "null"})), list_of(listed)),
        "sortable": one_of(("yes", "no")),
        "filter": TEXTS,
        "rule": TEXTS,
    }
    return keys(("records", "fields", "entries"), parse_records.KEYS, own)


def stat_block_schema() -> Schema:
    """`stat-block:`"""
    action = keys(("name", "calculator"), parse_stat_block.ACTION_KEYS, {"given": by_name(TEXT), "ask": TEXTS})
    own = {
        **dict.fromkeys(("fields", "derived", "tracks"), by_name(TEXT)),
        "copies": {"type": "integer", "minimum": 1, "maximum": parse_stat_block.MOST_COPIES},
        "actions": list_of(action),
    }
    return keys(("stat-block",), parse_stat_block.KEYS, own)


def _columns() -> tuple[Schema, Schema]:
    """A list of columns, and columns by name."""
    words = {"kind": one_of(KINDS), "align": one_of(ALIGNMENTS), "choices": list_of(TEXT)}
    settings = keys((), parse_columns.KEYS, words)
    short = {**by_name(either(TEXT, settings)), "maxProperties": 1}
    column = either(TEXT, keys(("name",), parse_columns.KEYS, words), short)
    return list_of(column), by_name(either(TEXT, settings))


def glossary_schema() -> Schema:
    """`glossary:`"""
    fields = {"meaning": _WRITTEN, "also": TEXTS, "match": one_of(MATCHES)}
    term = keys(("meaning",), parse_glossary.KEYS, fields)
    return keys(("glossary",), (), {"glossary": by_name(either(_WRITTEN, term))})


def readings_schema() -> Schema:
    """`readings:`"""
    own = {"rule": TEXTS, "reading": one_of(READINGS)}
    return keys(("readings",), (), {"readings": list_of(keys(parse_readings.KEYS, (), own))})


def vocabulary_schema() -> Schema:
    """`vocabulary:`"""
    return keys(("vocabulary",), (), {"vocabulary": by_name(_WRITTEN)})


def rules_schema() -> Schema:
    """`rules:`, the list of a book's rules with their titles."""
    told = keys(("title",), ("played",), {"played": one_of(("no",))})
    return keys(("rules",), (), {"rules": by_name(either(_WRITTEN, told))})


def changes_schema() -> Schema:
    """changes.yml"""
    required = ("date", "title")
    optional = tuple(key for key in CHANGE_KEYS if key not in required)
    return list_of(keys(required, optional, {"date": _DAY, "rule": TEXTS}))
