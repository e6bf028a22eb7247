"""A document of a data file -> the names that its own expressions may use, though a line of it is half typed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rollbook.commands.lsp.yaml_cursor import YamlCursor
from rollbook.model.source import Source
from rollbook.model.yaml_tree import Entry, Mapping, Node, Scalar, Sequence
from rollbook.parse.read_yaml import read_yaml


@dataclass(frozen=True, slots=True)
class LocalNames:
    """As written. `tables` are the tables whose rows an input or field picks, by its name."""

    inputs: dict[str, Scalar] = field(default_factory=dict)
    steps: dict[str, Scalar] = field(default_factory=dict)
    fields: dict[str, Scalar] = field(default_factory=dict)
    columns: dict[str, Scalar] = field(default_factory=dict)
    tables: dict[str, str] = field(default_factory=dict)

    @property
    def everything(self) -> dict[str, Scalar]:
        return {**self.columns, **self.fields, **self.steps, **self.inputs}


def local_names(lines: list[str], cursor: YamlCursor, path: str = "") -> LocalNames:
    """The lines of a file, a cursor -> the names of the document that it stands in."""
    typed = lines[cursor.line]
    indented = typed[: len(typed) - len(typed.lstrip())]
    # First as it is; then without what is being typed; at last without its whole line.
    for instead in (typed, typed[: cursor.start] + '""', indented):
        shown = [*lines[cursor.first : cursor.line], instead, *lines[cursor.line + 1 : cursor.last + 1]]
        documents, problems = read_yaml(Source(path, "\n" * cursor.first + "\n".join(shown)))
        if documents and isinstance(documents[0], Mapping) and not problems:
            return _names(documents[0])
    return LocalNames()


def _names(document: Mapping) -> LocalNames:
    found = LocalNames()
    for entry, into in ((document.get("inputs"), found.inputs), (document.get("fields"), found.fields)):
        for item in _items(entry):
            name, table = (item.get("name"), item.get("table")) if isinstance(item, Mapping) else (None, None)
            if isinstance(name, Scalar):
                into[name.text] = name
                if isinstance(table, Scalar):
                    found.tables[name.text] = table.text
    for key in ("steps", "derived"):
        found.steps.update((entry.key.text, entry.key) for entry in _entries(document.get(key)))
    columns = document.get("columns")
    found.columns.update((entry.key.text, entry.key) for entry in _entries(columns) if entry.key.text != "name")
    for item in _items(columns):
        name = item.get("name") if isinstance(item, Mapping) else item
        if isinstance(name, Scalar):
            found.columns[name.text] = name
    return found


def _items(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else ()


def _entries(node: Node | None) -> Iterator[Entry]:
    """`a: 1` below each other, or in a list with one of them behind each dash."""
    for each in (node, *_items(node)):
        if isinstance(each, Mapping):
            yield from each.entries
