"""What data files hold -> blocks as chapters have them: tables, glossaries, readings and dated changes.

`$data`, `$list`, `$glossary` and `$readings` say which of it a chapter shows.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import get_args

from rollbook.cache import stored
from rollbook.expand.catalogue import Catalogue, Expanded, no_class, no_file, no_table, too_many
from rollbook.markdown import read_line, read_passage
from rollbook.model.allowed_markup import known_class, own_class
from rollbook.model.chapter import Change, Chapter
from rollbook.model.data_documents import Definition, Reading
from rollbook.model.diagnostic import Diagnostic, closest, listed
from rollbook.model.document import blocks as kinds
from rollbook.model.document.content_blocks import Form
from rollbook.model.document.inlines import Inline, Line, Link, RawTag, Text
from rollbook.model.document.walk import every_block
from rollbook.model.source import in_runs, verbatim
from rollbook.model.table import Cell, Column, DataFile, Table
from rollbook.model.yaml_tree import Scalar

_FORMS: tuple[Form, ...] = get_args(Form)
_BETWEEN = " · "


def expand_data(directive: kinds.Directive, known: Catalogue) -> Expanded:
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
    return _in_classes(_make_table(table, known.book.settings.language), classes, known)


def _in_classes(block: kinds.Block, classes: list[kinds.Word], known: Catalogue) -> Expanded:
    """A block, the classes that its directive names -> it in a division with these; and those that mean nothing."""
    blocks: tuple[kinds.Block, ...] = (block,)
    names = [known_class(word.text) or own_class(word.text) for word in classes]
    if shown := [name for name in names if not name.startswith("page-break")]:
        blocks = (kinds.Division(" ".join(shown), blocks),)
    before, after = ((kinds.PageBreak(),) * (name in names) for name in ("page-break", "page-break-after"))
    own = known.book.settings.classes
    unknown = [word for word in classes if not known_class(word.text) and word.text not in own]
    return (*before, *blocks, *after), [no_class(word.text, word.place) for word in unknown]


def expand_glossary(directive: kinds.Directive, known: Catalogue) -> Expanded:
    """`$glossary [FILE]` -> the terms of that data file; without a name those of the book's own files."""
    if not directive.words:
        own = [file for file in known.book.data if not file.shared]
        definitions = [definition for file in own for definition in file.definitions]
        # A file that could not be read in full has been reported already; the glossary may well stand in it.
        if definitions or not all(file.readable for file in own):
            return (_make_glossary(definitions, known.book.settings.language),), []
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
    return (_make_glossary(file.definitions, known.book.settings.language),), problems


def expand_readings(directive: kinds.Directive, known: Catalogue) -> Expanded:
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
    return tuple(_make_reading(reading, known.book.settings.language) for reading in readings), problems


def _table(file: DataFile, tables: Mapping[str, Table], words: list[kinds.Word]) -> Table | None:
    """The words after the file's name -> the table they mean: the one named, or without a name the first."""
    named = tables.get(words[0].text) if words else None
    if named is None and (not words or known_class(words[0].text)):
        return next(iter(file.tables), None)
    return named


def expand_list(directive: kinds.Directive, known: Catalogue) -> Expanded:
    """The directive and what it may name -> its records as one table, entries or cards; and what is wrong with it."""
    if not directive.words:
        message, hint = "$list does not say which file", "write <!-- $list FILE ID as entries -->"
        return (), [Diagnostic("bad-directive", message, directive.place, hint)]
    name, *rest = directive.words
    file = known.files.get(name.text)
    if file is None:
        return (), [no_file(name, known)]
    wanted, form, classes, problems = _said(rest)
    records = _records(file, wanted)
    if records is None:
        # A file that could not be read in full has been reported already; the records may well stand in it.
        return (), [*problems, _no_records(file, wanted or name)] if file.readable else problems
    block = _make_table(records, known.book.settings.language, form or _usual(records))
    blocks, unknown = _in_classes(block, classes, known)
    return blocks, [*problems, *unknown]


def _said(words: list[kinds.Word]) -> tuple[kinds.Word | None, Form | None, list[kinds.Word], list[Diagnostic]]:
    """What follows the file's name -> the id, the form, the classes, and what is wrong with them."""
    at = next((number for number, word in enumerate(words) if word.text == "as"), len(words))
    wanted = words[0] if at > 0 and not known_class(words[0].text) else None
    classes = [word for word in (*words[:at], *words[at + 2 :]) if word is not wanted]
    if at == len(words):
        return wanted, None, classes, []
    said = words[at + 1] if at + 1 < len(words) else words[at]
    form = next((form for form in _FORMS if form == said.text), None)
    if form is not None:
        return wanted, form, classes, []
    hint = closest(said.text, _FORMS) or f"write as {', as '.join(_FORMS[:-1])} or as {_FORMS[-1]}"
    problem = Diagnostic("bad-directive", f"$list shows nothing as {said.text!r}", said.place, hint)
    return wanted, None, classes, [problem]


