"""The dataclasses of settings -> the schemas of book.yml and shelf.yml."""

from __future__ import annotations

import inspect
import re
from dataclasses import fields
from typing import Any

from rollbook.model.paper_format import PAPER_FORMATS
from rollbook.model.settings import EMBLEMS
from rollbook.parse.parse_settings import SHAPES
from rollbook.schemas.shapes import TEXT, TEXTS, Schema, either, list_of, one_of

_PAPER = one_of(tuple(PAPER_FORMATS))
_WORDS = {"emblem": one_of(EMBLEMS), "papers": either(_PAPER, list_of(_PAPER))}
# Groups in whose place one text may stand.
_SHORT = ("cover", "logo")
_COMMENT = re.compile(r"^    (\w+): .*?  # (.*)$", re.MULTILINE)


def settings_schema(settings: type[Any], above: str = "") -> Schema:
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
    group = settings_schema(type(default), path)
    return either(group, TEXT) if path in _SHORT else group
