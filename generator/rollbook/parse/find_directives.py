"""Comments in raw HTML -> directives.

`<!-- $name words -->` is a directive; every other comment is the author's own and stays in the raw HTML,
where the sanitiser drops it. A `$calc` may also end a paragraph, whose rule it then rolls.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import Block, Directive, Paragraph, RawBlock, Word
from rollbook.model.document.inlines import Inline, Line, LineBreak, RawTag, Text
from rollbook.model.document.walk import inlines_in
from rollbook.model.source import Place, Source, Spelling
from rollbook.parse.read_yaml import read_yaml

_WITH_DATA = ("object", "tracker")

# What is on the directive's own line: words, or already the YAML.
_FIRST_LINE = re.compile(r"<!--\s*\$[\w-]+([^\n]*)")


def directives_in_block(block: RawBlock) -> tuple[tuple[Block, ...], list[Diagnostic]]:
    """A block of raw HTML -> raw HTML and directives in their order, and problems."""
    origin = block.spelling
    pieces: list[Block] = []
    problems: list[Diagnostic] = []
    done = 0
    for offset, comment in _comments(block.html):
        end = offset + len(comment)
        if not comment.endswith("-->"):
            problems.append(_unclosed(origin.at(offset, 4)))
            continue
        directive = _directive(comment, origin, offset)
        if directive is None:
            continue
        unread: tuple[Diagnostic, ...] = ()
        if directive.name in _WITH_DATA:
            start = origin.at(offset)
            margin = start.column - 1 - (offset - block.html.rfind("\n", 0, offset) - 1)
            directive, unread = _read_object(directive, comment, start, margin)
            problems += unread
        pieces += _raw(block, done, offset)
        # YAML that can't be read has been reported where it is wrong.
        pieces += [directive] if directive.data or not unread else []
        rest = block.html[end:].split("\n", 1)[0]
        if rest.strip() and not rest.lstrip().startswith("<"):
            problems.append(_text_after(directive, origin.at(end + len(rest) - len(rest.lstrip()))))
        done = end
    pieces += _raw(block, done, len(block.html))
    return tuple(pieces), problems


def directive_at_end(paragraph: Paragraph) -> tuple[Block, ...]:
    """A paragraph -> the same; if a `$calc` ends it, without that, and that after it."""
    line = paragraph.line
    *words, last = line.inlines or (None,)
    if not words or not isinstance(last, RawTag) or not last.html.startswith("<!--"):
        return (paragraph,)
    directive = _directive(last.html, last.spelling, 0)
    if directive is None or directive.name != "calc":
        return (paragraph,)
    written = line.written[: line.written.rindex("<!--")].rstrip()
    bare = replace(paragraph, line=Line(written, line.spelling, _without_space(words)))
    return bare, replace(directive, ends_paragraph=True)


def _without_space(inlines: list[Inline]) -> tuple[Inline, ...]:
    *rest, last = inlines
    if isinstance(last, LineBreak):
        return tuple(rest)
    return (*rest, replace(last, text=last.text.rstrip()) if isinstance(last, Text) else last)


def directives_in_line(line: Line) -> Iterator[Diagnostic]:
    """A line of words -> a problem for each directive that is in the middle of it."""
    for tag in inlines_in(line.inlines) if "<!--" in line.written else ():
        if isinstance(tag, RawTag) and tag.html.startswith("<!--"):
            directive = _directive(tag.html, tag.spelling, 0)
            if directive is not None:
                yield Diagnostic(
                    "misplaced-directive",
                    f"${directive.name} is inside a line of text",
                    tag.spelling.at(0, len(tag.html)),
                    "put it on its own line, with an empty line before and after",
                )


def _comments(html: str) -> Iterator[tuple[int, str]]:
    """Raw HTML -> each comment with its offset. `<!-->` is one too, so the end is looked for two letters on."""
    offset = html.find("<!--")
    while offset >= 0:
        end = html.find("-->", offset + 2)
        comment = html[offset:] if end < 0 else html[offset : end + 3]
        following = comment.find("<!--", 4)
        if following > 0 and comment[4:].lstrip().startswith("$"):
            # A directive without its end swallows everything up to the end of the next comment.
            comment = comment[:following]
        yield offset, comment
        offset = html.find("<!--", offset + len(comment))


def _directive(comment: str, origin: Spelling, offset: int) -> Directive | None:
    """A comment's text -> its Directive, or None where it is just a comment."""
    inner = comment.removeprefix("<!--").removesuffix("-->")
    words = inner.split()
    if not words or not words[0].startswith("$"):
        return None
    placed = []
    at = 0
    for word in words:
        at = comment.index(word, at)
        placed.append(Word(word, origin.at(offset + at, len(word))))
        at += len(word)
    return Directive(words[0][1:], " ".join(words[1:]), tuple(placed[1:]), placed[0].place)


def _raw(block: RawBlock, start: int, end: int) -> Iterator[RawBlock]:
    html = block.html[start:end]
    if html.strip():
        yield RawBlock(html, block.spelling.part(start, end))


def _text_after(directive: Directive, place: Place) -> Diagnostic:
    return Diagnostic(
        "text-after-directive",
        f"the words after ${directive.name} on the same line are treated as raw HTML, not as Markdown",
        place,
        "put them on their own line, after an empty line",
    )


def _unclosed(place: Place) -> Diagnostic:
    return Diagnostic(
        "unclosed-comment",
        "this comment is never closed, so the text after it would vanish",
        place,
        "end it with -->",
    )


def _read_object(
    directive: Directive, comment: str, start: Place, margin: int
) -> tuple[Directive, tuple[Diagnostic, ...]]:
    """A directive, its comment, where that begins and how far its lines are indented -> it with its data, problems."""
    first = _FIRST_LINE.match(comment)
    assert first is not None, "a directive starts with its name"
    begins = first.start(1) if ":" in first[1] or "{" in first[1] else first.end(1)
    # Blank where the file has something else, so that every line and column is the file's own.
    above = re.sub(r"[^\n]", " ", comment[:begins])
    written = " " * (start.column - 1) + above + comment[begins:].removesuffix("-->")
    text = written.replace("\n", "\n" + " " * margin)
    documents, problems = read_yaml(Source(start.file, text), start.line - 1)
    line = start.line + comment[:begins].count("\n")
    words = tuple(word for word in directive.words if begins == first.end(1) and word.place.line == line)
    return replace(directive, words=words, text=" ".join(word.text for word in words), data=documents), problems
