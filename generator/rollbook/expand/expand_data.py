"""A directive that shows what data files hold -> its blocks: `$data`, `$glossary` and `$readings`."""

from __future__ import annotations

from collections.abc import Mapping

from rollbook.expand.catalogue import Catalogue, Expanded
from rollbook.expand.make_blocks import make_glossary, make_reading, make_table
from rollbook.expand.refused_words import no_class, no_file, no_table, too_many
from rollbook.model.allowed_html import known_class, own_class
from rollbook.model.diagnostic import Diagnostic, listed
from rollbook.model.document.blocks import (
    Block,
    Directive,
    Division,
    PageBreak,
    Word,
)
from rollbook.model.table import DataFile, Table


def expand_data(directive: Directive, known: Catalogue) -> Expanded:
    """`$data FILE [KEY] [class …]` -> a table, in a division when it has classes."""
    if not directive.words:
        message, hint = "$data does not say which file", "write <!-- $data FILE KEY -->"
        return (), [Diagnostic("bad-directive", message, directive.place, hint)]
    name, *rest = directive.words
    file = known.files.get(name.text)
    if file is None:
        return (), [no_file(name, known)]
    table = _table(file, known.tables[file.name], rest)
    if table is None:
        # A file that could not be read in full has been reported already; the table may well stand in it.
        return (), [no_table(file, rest, directive, known)] if file.readable else []
    classes = [word for word in rest if word is not rest[0] or word.text != table.id]
    return in_classes(make_table(table, known.book.settings.language), classes, known)


def in_classes(block: Block, classes: list[Word], known: Catalogue) -> Expanded:
    """A block, the classes that its directive names -> it in a division with these; and those that mean nothing."""
    blocks: tuple[Block, ...] = (block,)
    names = [known_class(word.text) or own_class(word.text) for word in classes]
    if shown := [name for name in names if not name.startswith("page-break")]:
        blocks = (Division(" ".join(shown), blocks),)
    before, after = ((PageBreak(),) * (name in names) for name in ("page-break", "page-break-after"))
    own = known.book.settings.classes
    unknown = [word for word in classes if not known_class(word.text) and word.text not in own]
    return (*before, *blocks, *after), [no_class(word.text, word.place) for word in unknown]


def expand_glossary(directive: Directive, known: Catalogue) -> Expanded:
    """`$glossary [FILE]` -> the terms of that data file; without a name those of the book's own files."""
    if not directive.words:
        own = [file for file in known.book.data if not file.shared]
        definitions = [definition for file in own for definition in file.definitions]
        # A file that could not be read in full has been reported already; the glossary may well stand in it.
        if definitions or not all(file.readable for file in own):
            return (make_glossary(definitions, known.book.settings.language),), []
        hint = f"add a document that starts with “glossary:” to data/{known.book.id}, or name a file of the whole shelf"
        return (), [Diagnostic("unknown-glossary", "this book has no glossary of its own", directive.place, hint)]
    name, *rest = directive.words
    problems = [too_many(word, directive) for word in rest[:1]]
    file = known.files.get(name.text)
    if file is None:
        return (), [*problems, no_file(name, known)]
    if not file.definitions:
        hint = listed("glossaries are in", [file.name for file in known.book.data if file.definitions])
        missing = Diagnostic("unknown-glossary", f"there is no glossary in {file.name}", name.place, hint)
        return (), [*problems, missing] if file.readable else problems
    return (make_glossary(file.definitions, known.book.settings.language),), problems


def expand_readings(directive: Directive, known: Catalogue) -> Expanded:
    """`$readings [FILE]` -> the readings of that data file; without a name those of the book's own files."""
    problems = [too_many(word, directive) for word in directive.words[1:2]]
    files = [file for file in known.book.data if not file.shared]
    if directive.words:
        file = known.files.get(directive.words[0].text)
        if file is None:
            return (), [*problems, no_file(directive.words[0], known)]
        files = [file]
    readings = [reading for file in files for reading in file.readings]
    # A file that could not be read in full has been reported already.
    if not readings and all(file.readable for file in files):
        message = f"there are no readings in {files[0].name}" if directive.words else "this book has no readings"
        hint = "list them below “readings:” in a data file, or write $readings and the name of their file"
        problems.append(Diagnostic("bad-directive", message, directive.place, hint))
    return tuple(make_reading(reading, known.book.settings.language) for reading in readings), problems


def _table(file: DataFile, tables: Mapping[str, Table], words: list[Word]) -> Table | None:
    """The words after the file's name -> the table they mean: the one named, or without a name the first."""
    named = tables.get(words[0].text) if words else None
    if named is None and (not words or known_class(words[0].text)):
        return next(iter(file.tables), None)
    return named
