"""A book's rules -> rules-….json beside its pages: what the reader's browser loads into the engine's door.

Tables of a book that a die picks a row of -> the names that pages ask the engine for them by, and their documents. A
table of a data file goes by its id. One that is in a chapter has none, and of two with the same id the book's rules
know only the nearer: those go by their content, so that the page always rolls on the rows that it shows.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping

from rollbook.cache import reused, stored
from rollbook.engine.read_word import RESERVED
from rollbook.engine.roll_table import RollTable
from rollbook.model.book import Book, Page
from rollbook.model.document.blocks import TableBlock
from rollbook.model.document.inlines import Roll
from rollbook.model.document.walk import every_block, inlines_of
from rollbook.model.files import OutputFile
from rollbook.model.ruleset import Ruleset
from rollbook.model.table import Table
from rollbook.model.yaml_tree import Data
from rollbook.render.address import hashed_name


def book_rules(book: Book) -> OutputFile:
    """A book -> the file with its vocabulary, tables, calculators and sheet, as the door's `load` takes them."""
    return _rules_file(book.id, book.rules, book.pages)


@reused
def _rules_file(book: str, rules: Ruleset, pages: tuple[Page, ...]) -> OutputFile:
    tables = {name: _table(table) for name, table in rules.tables.items()} | tables_in_chapters(rules, pages)
    document: Mapping[str, Data] = {
        "vocabulary": {**names_in_chapters(rules, pages), **rules.phrases},
        "tables": list(tables.values()),
        "calculators": _documents(rules, "calculator/"),
        "sheets": _documents(rules, "sheet/"),
    }
    content = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
    return OutputFile(f"site/{hashed_name(f'{book}/rules.json', content)}", content)


def _documents(rules: Ruleset, prefix: str) -> list[Data]:
    return [document for name, document in rules.documents.items() if name.startswith(prefix)]


def _table(table: Table) -> Data:
    document: dict[str, Data] = {
        "table": table.id,
        "title": table.title,
        "columns": [{"name": each.name, "title": each.title, "kind": each.played_kind} for each in table.columns],
        "rows": [list(row) for row in table.played_rows],
        "outside": table.outside,
    }
    return document | {key: text for key, text in (("roll", table.roll), ("modifiers", table.modifiers)) if text}


_OPERATORS = frozenset("<>=+*/%")


def table_name(table: Table | None, rolled: RollTable, tables: Mapping[str, Table]) -> str:
    """A table of a data file, if it is one; as the engine has it; those of the book's rules -> what to ask for."""
    if table is not None and tables.get(table.id) == table:
        return table.id
    written = repr((rolled.title, rolled.columns, rolled.die.text, [row.cells for row in rolled.rows]))
    return f"table-{hashlib.sha256(written.encode()).hexdigest()[:10]}"


def tables_in_chapters(rules: Ruleset, pages: Iterable[Page]) -> dict[str, Data]:
    """A book's rules and pages -> documents, by name, of the roll tables that are only in its pages."""
    found: dict[str, Data] = {}
    for page in (page for page in pages if TableBlock in page.kinds):
        for block in _tables_on(page):
            if block.roll:
                name = table_name(block.data, block.roll, rules.tables)
                if name not in rules.tables:
                    found[name] = _document(name, block.data, block.roll)
    return found


def names_in_chapters(rules: Ruleset, pages: Iterable[Page]) -> dict[str, str]:
    """A book's rules and pages -> the phrases of rolls that its vocabulary doesn't explain, each standing for itself.

    Only names of several words: a single word is a name by itself, and as a phrase it would get in the way of the
    book's calculators, which may call an input so and reach its columns, or mean a word of the notation.
    """
    names = (name for page in pages for name in _names_on(page))
    return {name: f"`{name}`" for name in names if _is_phrase(name) and name not in rules.phrases}


@stored
def _names_on(page: Page) -> tuple[str, ...]:
    return tuple(name for roll in inlines_of(Roll, page.blocks) for name in roll.names)


@stored
def _tables_on(page: Page) -> tuple[TableBlock, ...]:
    return tuple(block for block in every_block(page.blocks) if isinstance(block, TableBlock) and block.roll)


def _is_phrase(name: str) -> bool:
    words = name.split()
    return len(words) > 1 and not RESERVED.intersection(words) and not _OPERATORS.intersection(name)


def _document(name: str, written: Table | None, rolled: RollTable) -> Data:
    kinds = [column.played_kind for column in written.columns] if written else ["text"] * len(rolled.columns)
    document: dict[str, Data] = {
        "table": name,
        "title": rolled.title,
        # Titles in a chapter may be empty or the same; the engine wants a name for each column.
        "columns": [
            {"name": f"c{number}", "title": title, "kind": kind}
            for number, (title, kind) in enumerate(zip(rolled.columns, kinds, strict=True), 1)
        ],
        "rows": [list(row.cells) for row in rolled.rows],
        "outside": rolled.outside,
        "modifiers": _modifiers(rolled),
    }
    if "weight" not in kinds:
        document["roll"] = rolled.die.text
    return document


def _modifiers(rolled: RollTable) -> str:
    """What may be added to the die -> the notation that the engine reads it from."""
    low, high = rolled.modifiers.low, rolled.modifiers.high
    if low == high == 0:
        return "none"
    if low is None or high is None:
        return "open" if low == high else f">= {low}" if high is None else f"<= {high}"
    return f"{low}..{high}"
