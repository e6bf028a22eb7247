"""A text -> the document tree. Beyond this package nobody knows markdown-it's tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Protocol

from markdown_it import MarkdownIt
from markdown_it.common.utils import unescapeAll
from markdown_it.token import Token

from rollbook.markdown.parsers import MAX_NESTING, handbook_parser, read_attributes
from rollbook.model.document import blocks as kinds
from rollbook.model.document.blocks import Block
from rollbook.model.document.inlines import (
    CheckBox,
    CodeSpan,
    Emphasis,
    FootnoteMark,
    Inline,
    Line,
    LineBreak,
    Link,
    Picture,
    RawTag,
    Text,
)
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Place, Spelling, verbatim

# A box at the beginning of an item.
_BOX = re.compile(r"\[([ xX])\] (?=\S)")


class Locator(Protocol):
    """Knows the text that is read, and where it is in its file. Lines are counted from 0."""

    def words(self, content: str, line: int) -> Spelling:
        """The words of a block, which begins in this line -> where each letter stands."""

    def html(self, content: str, line: int) -> Spelling:
        """The same of a block that is taken as it is: raw HTML, code."""


@dataclass(frozen=True, slots=True)
class OnePlace:
    """The Locator of a text that is not told apart further: all of it is here."""

    place: Place

    def words(self, content: str, line: int) -> Spelling:
        return verbatim(self.place)

    html = words


def read_blocks(text: str, where: Locator, language: str = "en") -> tuple[tuple[Block, ...], tuple[int, ...]]:
    """A text -> its blocks, and the lines in which passages begin that are nested too deep."""
    return blocks_of(handbook_parser(language), text, where)


def read_line(text: str, spelling: Spelling, language: str = "en") -> Line:
    """A table cell's or title's Markdown -> its line."""
    return _line(handbook_parser(language).parseInline(text)[0], spelling)


def blocks_of(parser: MarkdownIt, text: str, where: Locator) -> tuple[tuple[Block, ...], tuple[int, ...]]:
    """A parser made here, a text -> its blocks, and the lines in which passages begin that are nested too deep."""
    tokens = parser.parse(text)
    return tuple(_Reader(iter(tokens), where).blocks()), tuple(_too_deep(tokens))


def _too_deep(tokens: list[Token]) -> Iterator[int]:
    inside = False
    for token in tokens:
        # Of a row, also how deep its cells are.
        for level in (token.level, token.level + 2) if token.type == "tr_open" else (token.level,):
            if level >= MAX_NESTING and not inside:
                yield token.map[0] if token.map else 0
            inside = level >= MAX_NESTING


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
                return kinds.Heading(int(token.tag[1]), self._words())
            case "paragraph_open":
                return kinds.Paragraph(self._words(), tight=token.hidden)
            case "bullet_list_open":
                return kinds.ListBlock(None, tuple(self._items()))
            case "ordered_list_open":
                return kinds.ListBlock(int(token.attrs.get("start", 1)), tuple(self._items()))
            case "blockquote_open":
                return kinds.Quote(tuple(self.blocks()))
            case "code_block":
                return self._code(token, "")
            case "fence":
                return self._code(token, "".join(unescapeAll(token.info).split()[:1]))
            case "html_block":
                return kinds.RawBlock(token.content, self.where.html(token.content, _first_line(token)))
            case "hr":
                return kinds.Separator()
            case "table_open":
                return self._table()
            case "dl_open":
                return kinds.DefinitionList(tuple(self._definitions()))
            case "footnote_reference_open":
                label = str(token.meta["label"])
                place = self.where.html(f"[^{label}]:", _first_line(token)).at(0, len(label) + 4)
                return kinds.Footnote(label, tuple(self.blocks()), place)
        raise AssertionError(f"no rule of this parser makes {token.type}")

    def _code(self, token: Token, language: str) -> kinds.CodeBlock:
        """Lines of code; those of a fence begin below it, if there are any."""
        first = _first_line(token) + (token.type == "fence" and token.content != "")
        return kinds.CodeBlock(
            token.content, self.where.html(token.content, first), language, token.type == "code_block"
        )

    def _words(self) -> Line:
        """The words of a heading or paragraph, and its end."""
        line = self._line(next(self.tokens))
        next(self.tokens)
        return line

    def _items(self) -> Iterator[tuple[Block, ...]]:
        for token in self.tokens:
            if token.nesting < 0:
                return
            yield _with_box(tuple(self.blocks()))

    def _definitions(self) -> Iterator[kinds.DefinitionEntry]:
        """Terms, each with the meanings below it."""
        term: Line | None = None
        meanings: list[tuple[Block, ...]] = []
        for token in self.tokens:
            if token.type in ("dt_open", "dl_close") and term is not None:
                yield kinds.DefinitionEntry(term, tuple(meanings))
                meanings = []
            if token.type == "dl_close":
                return
            if token.type == "dt_open":
                term = self._words()
            else:
                meanings.append(tuple(self.blocks()))

    def _table(self) -> kinds.TableBlock:
        head, *body = (tuple(self._cells(token)) for token in iter(self._row, None))
        return kinds.TableBlock(head, tuple(body), head[0].line.place)

    def _row(self) -> Token | None:
        token = next(self.tokens)
        return token if token.type == "tr_open" else None

    def _cells(self, row: Token) -> Iterator[kinds.TableCell]:
        """A row -> its cells; words alone are with it, of any other cell a token follows."""
        first, words_at = _first_line(row), self.where.words
        for plain in row.meta["cells"]:
            if plain is None:
                token = next(self.tokens)
                yield kinds.TableCell(self._line(token), token.info)
            else:
                words, align = plain
                yield kinds.TableCell(Line(words, words_at(words, first), _words_alone(words)), align)

    def _line(self, token: Token) -> Line:
        return _line(token, self.where.words(token.content, _first_line(token)))


@lru_cache(maxsize=4096)
def _words_alone(words: str) -> tuple[Text, ...]:
    """Words of a cell -> its inlines. Cells repeat each other, and in a large shelf these are most of what there is."""
    return (Text(words),) if words else ()


def _first_line(token: Token) -> int:
    assert token.map is not None, "markdown-it maps every block of a text"
    return token.map[0]


def _line(inline: Token, spelling: Spelling) -> Line:
    if not inline.children:
        return Line(inline.content, spelling, (Text(inline.content),) if inline.content else ())
    return Line(inline.content, spelling, tuple(_inlines(iter(inline.children), spelling)))


def _inlines(tokens: Iterator[Token], spelling: Spelling) -> Iterator[Inline]:
    """Inline tokens -> inlines, up to the end of what was opened."""
    for token in tokens:
        if token.nesting < 0:
            return
        yield _inline(token, tokens, spelling)


def _with_box(item: tuple[Block, ...]) -> tuple[Block, ...]:
    """An item of a list -> the same; where its words begin with `[ ]` or `[x]` a box to tick stands for that."""
    first, *rest = item or (None,)
    if not isinstance(first, kinds.Paragraph) or not (found := _BOX.match(first.line.written)):
        return item
    head, *inlines = first.line.inlines
    if not isinstance(head, Text) or not head.text.startswith(found[0]):
        return item
    words = (CheckBox(found[1] != " "), Text(head.text[3:]), *inlines)
    return (replace(first, line=replace(first.line, inlines=words)), *rest)


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
        case "footnote_ref":
            return FootnoteMark(str(token.meta["label"]), spelling.at(token.meta["at"]))
    place = spelling.at(token.meta["at"], token.meta["end"] - token.meta["at"])
    title = str(token.attrs.get("title", ""))
    if token.type == "link_open":
        return Link(str(token.attrs["href"]), title, tuple(_inlines(rest, spelling)), place)
    assert token.type == "image", f"no rule of this parser makes {token.type}"
    inner = tuple(_inlines(iter(token.children or ()), spelling))
    attributes = tuple(read_attributes(token.meta.get("attributes", ""), token.meta.get("attributes_at", 0), spelling))
    return Picture(str(token.attrs["src"]), title, inner, place, attributes=attributes)
