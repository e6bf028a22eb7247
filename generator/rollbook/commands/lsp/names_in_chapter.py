"""A chapter -> the names in it: what its directives ask for and where its links lead."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from urllib.parse import unquote

from rollbook.cache import reused
from rollbook.commands.lsp.names import Kind, Written
from rollbook.model.chapter import Chapter
from rollbook.model.document.blocks import Directive, Word
from rollbook.model.document.inlines import Link, Picture
from rollbook.model.document.walk import every_block, every_inline
from rollbook.model.source import Place, Source

# What the first word of a directive names.
FIRST_WORD: Mapping[str, Kind] = {
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
    references = {_address(match): at for at, match in _references(source.path, lines)}
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
    """An address, the place of its link -> where it is written in it; None if it stands elsewhere."""
    line = lines[link.line - 1] if link.line <= len(lines) else ""
    at = line.rfind(address, link.column - 1, link.column - 1 + link.length)
    return Place(link.file, link.line, at + 1, len(address)) if at >= 0 and address else None


def _references(path: str, lines: list[str]) -> Iterator[tuple[Place, re.Match[str]]]:
    for number, line in enumerate(lines, 1):
        if match := _REFERENCE.match(line):
            yield Place(path, number, match.start("address") + 1, len(match["address"])), match


def _address(match: re.Match[str]) -> str:
    return unquote(match["address"])
