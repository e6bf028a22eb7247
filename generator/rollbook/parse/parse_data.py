"""A data file -> its tables, rules, phrases and terms, every cell as the author wrote it and with its place.

Each document of the file is known by a key of its own:
  calculator, sheet   a rule for the engine, which reads and checks it
  vocabulary          the book's phrases and what they stand for
  glossary            the book's own words and what they mean (parse_glossary.py)
  readings            how the book reads its source where that leaves a choice (parse_readings.py)
  rules               the ids of the book's rules with a short title each, in book order
  stat-block          a creature, vehicle or spirit (parse_stat_block.py)
  records             spells, gear, powers: rows with a key each (parse_records.py)
  table, id           a table (parse_table.py)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import PurePosixPath

from rollbook.cache import reused
from rollbook.model.data_documents import Definition, Reading, StatDocument
from rollbook.model.diagnostic import Diagnostic, closest
from rollbook.model.source import Source
from rollbook.model.table import DataFile, Phrase, RuleDocument, RuleTitle, Table
from rollbook.model.yaml_tree import Mapping, Node, Scalar, with_apostrophes
from rollbook.parse.check_cells import check_cells
from rollbook.parse.parse_glossary import parse_glossary
from rollbook.parse.parse_readings import parse_readings
from rollbook.parse.parse_records import parse_records
from rollbook.parse.parse_rows import whole_cell
from rollbook.parse.parse_stat_block import parse_stat_block
from rollbook.parse.parse_table import KEYS, parse_table
from rollbook.parse.read_yaml import read_yaml

_RULES = ("calculator", "sheet")
# A title alone could be anyone's.
_TABLE_SIGNS = frozenset(KEYS) - {"title"}
_KINDS = (*_RULES, "vocabulary", "glossary", "readings", "rules", "records", "stat-block", "table", "id")


@reused
def parse_data(source: Source) -> tuple[DataFile, tuple[Diagnostic, ...]]:
    """A data file -> what stands in it, and what is wrong with it."""
    documents, problems = read_yaml(source)
    contents = _Contents(list(problems), readable=not problems)
    for document in documents:
        contents.add(document)
    contents.found += check_cells(contents.tables.values())
    file = DataFile(
        source.name or PurePosixPath(source.path).name,
        source.path,
        tuple(contents.tables.values()),
        tuple(contents.rules),
        tuple(contents.phrases),
        tuple(contents.titles),
        tuple(contents.definitions),
        tuple(contents.readings),
        tuple(contents.stat_blocks),
        readable=contents.readable,
    )
    return file, tuple(contents.found)


@dataclass(slots=True)
class _Contents:
    """What the documents read so far have added to the file."""

    found: list[Diagnostic]
    readable: bool
    tables: dict[str, Table] = field(default_factory=dict)
    rules: list[RuleDocument] = field(default_factory=list)
    phrases: list[Phrase] = field(default_factory=list)
    titles: list[RuleTitle] = field(default_factory=list)
    definitions: list[Definition] = field(default_factory=list)
    readings: list[Reading] = field(default_factory=list)
    stat_blocks: list[StatDocument] = field(default_factory=list)

    def add(self, document: Node) -> None:
        """One document -> what it is, or a problem."""
        if isinstance(document, Scalar) and document.absent:
            return  # Nothing but comments, or a last line of dashes.
        if not isinstance(document, Mapping):
            hint = "start with “id:” for a table; each key starts a line and is followed by a colon"
            self._refuse("this document is not a mapping with keys", document, hint)
        elif rule := next((kind for kind in _RULES if kind in document.keys), ""):
            self._add_rule(rule, document)
        elif "vocabulary" in document.keys:
            self._add_phrases(document)
        elif "glossary" in document.keys:
            self._add_terms(document)
        elif "readings" in document.keys:
            self._add_readings(document)
        elif isinstance(document.get("rules"), Mapping) and "fields" not in document.keys:
            self._add_titles(document)
        elif "records" in document.keys:
            self._add_table(parse_records(document, self.found))
        elif "stat-block" in document.keys:
            self._add_stats(parse_stat_block(document, self.found))
        elif any(key in _TABLE_SIGNS for key in document.keys):
            self._add_table(parse_table(document, self.found))
        else:
            first = document.entries[0].key if document.entries else document
            closest_kind = closest(first.text, (*_KINDS, *_TABLE_SIGNS)) if isinstance(first, Scalar) else ""
            hint = closest_kind or f"a document starts with one of {', '.join(_KINDS)}"
            self._refuse("this document is not a table, calculator, sheet, vocabulary or glossary", first, hint)

    def _refuse(self, message: str, node: Node, hint: str) -> None:
        self.found.append(Diagnostic("bad-document", message, node.place, hint))
        self.readable = False

    def _add_table(self, table: Table | None) -> None:
        if table is None:
            self.readable = False
        elif first := self.tables.get(table.id):
            message = f"the table {table.id!r} appears twice in this file: already on line {first.place.line}"
            self.found.append(Diagnostic("duplicate-table", message, table.place, "give each table its own id"))
        else:
            self.tables[table.id] = table

    def _add_stats(self, stats: StatDocument | None) -> None:
        if stats is None:
            self.readable = False
        else:
            self.stat_blocks.append(stats)

    def _add_rule(self, kind: str, document: Mapping) -> None:
        name = document.get(kind)
        if isinstance(name, Scalar) and name.text.strip():
            self.rules.append(RuleDocument(kind, name.text.strip(), document))
        else:
            hint = f"write its name after the colon, such as “{kind}: attack”"
            self._refuse(f"this {kind} has no id", name or document, hint)

    def _add_titles(self, document: Mapping) -> None:
        """`rules:` with an id and a title on each line below it, or `{title: …, played: no}`."""
        titles = document.get("rules")
        for entry in titles.entries if isinstance(titles, Mapping) else ():
            fields = entry.value if isinstance(entry.value, Mapping) else None
            title = fields.get("title") if fields else entry.value
            if not isinstance(title, Scalar) or not title.text.strip():
                self._refuse(f"the rule {entry.key.text!r} has no title", entry.key, "write it after the colon")
            elif fields and (wrong := _beyond_title(fields)):
                hint = "a rule has a title, and “played: no” if there is nothing to play"
                self._refuse(f"the rule {entry.key.text!r} cannot have this", wrong, hint)
            else:
                played = fields is None or fields.get("played") is None
                self.titles.append(
                    RuleTitle(entry.key.text, with_apostrophes(title.text.strip()), entry.key.place, played)
                )

    def _add_terms(self, document: Mapping) -> None:
        """`glossary:` with a term and its meaning on each line below it."""
        definitions, problems = parse_glossary(document)
        self.definitions += definitions
        self.found += problems
        self.readable = self.readable and not problems

    def _add_readings(self, document: Mapping) -> None:
        """`readings:` with an entry for each choice that the source leaves."""
        readings, problems = parse_readings(document)
        self.readings += readings
        self.found += problems
        self.readable = self.readable and not problems

    def _add_phrases(self, document: Mapping) -> None:
        """`vocabulary:` with a phrase and its meaning on each line below it."""
        phrases = document.get("vocabulary")
        for entry in document.entries:
            if entry.key.text != "vocabulary":
                self._refuse(f"a vocabulary has no key {entry.key.text!r}", entry.key, "indent it to make it a phrase")
        if not isinstance(phrases, Mapping):
            self._refuse(
                "a vocabulary is a list of phrases", phrases or document, "write “STR bonus: strength” below it"
            )
            return
        for entry in phrases.entries:
            if isinstance(entry.value, Scalar) and entry.value.text.strip() and entry.key.text.strip():
                self.phrases.append(Phrase(entry.key.text.strip(), whole_cell(entry.value)))
            else:
                hint = "write the name or the expression that it stands for after the colon"
                self._refuse(f"the phrase {entry.key.text!r} stands for nothing", entry.key, hint)


def _beyond_title(fields: Mapping) -> Scalar | None:
    """What is said of a rule -> the key that should not be there, if there is one."""
    for entry in fields.entries:
        played = entry.key.text == "played" and isinstance(entry.value, Scalar) and entry.value.text == "no"
        if entry.key.text != "title" and not played:
            return entry.key
    return None
