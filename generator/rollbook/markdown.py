"""The handbook dialect of Markdown: text -> the document tree. Only this module knows markdown-it's tokens.

CommonMark with pipe tables, raw HTML, a line break where the author breaks the line, and smart punctuation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from markdown_it import MarkdownIt
from markdown_it.common.utils import unescapeAll
from markdown_it.parser_inline import RuleFuncInlineType
from markdown_it.rules_block.table import escapedSplit
from markdown_it.rules_core import StateCore
from markdown_it.rules_core.replacements import replace_rare
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from rollbook.model.document.blocks import (
    Block,
    CodeBlock,
    Heading,
    ListBlock,
    Paragraph,
    Quote,
    RawBlock,
    Separator,
    TableBlock,
    TableCell,
)
from rollbook.model.document.inlines import CodeSpan, Emphasis, Inline, Line, LineBreak, Link, Picture, RawTag, Text
from rollbook.model.source import Place
from rollbook.model.spelling import Spelling, verbatim

# Deeper than anyone writes by intent, and well before WeasyPrint's recursion ends (about 130 boxes).
MAX_NESTING = 40

# markdown-it silently drops blocks nested deeper than its own limit. It lies above ours, so that whatever
# it would drop stands inside a token that we can see and report.
_PARSER_NESTING = 2 * MAX_NESTING

# Quotation marks by language: outer pair, inner pair. Any other language gets the English ones.
_FRENCH_SPACE = re.compile(r"(?<=\S)[ \u00a0](?=[:;!?»](?:\s|$))|(?<=«)[ \u00a0]")
_QUOTES = {
    "de": "„“‚‘",
    "es": "«»“”",
    "fr": ["«\u202f", "\u202f»", "‹\u202f", "\u202f›"],
    "it": "«»“”",
    "pl": "„”«»",
    "pt": "«»“”",
    "ru": "«»„“",
    "sv": "””’’",
}


class Locator(Protocol):
    """Knows the text that is read, and where it stands in its file. Lines are counted from 0."""

    def words(self, content: str, line: int) -> Spelling:
        """The words of a block, which begins in this line -> where each letter stands."""

    def html(self, content: str, line: int) -> Spelling:
        """The same of a block that is taken as it stands: raw HTML, code."""


@dataclass(frozen=True, slots=True)
class OnePlace:
    """The Locator of a text that is not told apart further: all of it stands here."""

    place: Place

    def words(self, content: str, line: int) -> Spelling:
        return verbatim(self.place)

    html = words


def read_blocks(text: str, where: Locator, language: str = "en") -> tuple[tuple[Block, ...], tuple[int, ...]]:
    """A text -> its blocks, and the lines in which passages begin that are nested too deep."""
    return blocks_of(_handbook_parser(language), text, where)


def read_line(text: str, spelling: Spelling, language: str = "en") -> Line:
    """A table cell's or title's Markdown -> its line."""
    return _line(_handbook_parser(language).parseInline(text)[0], spelling)


def cells_in(line: str) -> list[str]:
    """A line of a pipe table -> its cells, those too that its header has no column for."""
    cells = escapedSplit(line.strip().lstrip("> "))
    if cells and cells[0] == "":
        cells.pop(0)
    if cells and cells[-1] == "":
        cells.pop()
    return cells


def blocks_of(parser: MarkdownIt, text: str, where: Locator) -> tuple[tuple[Block, ...], tuple[int, ...]]:
    """A parser made here, a text -> its blocks, and the lines in which passages begin that are nested too deep."""
    tokens = parser.parse(text)
    return tuple(_Reader(iter(tokens), where).blocks()), tuple(_too_deep(tokens))


@cache
def _handbook_parser(language: str) -> MarkdownIt:
    """A book's language -> the parser of its chapters and cells."""
    quotes = _QUOTES.get(language.split("-")[0].lower(), "“”‘’")
    parser = commonmark_parser()
    parser.options.update({"breaks": True, "typographer": True, "quotes": quotes})
    parser.core.ruler.at("replacements", _replace_dashes_and_dots)
    if language.split("-")[0].lower() == "fr":
        parser.core.ruler.after("smartquotes", "narrow_spaces", _narrow_spaces)
    return parser.enable(["replacements", "smartquotes"])


def _replace_dashes_and_dots(state: StateCore) -> None:
    """`--`, `...` and `+-` become signs; `(c)` and `(r)` stay: in a rulebook they are list letters."""
    for token in state.tokens:
        if token.type == "inline" and token.children:
            replace_rare(token.children)


def _narrow_spaces(state: StateCore) -> None:
    """The space that French puts before `: ; ! ? »` and after `«` becomes narrow, and no line breaks there."""
    for token in state.tokens:
        for child in token.children or ():
            if child.type == "text":
                # One character for another: places in the text stay where they are.
                child.content = _FRENCH_SPACE.sub("\u202f", child.content)


def commonmark_parser() -> MarkdownIt:
    """The same parser with line breaks and punctuation as CommonMark has them."""
    parser = MarkdownIt("js-default", {"html": True, "typographer": False, "maxNesting": _PARSER_NESTING})
    for rule in parser.inline.ruler.__rules__:
        rule.fn = _remembering(rule.fn)
    parser.inline.ruler.__cache__ = None
    return parser