def _records(file: DataFile, wanted: kinds.Word | None) -> Table | None:
    found = (table for table in file.tables if table.keys and (wanted is None or table.id == wanted.text))
    return next(found, None)


def _no_records(file: DataFile, word: kinds.Word) -> Diagnostic:
    """A file without the records that a word means -> which it has, or that they are a table."""
    if any(table.id == word.text for table in file.tables):
        hint = f"show it with <!-- $data {file.name} {word.text} -->, or make it “records:” with a key for each"
        return Diagnostic("unknown-records", f"{word.text!r} is a table, its rows have no keys", word.place, hint)
    ids = [table.id for table in file.tables if table.keys]
    hint = closest(word.text, ids) or listed("records are", ids)
    hint = hint or "add a document that starts with “records:” to it"
    return Diagnostic("unknown-records", f"there are no such records in {file.name}", word.place, hint)


def _usual(records: Table) -> Form:
    """Where the author doesn't say: what is told in sentences stands as entries, what is only numbers as a table."""
    return "entries" if any(column.kind == "markdown" for column in records.columns) else "table"


def _make_table(table: Table, language: str, form: Form = "table") -> kinds.TableBlock:
    """A table, the book's language, how it is to be shown -> its block."""
    head = tuple(_cell(Cell(column.title, column.place), column, language) for column in table.columns)
    rows = tuple(
        tuple(_cell(cell, column, language) for cell, column in zip(row, table.columns, strict=True))
        for row in table.rows
    )
    return kinds.TableBlock(head, rows, table.place, table, form=form)


def _cell(cell: Cell, column: Column, language: str) -> kinds.TableCell:
    if column.kind == "markdown" and cell.text and cell.spelling:
        blocks = read_passage(cell, language)
        # One paragraph is in its cell as a line would.
        alone = blocks[0] if len(blocks) == 1 else None
        bare = (replace(alone, tight=True),) if isinstance(alone, kinds.Paragraph) else blocks
        return kinds.TableCell(Line("", cell.spelling, ()), column.align, bare)
    return kinds.TableCell(read_line(cell.text, cell.spelling or verbatim(cell.place), language), column.align)


def _make_reading(reading: Reading, language: str) -> kinds.ReadingBlock:
    """A reading, the book's language -> its block."""
    title, why, other = (_line(text, language) for text in (reading.title, reading.why, reading.other))
    return kinds.ReadingBlock(reading, title, why, other)


def _line(scalar: Scalar, language: str) -> Line:
    return read_line(scalar.text.rstrip(), scalar.spelling, language)


def _make_glossary(definitions: Iterable[Definition], language: str) -> kinds.GlossaryBlock:
    """Definitions and the book's language -> their list."""
    return kinds.GlossaryBlock(tuple(_entry(definition, language) for definition in sorted(definitions, key=_sort_key)))


def _entry(definition: Definition, language: str) -> kinds.GlossaryEntry:
    title = read_line(definition.title, verbatim(definition.place), language)
    meaning = read_line(definition.meaning.text.rstrip(), definition.meaning.spelling, language)
    return kinds.GlossaryEntry(definition, title, meaning)


def _sort_key(definition: Definition) -> tuple[str, str]:
    """An accent tells apart only what is otherwise the same: Ä stands with A."""
    letters = unicodedata.normalize("NFKD", definition.title.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)), definition.title


def make_news(change: Change) -> kinds.NewsEntry:
    """An entry -> its block. The heading gives it an address of its own."""
    return kinds.NewsEntry(change.date, kinds.Heading(3, change.title), kinds.Paragraph(_dated(change)), change.blocks)


def find_unshown_changes(changes: Sequence[Change], chapters: Sequence[Chapter]) -> Iterator[Diagnostic]:
    """A book's changes -> a warning where they stand on no page, so that no reader and no feed has them."""
    if changes and not any(_shows_changes(chapter) for chapter in chapters):
        message = "no chapter shows these changes, so readers never see them"
        hint = "write <!-- $changes --> where they should appear"
        first = min(change.place for change in changes)
        yield Diagnostic("unshown-changes", message, first, hint)


@stored
def _shows_changes(chapter: Chapter) -> bool:
    return any(isinstance(block, kinds.NewsEntry) for block in every_block(chapter.blocks))


def _dated(change: Change) -> Line:
    """The day, and a link to each rule that the change is about; a link's place is the id's own."""
    day = change.date.isoformat()
    origin = verbatim(change.place)
    inlines: list[Inline] = [RawTag(f'<time datetime="{day}">', origin), Text(day), RawTag("</time>", origin)]
    written, runs = day, [(0, change.place)]
    for rule in change.rules:
        runs.append((len(written) + len(_BETWEEN), rule.place))
        written += _BETWEEN + rule.id
        place = verbatim(rule.place).at(0, len(rule.id))
        inlines += [Text(_BETWEEN), Link(f"rule:{rule.id}", "", (Text(rule.id),), place)]
    return Line(written, in_runs(runs), tuple(inlines))
