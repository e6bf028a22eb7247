"""`$list FILE [ID] [as table|entries|cards] [class …]` -> the records of a data file, in the form that is asked for."""

from __future__ import annotations

from typing import get_args

from rollbook.expand.catalogue import Catalogue, Expanded
from rollbook.expand.expand_data import in_classes
from rollbook.expand.make_blocks import make_table
from rollbook.expand.refused_words import no_file
from rollbook.model.allowed_html import known_class
from rollbook.model.diagnostic import Diagnostic, closest, listed
from rollbook.model.document.blocks import Directive, Word
from rollbook.model.document.markdown_blocks import Form
from rollbook.model.table import DataFile, Table

FORMS: tuple[Form, ...] = get_args(Form)


def expand_list(directive: Directive, known: Catalogue) -> Expanded:
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
    block = make_table(records, known.book.settings.language, form or _usual(records))
    blocks, unknown = in_classes(block, classes, known)
    return blocks, [*problems, *unknown]


def _said(words: list[Word]) -> tuple[Word | None, Form | None, list[Word], list[Diagnostic]]:
    """What follows the file's name -> the id, the form, the classes, and what is wrong with them."""
    at = next((number for number, word in enumerate(words) if word.text == "as"), len(words))
    wanted = words[0] if at > 0 and not known_class(words[0].text) else None
    classes = [word for word in (*words[:at], *words[at + 2 :]) if word is not wanted]
    if at == len(words):
        return wanted, None, classes, []
    said = words[at + 1] if at + 1 < len(words) else words[at]
    form = next((form for form in FORMS if form == said.text), None)
    if form is not None:
        return wanted, form, classes, []
    hint = closest(said.text, FORMS) or f"write as {', as '.join(FORMS[:-1])} or as {FORMS[-1]}"
    problem = Diagnostic("bad-directive", f"$list shows nothing as {said.text!r}", said.place, hint)
    return wanted, None, classes, [problem]


def _records(file: DataFile, wanted: Word | None) -> Table | None:
    found = (table for table in file.tables if table.keys and (wanted is None or table.id == wanted.text))
    return next(found, None)


def _no_records(file: DataFile, word: Word) -> Diagnostic:
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
