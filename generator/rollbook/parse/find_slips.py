"""A chapter -> Markdown that would not come out as its author meant it: what looks like one thing and is another.

None of this is wrong Markdown. It is what other programs read, or what a missing sign turns into plain words, and an
author who is not told of it finds out from readers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import Block, CodeBlock, Footnote, Paragraph
from rollbook.model.document.inlines import FootnoteMark, Line, Text
from rollbook.model.document.walk import every_block, inlines_in, inlines_of, own_lines
from rollbook.model.source import Place

_FENCE = re.compile(r"[\s>]*(`{3,}|~{3,})\s*$")
_LINK = re.compile(r"\[[^][\n]{1,200}\]\(([^()<>\n\"']{1,200})\)")
# The address of a file with a space in it; dice may have spaces, `[words](roll:2d6 + 3)`.
_SPACED_FILE = re.compile(r"(?!\w+:)[^\s#]+(?: [^\s#]+)+\.(?:md|png|jpe?g|webp|svg)(?:#\S*)?", re.IGNORECASE)
# What others read and this dialect does not: how it begins, where, and what to write instead.
_AS_DIVISION = 'write <div class="note">, an empty line, the words, an empty line, </div>'
_FOREIGN = (
    (
        re.compile(r"^(?:!!!|\?\?\?\+?) \w+|^:::+ ?\{?\.?\w+", re.MULTILINE),
        "another program's box syntax",
        _AS_DIVISION,
    ),
    (re.compile(r"\{\{[#>]? ?[\w./]+|\{%-? \w+"), "a macro", "write its words, or <!-- $include _file.md -->"),
    (re.compile(r"!?\[\[[^][\n]+\]\]"), "another program's link syntax", "write [words](file.md)"),
    (re.compile(r"\[\^[^][\s]+\]"), "a footnote without its text", "write [^1]: and the words, on their own line"),
)
# Without any of these a line has nothing of the kind; most lines have none, and are not looked at more closely.
_SUSPECT = re.compile(r"[\[{!?:](?:(?<=[\[{])|(?<=!!!)|(?<=\?\?\?)|(?<=:::))")


def find_slips(blocks: Sequence[Block], lines: list[str]) -> Iterator[Diagnostic]:
    """The blocks of a chapter, its lines -> what its author may have meant otherwise."""
    for block in every_block(blocks):
        if isinstance(block, CodeBlock) and not block.indented:
            yield from _unclosed_fence(block, lines)
        elif isinstance(block, Paragraph):
            yield from _unruled_table(block.line)
    for block in every_block(blocks):
        words = own_lines(block)
        # All cells of a table are looked through at once.
        if words and _SUSPECT.search("\n".join([line.written for line in words])):
            yield from (slip for line in words if _SUSPECT.search(line.written) for slip in _unread(line))
    if any("[^" in line for line in lines):
        yield from _footnotes(blocks)


def _footnotes(blocks: Sequence[Block]) -> Iterator[Diagnostic]:
    marks = {mark.label for mark in inlines_of(FootnoteMark, blocks)}
    seen: dict[str, Footnote] = {}
    for note in every_block(blocks):
        if not isinstance(note, Footnote):
            continue
        if note.label in seen:
            message = f"there are two footnotes [^{note.label}], and this one is not shown"
            yield Diagnostic("lone-footnote", message, note.place, "rename one of them")
        elif note.label not in marks:
            message, hint = (
                "nothing in the text refers to this footnote",
                "write its label after the words it explains",
            )
            yield Diagnostic("lone-footnote", message, note.place, hint)
        seen.setdefault(note.label, note)


def _unclosed_fence(code: CodeBlock, lines: list[str]) -> Iterator[Diagnostic]:
    place = code.spelling.at(0)
    # The place of a fence with something in it is its first line of code.
    opening = place.line - (2 if code.text else 1)
    closing = opening + code.text.count("\n") + 1
    if closing >= len(lines) or not _FENCE.match(lines[closing]):
        column = len(lines[opening]) - len(lines[opening].lstrip()) + 1
        message = "this block of code is never closed, so everything after it is code too"
        hint = "close it with a line of ``` like the one that opened it"
        yield Diagnostic("unclosed-fence", message, Place(place.file, opening + 1, column, 3), hint)


def _unruled_table(line: Line) -> Iterator[Diagnostic]:
    rows = line.written.split("\n")
    if len(rows) > 1 and all(row.strip().startswith("|") and row.count("|") > 1 for row in rows):
        rule = "|" + "---|" * (rows[0].strip().strip("|").count("|") + 1)
        message = "these lines look like a table, but the second of them has no dashes"
        yield Diagnostic("unruled-table", message, line.spelling.at(0, len(rows[0])), f"write {rule} below the header")


def _unread(line: Line) -> Iterator[Diagnostic]:
    words = "\n".join(inline.text for inline in inlines_in(line.inlines) if isinstance(inline, Text))
    for link in _LINK.finditer(line.written):
        if _SPACED_FILE.fullmatch(link[1]) and link[0] in words:
            message = f"this is not a link, because its address {link[1]!r} has a space in it"
            hint = f"write the address between < and >: (<{link[1]}>)"
            yield Diagnostic("spaced-link", message, line.spelling.at(link.start(), len(link[0])), hint)
    for pattern, kind, hint in _FOREIGN:
        found = pattern.search(line.written)
        if found and found[0].strip() in words:
            message = f"{kind} is not part of this dialect and is shown as plain text"
            place = line.spelling.at(found.start(), len(found[0].rstrip()))
            yield Diagnostic("foreign-markdown", message, place, hint)