def _remembering(rule: RuleFuncInlineType) -> RuleFuncInlineType:
    """An inline rule -> the same rule, noting in each token it makes where in the content it began."""

    def remember(state: StateInline, silent: bool) -> bool:
        start, known = state.pos, len(state.tokens)
        if not rule(state, silent):
            return False
        for token in state.tokens[known:]:
            # Tokens inside a link were noted by the rules that made them. Pending text began before.
            if token.type != "text" and "at" not in token.meta:
                token.meta.update(at=start, end=state.pos)
        return True

    return remember


def _too_deep(tokens: list[Token]) -> Iterator[int]:
    inside = False
    for token in tokens:
        if token.level >= MAX_NESTING and not inside:
            yield token.map[0] if token.map else 0
        inside = token.level >= MAX_NESTING


@dataclass(slots=True)
class _Reader:
    """Block tokens on their way into the tree."""

    tokens: Iterator[Token]
    where: Locator

    def blocks(self) -> Iterator[Block]:
        """What is left, or up to the end of what was opened."""
        for token in self.tokens:
            if token.nesting < 0:
                return
            yield self._block(token)

    def _block(self, token: Token) -> Block:
        match token.type:
            case "heading_open":
                return Heading(int(token.tag[1]), self._words())
            case "paragraph_open":
                return Paragraph(self._words(), tight=token.hidden)
            case "bullet_list_open":
                return ListBlock(None, tuple(self._items()))
            case "ordered_list_open":
                return ListBlock(int(token.attrs.get("start", 1)), tuple(self._items()))
            case "blockquote_open":
                return Quote(tuple(self.blocks()))
            case "code_block":
                return self._code(token, "")
            case "fence":
                return self._code(token, "".join(unescapeAll(token.info).split()[:1]))
            case "html_block":
                return RawBlock(token.content, self.where.html(token.content, _first_line(token)))
            case "hr":
                return Separator()
            case "table_open":
                return self._table()
        raise AssertionError(f"no rule of this parser makes {token.type}")

    def _code(self, token: Token, language: str) -> CodeBlock:
        """Lines of code; those of a fence begin below it, if there are any."""
        first = _first_line(token) + (token.type == "fence" and token.content != "")
        return CodeBlock(token.content, self.where.html(token.content, first), language, token.type == "code_block")

    def _words(self) -> Line:
        """The words of a heading or paragraph, and its end."""
        line = self._line(next(self.tokens))
        next(self.tokens)
        return line

    def _items(self) -> Iterator[tuple[Block, ...]]:
        for token in self.tokens:
            if token.nesting < 0:
                return
            yield tuple(self.blocks())

    def _table(self) -> TableBlock:
        rows: list[list[TableCell]] = []
        align = ""
        for token in self.tokens:
            if token.type == "table_close":
                break
            if token.type == "tr_open":
                rows.append([])
            elif token.type in ("th_open", "td_open"):
                align = str(token.attrs.get("style", "")).removeprefix("text-align:")
            elif token.type == "inline":
                rows[-1].append(TableCell(self._line(token), align))
        head, *body = (tuple(row) for row in rows)
        return TableBlock(head, tuple(body), head[0].line.place)

    def _line(self, token: Token) -> Line:
        return _line(token, self.where.words(token.content, _first_line(token)))


def _first_line(token: Token) -> int:
    assert token.map is not None, "markdown-it maps every block of a text"
    return token.map[0]


def _line(inline: Token, spelling: Spelling) -> Line:
    return Line(inline.content, spelling, tuple(_inlines(iter(inline.children or ()), spelling)))


def _inlines(tokens: Iterator[Token], spelling: Spelling) -> Iterator[Inline]:
    """Inline tokens -> inlines, up to the end of what was opened."""
    for token in tokens:
        if token.nesting < 0:
            return
        yield _inline(token, tokens, spelling)


def _inline(token: Token, rest: Iterator[Token], spelling: Spelling) -> Inline:
    match token.type:
        case "text" | "text_special":
            return Text(token.content)
        case "softbreak" | "hardbreak":
            return LineBreak(forced=token.type == "hardbreak")
        case "code_inline":
            return CodeSpan(token.content)
        case "em_open" | "strong_open" | "s_open":
            return Emphasis(token.tag, tuple(_inlines(rest, spelling)))
        case "html_inline":
            start = token.meta["at"]
            return RawTag(token.content, spelling.part(start, start + len(token.content)))
    place = spelling.at(token.meta["at"], token.meta["end"] - token.meta["at"])
    title = str(token.attrs.get("title", ""))
    if token.type == "link_open":
        return Link(str(token.attrs["href"]), title, tuple(_inlines(rest, spelling)), place)
    assert token.type == "image", f"no rule of this parser makes {token.type}"
    inner = tuple(_inlines(iter(token.children or ()), spelling))
    return Picture(str(token.attrs["src"]), title, inner, place)
