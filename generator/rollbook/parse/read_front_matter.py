"""YAML between two lines of dashes at the top of a chapter -> its title and its position in the book."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from rollbook.markdown import read_line
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import Block, Heading
from rollbook.model.source import Place, Source
from rollbook.model.yaml_tree import Entry, Mapping, Node, Scalar
from rollbook.parse.read_yaml import read_yaml

_FRONT_MATTER = re.compile(r"---[ \t]*\n((?:(?:[\w-]+:|[ \t]|- |#).*\n|\n)+?)---[ \t]*(?:\n|$)")
_NUMBER = re.compile(r"-?[0-9]{1,6}(?:\.[0-9]{1,3})?")
# What others call the same.
_TITLE = ("title",)
_ORDER = ("order", "nav_order", "sidebar_position", "weight")
_HINT = "a chapter may have a title and an order; what is about the whole book stands in book.yml"


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What a chapter says of itself. `order`: its position among chapters that book.yml doesn't list."""

    title: Scalar | None = None
    order: float = math.inf

    def add_title(self, blocks: tuple[Block, ...], language: str) -> tuple[Block, ...]:
        """The blocks of the chapter -> the same below its title, unless it has a first-level heading of its own."""
        if self.title is None or any(isinstance(block, Heading) and block.level == 1 for block in blocks):
            return blocks
        return (Heading(1, read_line(self.title.text, self.title.spelling, language)), *blocks)


def read_front_matter(source: Source) -> tuple[FrontMatter, str, list[Diagnostic]]:
    """A chapter -> what stands at its top, the text without it, and what in it means nothing.

    Its lines stay, empty, so that every other line keeps its number.
    """
    found = _FRONT_MATTER.match(source.text)
    if found is None:
        return FrontMatter(), source.text, []
    text = "\n" * found[0].count("\n") + source.text[found.end() :]
    documents, problems = read_yaml(Source(source.path, f"---\n{found[1]}", source.name))
    if problems:
        first = problems[0]
        message = f"what is set at the top of this chapter cannot be read: {first.message}"
        return FrontMatter(), text, [Diagnostic("front-matter", message, first.place, first.hint)]
    entries = [entry for document in documents if isinstance(document, Mapping) for entry in document.entries]
    matter = _meaning({entry.key.text.lower(): entry for entry in entries})
    return matter, text, _unread(entries, source.path)


def _meaning(entries: dict[str, Entry]) -> FrontMatter:
    titles = [entries[key].value for key in _TITLE if key in entries]
    orders = [entries[key].value for key in _ORDER if key in entries]
    title = next((node for node in titles if isinstance(node, Scalar) and node.text.strip()), None)
    order = next((number for node in orders if (number := _number(node)) is not None), math.inf)
    return FrontMatter(title, order)


def _number(node: Node) -> float | None:
    return float(node.text) if isinstance(node, Scalar) and _NUMBER.fullmatch(node.text.strip()) else None


def _unread(entries: list[Entry], path: str) -> list[Diagnostic]:
    """The entries -> one warning that names those without a meaning, and one for each that is not as it should be."""
    keys = {entry.key.text.lower(): entry for entry in entries}
    foreign = [entry.key.text for key, entry in keys.items() if key not in (*_TITLE, *_ORDER)]
    problems = []
    if foreign:
        message = f"not read at the top of a chapter: {', '.join(foreign)}"
        problems.append(Diagnostic("front-matter", message, Place(path, 1, 1, 3), _HINT))
    for key, entry in keys.items():
        if key in _ORDER and _number(entry.value) is None:
            message = f"{entry.key.text!r} is a number, by which chapters are sorted"
            problems.append(Diagnostic("front-matter", message, entry.value.place, "write 1, 2 and so on"))
        elif key in _TITLE and not isinstance(entry.value, Scalar):
            message = f"{entry.key.text!r} is one text"
            problems.append(Diagnostic("front-matter", message, entry.value.place, "write one text after the colon"))
    return problems
