"""The pieces that schemas are made of."""

from __future__ import annotations

from collections.abc import Collection, Mapping

Schema = dict[str, object]
Keys = tuple[Collection[str], Collection[str]]

# YAML reads 3 as a number and, depending on its version, yes as true: to us all of them are texts.
TEXT: Schema = {"type": ["string", "number", "boolean", "null"]}
ANYTHING: Schema = {}


def one_of(words: Collection[str]) -> Schema:
    """Words -> a text that is one of them; yes and no may have become true and false."""
    truths: list[object] = [{"yes": True, "no": False}[word] for word in words if word in ("yes", "no")]
    return {"enum": [*words, *truths]}


def either(*schemas: Schema) -> Schema:
    """What may be written in several ways."""
    return {"anyOf": list(schemas)}


def list_of(schema: Schema) -> Schema:
    """Entries behind dashes."""
    return {"type": "array", "items": schema}


def by_name(schema: Schema) -> Schema:
    """Any keys, all with such values."""
    return {"type": "object", "additionalProperties": schema}


def keys(required: Collection[str], optional: Collection[str], own: Mapping[str, Schema] | None = None) -> Schema:
    """The keys that must be there, those that may, and what their values are like where they are not texts."""
    known = {key: (own or {}).get(key, TEXT) for key in (*required, *optional)}
    return {"type": "object", "required": list(required), "properties": known, "additionalProperties": False}


TEXTS = either(TEXT, list_of(TEXT))
