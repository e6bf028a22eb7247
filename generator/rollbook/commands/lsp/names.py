"""What authors name, such as a rule or a table, and every spot of a YAML file or a chapter where it is written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Literal
from urllib.parse import unquote

from rollbook.cache import reused
from rollbook.model.chapter import Chapter
from rollbook.model.document.blocks import Directive, Word
from rollbook.model.document.inlines import Link, Picture
from rollbook.model.document.walk import every_block, every_inline
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Place, Source
from rollbook.model.yaml_tree import Mapping, Node, Scalar, Sequence
from rollbook.parse.read_yaml import read_yaml

Kind = Literal[
    "book",
    "calculator",
    "chapter",
    "data file",
    "heading",
    "part",
    "picture",
    "rule",
    "sheet",
    "stat block",
    "table",
    "term",
]

# As a file has them: where a link leads depends on the book it is in.
WrittenKind = Kind | Literal["link"]


@dataclass(frozen=True, slots=True)
class Name:
    """One of them. No book: it is for every book, as a table in data/ itself."""

    kind: Kind
    book: str
    id: str


@dataclass(frozen=True, slots=True)
class Written:
    """A name as a file has it, before it is known which book's it is. Of a link `text` is the address."""

    kind: WrittenKind
    text: str
    place: Place  # of the text
    around: Place  # where a cursor means it: of a link its words, too
    defines: bool = False


@dataclass(frozen=True, slots=True)
class Mention:
    """A spot where a name is written: `place` holds exactly its id."""

    name: Name
    place: Place
    around: Place
    defines: bool = False


def covers(place: Place, line: int, column: int) -> bool:
    """Whether a cursor on this line, before this column, is in the place or at its end."""
    return place.line == line and place.column <= column <= place.column + place.length


# The key that a document is known by, and what its value names.
NAMED_BY: dict[str, Kind] = {
    "calculator": "calculator",
    "sheet": "sheet",
    "stat-block": "stat block",
    "records": "table",
    "table": "table",
    "id": "table",
}
# A link in Markdown that names something by its id, and the table of a look-up.
_LINK = re.compile(r"\]\(<?(?P<address>(?:calc|rule|table|term):[^()\s>]+)")
_LOOKUP = re.compile(r"\blookup\(\s*[\"“]?(?P<table>[^\s,\"”]+)[\"”]?\s*,")


@reused
def names_in_yaml(source: Source) -> tuple[Written, ...]:
    """A data file, or one of a book's own YAML files -> every name in it."""
    documents, _ = read_yaml(source)
    file = PurePosixPath(source.path).name
    return tuple(written for document in documents for written in _in_document(document, file))


def _in_document(document: Node, file: str) -> Iterator[Written]:
    if isinstance(document, Mapping):
        if file == "moved.yml":
            yield from (_scalar("link", entry.value) for entry in document.entries if isinstance(entry.value, Scalar))
            return
        if file == "book.yml":
            yield from _listed(document, "chapters", "chapter")
        elif file == "shelf.yml":
            yield from _listed(document, "books", "book")
        else:
            yield from _own_names(document)
    yield from _below(document, top=True)


def _own_names(document: Mapping) -> Iterator[Written]:
    """What a data document is called, and the rules that it lists."""
    for key, kind in NAMED_BY.items():
        value = document.get(key)
        if isinstance(value, Scalar) and value.text.strip():
            yield _scalar(kind, value, defines=True)
            break
    rules = document.get("rules")
    if isinstance(rules, Mapping):
        yield from (_scalar("rule", entry.key) for entry in rules.entries)
    yield from _listed(document, "include", "sheet")


def _below(node: Node, top: bool = False) -> Iterator[Written]:
    """What is named anywhere in a document: `rule: …`, `table: …` below its top, links and look-ups in texts."""
    if isinstance(node, Scalar):
        yield from _in_text(node)
    for item in node.items if isinstance(node, Sequence) else ():
        yield from _below(item)
    if isinstance(node, Mapping):
        yield from _listed(node, "rule", "rule")
        if not top:
            yield from _listed(node, "table", "table")
        for entry in node.entries:
            yield from _below(entry.value)


def _in_text(text: Scalar) -> Iterator[Written]:
    for match in _LINK.finditer(text.text):
        yield _part(text, "link", match, "address")
    for match in _LOOKUP.finditer(text.text):
        yield _part(text, "table", match, "table")


def _part(text: Scalar, kind: WrittenKind, match: re.Match[str], group: str) -> Written:
    place = text.at(match.start(group), len(match[group]))
    return Written(kind, match[group], place, place)


def _listed(node: Mapping, key: str, kind: Kind) -> Iterator[Written]:
    """`key: one` or `key: [one, another]` -> each."""
    value = node.get(key)
    items = value.items if isinstance(value, Sequence) else (value,)
    yield from (_scalar(kind, item) for item in items if isinstance(item, Scalar) and item.text.strip())


def _scalar(kind: WrittenKind, value: Scalar, defines: bool = False) -> Written:
    text = value.text.strip()
    place = value.at(len(value.text) - len(value.text.lstrip()), len(text))
    return Written(kind, text, place, value.place, defines)


# What the first word of a directive names.
FIRST_WORD: dict[str, Kind] = {
    "calc": "calculator",
    "compare": "book",
    "data": "data file",
    "example": "calculator",
    "glossary": "data file",
    "include": "part",
    "list": "data file",
    "readings": "data file",
    "rule": "rule",
    "sheet": "sheet",
    "stat-block": "stat block",
}
# `[words]: address`, to which `[these][words]` leads.
_REFERENCE = re.compile(r" {0,3}\[[^\]]+\]:\s*<?(?P<address>[^\s>]+)")


@reused
def names_in_chapter(chapter: Chapter, source: Source) -> tuple[Written, ...]:
    """A chapter and its file -> every name in it."""
    found: list[Written] = []
    for block in every_block(chapter.blocks):
        if isinstance(block, Directive):
            found += _in_directive(block)
    lines = source.lines
    references = {unquote(match["address"]): at for at, match in _references(source.path, lines)}
    for inline in every_inline(chapter.blocks):
        if isinstance(inline, Link | Picture):
            address = unquote(inline.address)
            place = _place(address, inline.place, lines) or references.get(address, inline.place)
            found.append(Written("picture" if isinstance(inline, Picture) else "link", address, place, inline.place))
    return tuple(found)


def _in_directive(directive: Directive) -> Iterator[Written]:
    words = directive.words
    if directive.name in FIRST_WORD and words:
        yield _named(FIRST_WORD[directive.name], words[0], defines=directive.name == "rule")
    if directive.name in ("data", "list") and len(words) > 1:
        # It may be a class: then no table is called so, and nobody finds it.
        yield _named("table", words[1])
    if directive.name == "index":
        yield from (Written("link", word.text, word.place, word.place) for word in words)


def _named(kind: Kind, word: Word, defines: bool = False) -> Written:
    return Written(kind, word.text, word.place, word.place, defines)


def _place(address: str, link: Place, lines: list[str]) -> Place | None:
    """An address, the place of its link -> where the link spells it; None if it is defined elsewhere."""
    line = lines[link.line - 1] if link.line <= len(lines) else ""
    at = line.rfind(address, link.column - 1, link.column - 1 + link.length)
    return Place(link.file, link.line, at + 1, len(address)) if at >= 0 and address else None


def _references(path: str, lines: list[str]) -> Iterator[tuple[Place, re.Match[str]]]:
    for number, line in enumerate(lines, 1):
        if match := _REFERENCE.match(line):
            yield Place(path, number, match.start("address") + 1, len(match["address"])), match
