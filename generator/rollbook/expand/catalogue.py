"""A book -> what its directives may name, by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from rollbook.cache import reused
from rollbook.model.allowed_markup import CLASSES, own_class
from rollbook.model.chapter import Change, WrittenBook
from rollbook.model.diagnostic import Diagnostic, Suggestions, closest, listed
from rollbook.model.document.blocks import Block, Directive, Word
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.settings import BookSettings
from rollbook.model.source import Place
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


# Letters of a refused class that are enough to find it by.
_SHOWN = 20


def no_file(name: Word, known: Catalogue) -> Diagnostic:
    """The name of no data file -> which there are."""
    hint = known.closest(name.text, "file") or listed("data files are", known.files)
    hint = hint or f"add it to the folder data/{known.book.id}"
    return Diagnostic("unknown-file", f"there is no data file {name.text!r} for this book", name.place, hint)


def no_table(file: DataFile, words: list[Word], directive: Directive, known: Catalogue) -> Diagnostic:
    """A file without the table that the words after its name mean -> which tables it has."""
    ids = known.tables[file.name]
    if not words:
        return Diagnostic("unknown-table", f"{file.name} holds no table", directive.words[0].place)
    word = words[0]
    near = known.suggestions.closest(word.text, f"tables of {file.name}", lambda: (*ids, *CLASSES))
    hint = near or listed("tables are", ids)
    return Diagnostic("unknown-table", f"there is no table {word.text!r} in {file.name}", word.place, hint)


def no_class(name: str, place: Place) -> Diagnostic:
    """A word that is no class of the layout -> the one that may be meant, or how to keep it as one's own."""
    shown = name if len(name) <= _SHOWN else f"{name[:_SHOWN]}…"
    own = f"if a theme styles it, as .{own_class(shown)}, list it in book.yml below “classes:”; ours are"
    hint = closest(name[:_SHOWN], CLASSES) or listed(own, CLASSES)
    return Diagnostic("unknown-class", f"there is no class {shown!r}", place, hint)


def no_pin(word: Word) -> Diagnostic:
    """A word of `$index` that names nothing to pin -> how to name it."""
    message = f"$index does not know what {word.text!r} is"
    hint = f"write calc:{word.text} for a calculator, table:{word.text} for a table"
    return Diagnostic("bad-directive", message, word.place, hint)


def too_many(word: Word, directive: Directive) -> Diagnostic:
    """A word more than the directive takes -> that it has to go."""
    message = f"${directive.name} does not take the word {word.text!r}"
    return Diagnostic("bad-directive", message, word.place, "remove it")
