"""Comments in markdown-it's HTML tokens -> directives.

`<!-- $name words -->` is a directive; every other comment is the author's own and stays in the raw HTML,
where the sanitiser drops it.
"""

from __future__ import annotations

from collections.abc import Iterator

from markdown_it.token import Token

from generator.chapter import Directive, Word
from generator.diagnostic import Diagnostic
from generator.source import Place
from generator.spelling import Spelling, line_by_line


def directives_in_block(block: Token, start: Place) -> tuple[list[Token], list[Diagnostic]]:
    """An html_block token -> raw HTML and directive tokens in their order, and problems."""
    origin = _block_origin(block, start)
    pieces: list[Token] = []
    problems: list[Diagnostic] = []
    done = 0
    for offset, comment in _comments(block.content):
        end = offset + len(comment)
        if not comment.endswith("-->"):
            problems.append(_unclosed(origin.at(offset, 4)))
        directive = _directive(comment, origin, offset)
        if directive is None:
            continue
        pieces += _raw(block, origin, done, offset)
        pieces.append(_directive_token(block, directive))
        rest = block.content[end:].split("\n", 1)[0]
        if rest.strip() and not rest.lstrip().startswith("<"):
            problems.append(_text_after(directive, rest, origin.at(end + len(rest) - len(rest.lstrip()))))
        done = end
    pieces += _raw(block, origin, done, len(block.content))
    return pieces, problems


def directives_in_line(inline: Token) -> Iterator[Diagnostic]:
    """An inline token -> a problem for each directive that stands in the middle of a line of text."""
    origin: Spelling = inline.meta["origin"]
    for child in inline.children or ():
        if child.type == "html_inline" and child.content.startswith("<!--"):
            offset = child.meta["at"]
            directive = _directive(child.content, origin, offset)
            if directive is not None:
                yield Diagnostic(
                    "misplaced-directive",
                    f"${directive.name} stands inside a line of text",
                    origin.at(offset, len(child.content)),
                    "give it a line of its own, with an empty line before and after",
                )


def _comments(html: str) -> Iterator[tuple[int, str]]:
    """Raw HTML -> each comment with its offset. `<!-->` is one too, so the end is looked for two letters on."""
    offset = html.find("<!--")
    while offset >= 0:
        end = html.find("-->", offset + 2)
        comment = html[offset:] if end < 0 else html[offset : end + 3]
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


def _block_origin(block: Token, start: Place) -> Spelling:
    """Lines of an HTML block begin where its first line does: inside a quotation or list all are indented alike."""
    lines = range(block.content.count("\n") + 1)
    return line_by_line(block.content, [Place(start.file, start.line + n, start.column) for n in lines])


def _raw(block: Token, origin: Spelling, start: int, end: int) -> Iterator[Token]:
    html = block.content[start:end]
    if html.strip():
        token = Token("html_block", "", 0, content=html, map=block.map, level=block.level, block=True)
        token.meta["origin"] = origin.part(start, end)
        yield token


def _directive_token(block: Token, directive: Directive) -> Token:
    token = Token("directive", "", 0, map=block.map, level=block.level, block=True)
    token.meta["directive"] = directive
    return token


def _text_after(directive: Directive, rest: str, place: Place) -> Diagnostic:
    return Diagnostic(
        "text-after-directive",
        f"the words after ${directive.name} on its line are taken as raw HTML, not as Markdown",
        place,
        "put them on a line of their own, after an empty line",
    )


def _unclosed(place: Place) -> Diagnostic:
    return Diagnostic(
        "unclosed-comment",
        "this comment is never closed, so the text after it would vanish",
        place,
        "end it with -->",
    )
