"""A cursor in a YAML file -> what can be written there: a key, one of a few words, a name, part of an expression.

Which keys there are is what the schemas say, which are made from the readers' own lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import PurePosixPath
from typing import Any

from rollbook.commands.lsp.complete_markdown import documents, rules
from rollbook.commands.lsp.survey import Known
from rollbook.commands.lsp.translate import Offer, offers
from rollbook.commands.lsp.yaml_cursor import YamlCursor, local_names, yaml_cursor
from rollbook.engine.nodes import FUNCTIONS
from rollbook.model.book import Book
from rollbook.model.chapter import WrittenBook
from rollbook.model.table import Table
from rollbook.schemas import make_schemas

_SETTINGS = ("shelf.yml", "book.yml", "changes.yml", "moved.yml")
# Keys whose values are text for readers: names are offered only in its {braces}.
_WORDS = ("title", "label", "note", "text", "sentence", "unit", "meaning", "why", "source", "other", "otherwise")
_NAME = re.compile(r"[^\W\d_][\w. -]*$|$")


def complete_yaml(known: Known, path: str, lines: list[str], line: int, column: int) -> list[Offer]:
    """The lines of a YAML file, a cursor counted from 0 -> offers."""
    books, cursor = known.book_of(path), yaml_cursor(lines, line, column)
    if cursor is None:
        return []
    name = PurePosixPath(path).name
    is_data = name not in _SETTINGS
    schemas = list(_follow(_schemas()[f"{name.removesuffix('.yml')}.json" if not is_data else "data.json"], cursor))
    found = _words(schemas, cursor) if cursor.in_value else _keys(schemas, cursor)
    if books is None:
        return found
    if cursor.in_value:
        return found + _values(*books, cursor, lines)
    return found + (_own_keys(*books, cursor, lines) if is_data else [])


@cache
def _schemas() -> dict[str, Any]:
    return make_schemas()


def _follow(schema: Any, cursor: YamlCursor) -> Iterator[dict[str, Any]]:
    """A schema, a cursor -> what the schema says about the cursor's place."""
    waiting = list(_forms(schema, cursor.keys))
    for step in cursor.path:
        waiting = [form for each in waiting for form in _forms(_below(each, step), cursor.keys)]
    yield from waiting


def _forms(schema: Any, keys: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """A schema -> every form that it allows, as far as the keys of the document leave a choice."""
    if not isinstance(schema, dict):
        return
    yield schema
    for several in ("anyOf", "allOf"):
        for each in schema.get(several, ()):
            yield from _forms(each, keys)
    if "if" in schema:
        required = schema["if"].get("required", [])
        met = bool(required) and all(key in keys for key in required)
        yield from _forms(schema.get("then" if met else "else"), keys)
        if not met and not keys:
            yield from _forms(schema.get("then"), keys)


def _below(schema: dict[str, Any], step: str) -> Any:
    if not step:
        return schema.get("items")
    return schema.get("properties", {}).get(step) or schema.get("additionalProperties")


def _keys(schemas: list[dict[str, Any]], cursor: YamlCursor) -> list[Offer]:
    told = {key: each.get("description", "") for form in schemas for key, each in form.get("properties", {}).items()}
    free = [(f"{key}: ", text) for key, text in told.items() if key not in cursor.beside]
    return offers("key", cursor.start, free)


def _words(schemas: list[dict[str, Any]], cursor: YamlCursor) -> list[Offer]:
    words = (word for form in schemas for word in form.get("enum", ()))
    return offers("word", cursor.start, (word for word in words if isinstance(word, str)))


def _own_keys(written: WrittenBook, meant: Book, cursor: YamlCursor, lines: list[str]) -> list[Offer]:
    """Keys that the document itself, or its book, decides on."""
    match [step for step in cursor.path if step]:
        case ["rows"]:
            columns = local_names(lines, cursor).columns
            return offers("key", cursor.start, (f"{name}: " for name in columns if name not in cursor.beside))
        case [*_, "given"]:
            return offers("key", cursor.start, (f"{name}: " for name in local_names(lines, cursor).inputs))
        case [*_, "expect"]:
            names = local_names(lines, cursor)
            return offers("key", cursor.start, (f"{name}: " for name in (*names.steps, "outcome")))
        case ["rules"] if "sheet" not in cursor.keys:
            listed = {title.id for file in written.data for title in file.titles}
            return offers("key", cursor.start, (f"{id_}: " for id_ in rules(written, meant) if id_ not in listed))
    return []


def _values(written: WrittenBook, meant: Book, cursor: YamlCursor, lines: list[str]) -> list[Offer]:
    """What the last key of the path may say."""
    key = next((step for step in reversed(cursor.path) if step), "")
    tables = {table.id: table for file in written.data for table in file.tables}
    if key == "rule":
        return offers("reference", cursor.start, rules(written, meant).items())
    if key == "table" and len(cursor.path) > 1:
        return offers("reference", cursor.start, ((table.id, table.title) for table in tables.values()))
    if key == "column":
        table = tables.get(cursor.beside.get("table", ""))
        return offers("reference", cursor.start, _columns(table) if table else ())
    if key == "include":
        return offers("reference", cursor.start, documents(written, "sheet"))
    if key == "chapters":
        return offers("file", cursor.start, (chapter.name for chapter in written.chapters))
    if "vocabulary" in cursor.keys or any(kind in cursor.keys for kind in ("calculator", "sheet")):
        return _expression(written, meant, cursor, lines, key, tables)
    return []


def _columns(table: Table) -> list[tuple[str, str]]:
    return [(column.name, column.title) for column in table.columns]


def _expression(
    written: WrittenBook, meant: Book, cursor: YamlCursor, lines: list[str], key: str, tables: dict[str, Table]
) -> list[Offer]:
    """What an expression may be made of: the names of its document, of the sheet, the book's own words, functions."""
    braces = cursor.typed.rfind("{")
    if key in _WORDS and (braces < 0 or "}" in cursor.typed[braces:]):
        return []
    found = _NAME.search(cursor.typed)
    typed = found[0] if found else ""
    # `1 + STR bo`: what begins with the last word counts, and what begins with the words before it, too.
    start = cursor.start + len(cursor.typed) - len(typed.rpartition(" ")[2])
    local = local_names(lines, cursor)
    holder, dot, _ = typed.rpartition(" ")[2].partition(".")
    if dot:
        table = tables.get(local.tables.get(holder, ""))
        return offers("name", start + len(holder) + 1, _columns(table) if table else ())
    sheet = meant.rules.sheet
    of_sheet = [*(each.name for each in sheet.fields), *(each.name for each in sheet.derived)] if sheet else []
    phrases = [(phrase.words, phrase.meaning.text) for file in written.data for phrase in file.phrases]
    if key == "from":
        return offers("name", start, [*of_sheet, *phrases])
    names = [*local.inputs, *local.steps, *local.fields]
    return [*offers("name", start, [*names, *phrases]), *offers("function", start, FUNCTIONS)]
