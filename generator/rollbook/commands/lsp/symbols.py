"""A file -> its outline: headings and rules, or documents and their parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from rollbook.commands.lsp.names import NAMED_BY
from rollbook.commands.lsp.survey import Known
from rollbook.model.chapter import Chapter
from rollbook.model.document.blocks import Directive, Heading
from rollbook.model.document.walk import every_block
from rollbook.model.source import Place, Source
from rollbook.model.yaml_tree import Entry, Mapping, Node, Scalar, Sequence
from rollbook.parse.read_yaml import read_yaml

Shape = Literal["heading", "rule", "directive", "document", "entry"]
_SHOWN = ("calc", "data", "example", "glossary", "index", "list", "sheet", "stat-block")


@dataclass(slots=True)
class Symbol:
    """One entry of the outline, where its name is, and what is below it."""

    name: str
    detail: str
    shape: Shape
    place: Place
    inner: list[Symbol] = field(default_factory=list)


def symbols(known: Known, path: str) -> list[Symbol]:
    """A file of the shelf -> its symbols."""
    if chapter := known.chapters.get(path):
        return _of_chapter(chapter)
    source = known.texts.get(path)
    return _of_yaml(source) if source and path.endswith((".yml", ".yaml")) else []


def _of_chapter(chapter: Chapter) -> list[Symbol]:
    top: list[Symbol] = []
    above: list[tuple[int, Symbol]] = []
    for block in every_block(chapter.blocks):
        if isinstance(block, Heading):
            while above and above[-1][0] >= block.level:
                above.pop()
            place = block.line.spelling.at(0, len(block.line.written))
            symbol = Symbol(block.line.plain or "…", "", "heading", place)
            (above[-1][1].inner if above else top).append(symbol)
            above.append((block.level, symbol))
        elif isinstance(block, Directive) and block.words and block.name in ("rule", *_SHOWN):
            shape: Shape = "rule" if block.name == "rule" else "directive"
            symbol = Symbol(block.words[0].text, f"${block.name}", shape, block.words[0].place)
            (above[-1][1].inner if above else top).append(symbol)
    return top


def _of_yaml(source: Source) -> list[Symbol]:
    documents, _ = read_yaml(source)
    return [symbol for document in documents for symbol in _of_document(document)]


def _of_document(document: Node) -> Iterator[Symbol]:
    if not isinstance(document, Mapping) or not document.entries:
        return
    entry = next((entry for key in NAMED_BY if (entry := document.entry(key))), document.entries[0])
    key, value = entry.key, entry.value
    inner = [Symbol(each.key.text, "", "entry", each.key.place, _parts(each)) for each in document.entries]
    if isinstance(value, Scalar) and value.text.strip():
        yield Symbol(value.text.strip(), key.text, "document", value.place, inner)
    else:
        yield Symbol(key.text, "", "document", key.place, inner)


def _parts(entry: Entry) -> list[Symbol]:
    """The named entries of `inputs`, `steps`, `rules` and the like."""
    found = []
    items = entry.value.items if isinstance(entry.value, Sequence) else (entry.value,)
    for item in items:
        if not isinstance(item, Mapping) or not item.entries:
            continue
        name = item.get("name") or item.get("title")
        if isinstance(name, Scalar) and not name.absent:
            found.append(Symbol(name.text, "", "entry", name.place))
        elif item is entry.value or len(item.entries) == 1:
            found += [Symbol(each.key.text, "", "entry", each.key.place) for each in item.entries]
    return found
