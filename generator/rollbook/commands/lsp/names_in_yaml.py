"""A YAML file -> the names in it: what its documents are called, the rules that they carry out, where links lead."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from rollbook.cache import reused
from rollbook.commands.lsp.names import Kind, Written, WrittenKind
from rollbook.model.source import Source
from rollbook.model.yaml_tree import Mapping, Node, Scalar, Sequence
from rollbook.parse.read_yaml import read_yaml

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
