"""A book's rules -> rules-….json beside its pages: what the reader's browser loads into the engine's door."""

from __future__ import annotations

import json
from collections.abc import Mapping

from rollbook.model.book import Book
from rollbook.model.output import OutputFile
from rollbook.model.table import Table
from rollbook.model.yaml_tree import Data
from rollbook.render.hashed import hashed_name
from rollbook.render.roll_tables import names_in_chapters, tables_in_chapters


def book_rules(book: Book) -> OutputFile:
    """A book -> the file with its vocabulary, tables, calculators and sheet, as the door's `load` takes them."""
    tables = {name: _table(table) for name, table in book.rules.tables.items()} | tables_in_chapters(book)
    rules: Mapping[str, Data] = {
        "vocabulary": {**names_in_chapters(book), **book.rules.phrases},
        "tables": list(tables.values()),
        "calculators": _documents(book, "calculator/"),
        "sheets": _documents(book, "sheet/"),
    }
    content = json.dumps(rules, ensure_ascii=False, separators=(",", ":")).encode()
    return OutputFile(f"site/{hashed_name(f'{book.id}/rules.json', content)}", content)


def _documents(book: Book, prefix: str) -> list[Data]:
    return [document for name, document in book.rules.documents.items() if name.startswith(prefix)]


def _table(table: Table) -> Data:
    document: dict[str, Data] = {
        "table": table.id,
        "title": table.title,
        "columns": [{"name": each.name, "title": each.title, "kind": each.played_kind} for each in table.columns],
        "rows": [list(row) for row in table.played_rows],
        "outside": table.outside,
    }
    return document | {key: text for key, text in (("roll", table.roll), ("modifiers", table.modifiers)) if text}
