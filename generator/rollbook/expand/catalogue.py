"""A book -> what its directives may name, by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rollbook.cache import reused
from rollbook.model.change import Change
from rollbook.model.chapter import WrittenBook
from rollbook.model.diagnostic import Diagnostic, Suggestions
from rollbook.model.document.blocks import Block
from rollbook.model.settings import BookSettings
from rollbook.model.table import DataFile, RuleDocument, Table

# What comes of a directive: its blocks, and what is wrong with it.
Expanded = tuple[tuple[Block, ...], list[Diagnostic]]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Looked up rather than searched for: a book may have thousands of directives and of what they name.

    `rules` are calculators and sheets by kind and id. Of two with the same name the one nearer to the book counts.
    """

    book: WrittenBook
    files: Mapping[str, DataFile]
    tables: Mapping[str, Mapping[str, Table]]
    rules: Mapping[str, Mapping[str, RuleDocument]]
    suggestions: Suggestions = field(default_factory=Suggestions)

    def closest(self, word: str, kind: str) -> str:
        """A mistyped name of a data file, calculator or sheet -> "did you mean …?", or nothing."""
        names = self.files if kind == "file" else self.rules[kind]
        return self.suggestions.closest(word, kind, lambda: names)


def catalogue(book: WrittenBook) -> Catalogue:
    """A book as written -> its catalogue."""
    return _catalogue(book.id, book.settings, book.data, book.changes)


@reused
def _catalogue(
    book_id: str, settings: BookSettings, data: tuple[DataFile, ...], changes: tuple[Change, ...]
) -> Catalogue:
    """What of a book its directives can name -> the catalogue: the same one as long as none of it changes."""
    book = WrittenBook(book_id, settings, (), data, (), changes)
    files: dict[str, DataFile] = {}
    rules: dict[str, dict[str, RuleDocument]] = {"calculator": {}, "sheet": {}}
    for file in book.data:
        files.setdefault(file.name, file)
        for rule in file.rules:
            rules[rule.kind].setdefault(rule.id, rule)
    tables = {name: {table.id: table for table in file.tables} for name, file in files.items()}
    return Catalogue(book, files, tables, rules)
