"""A chapter's tree -> HTML as CommonMark has it; what a book shows otherwise is written by its editions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from rollbook.model.document import blocks as kinds
from rollbook.model.document.blocks import Block
from rollbook.model.document.inlines import (
    CheckBox,
    CodeSpan,
    Emphasis,
    FootnoteMark,
    Inline,
    LineBreak,
    Link,
    Picture,
    RawTag,
    Roll,
    TermMark,
    Text,
)
from rollbook.render.picture_markup import alternative


class HtmlWriter:
    """Writes blocks and inlines. An edition overrides what it writes in its own way."""

    # A line break in the file is one on the page, too.
    breaks = False

    def blocks(self, blocks: Iterable[Block]) -> str:
        """Blocks -> their HTML."""
        row = tuple(blocks)
        written: list[str] = []
        for before, block, after in zip((None, *row), row, (*row[1:], None), strict=False):
            # Words of a tight list stand bare: what follows them begins a new line.
            written += ["\n"] if isinstance(before, kinds.Paragraph) and before.tight else []
            written.append(self.block_between(before, block, after))
        return "".join(written)

    def block_between(self, before: Block | None, block: Block, after: Block | None) -> str:
        """A block and its neighbours -> its HTML."""
        return self.block(block)

    def block(self, block: Block) -> str:
        """A block -> its HTML."""
        match block:
            case kinds.Heading():
                return self.heading(block)
            case kinds.Paragraph():
                words = self.words(block)
                return words if block.tight else f"<p>{words}</p>\n"
            case kinds.Figure():
                return self.figure(block)
            case kinds.ListBlock():
                return self._list(block)
            case kinds.DefinitionList():
                return f"<dl>\n{''.join(map(self._definition, block.definitions))}</dl>\n"
            case kinds.Footnote():
                return self.footnote(block)
            case kinds.Quote():
                return f"<blockquote>\n{self.blocks(block.blocks)}</blockquote>\n"
            case kinds.CodeBlock():
                kind = f' class="language-{escaped(block.language)}"' if block.language else ""
                return f"<pre><code{kind}>{escaped(block.text)}</code></pre>\n"
            case kinds.Separator():
                return "<hr />\n"
            case kinds.RawBlock():
                return self.raw_block(block)
            case kinds.TableBlock():
                return self.table(block)
            case kinds.Formula():
                return f'<p class="formula">{self.inlines(block.inlines)}</p>\n'
            case kinds.Division():
                return f'<div class="{escaped(block.classes)}">\n{self.blocks(block.blocks)}</div>\n'
            case kinds.PageBreak():
                return '<div class="page-break"></div>\n'
            case kinds.RuleMark():
                return self.rule(block)
            case kinds.GlossaryBlock():
                return self.glossary(block)
            case kinds.NewsEntry():
                return self._news(block)
            case kinds.ReadingBlock():
                return self.reading(block)
            case (
                kinds.CalculatorBlock()
                | kinds.ExampleBlock()
                | kinds.SheetBlock()
                | kinds.IndexBlock()
                | kinds.BoardBlock()
                | kinds.TrackerBlock()
            ):
                return self.widget(block)
            case kinds.CoverageBlock() | kinds.ComparisonBlock():
                return self.widget(block)
            case kinds.StatBlock():
                return self.stat_block(block)
            case kinds.IndexMark():
                return self.index_mark(block)
            case kinds.BookTitle() | kinds.Directive():
                return ""  # Assemble and expand have made use of them.
        assert_never(block)

    def words(self, paragraph: kinds.Paragraph) -> str:
        return self.inlines(paragraph.line.inlines)

    def inlines(self, inlines: Iterable[Inline]) -> str:
        """Inlines -> their HTML."""
        return "".join(map(self.inline, inlines))

    def inline(self, inline: Inline) -> str:
        """An inline -> its HTML."""
        match inline:
            case Text():
                return escaped(inline.text)
            case LineBreak():
                return "<br />\n" if inline.forced or self.breaks else "\n"
            case CodeSpan():
                return f"<code>{escaped(inline.text)}</code>"
            case Emphasis():
                return f"<{inline.tag}>{self.inlines(inline.inlines)}</{inline.tag}>"
            case Link():
                return self.link(inline)
            case Picture():
                return self.picture(inline)
            case RawTag():
                return self.raw_tag(inline)
            case CheckBox():
                return self.check_box(inline)
            case FootnoteMark():
                return self.footnote_mark(inline)
            case Roll():
                return self.roll(inline)
            case TermMark():
                return self.term(inline)
        assert_never(inline)

    def heading(self, heading: kinds.Heading) -> str:
        return f"<h{heading.level}>{self.inlines(heading.line.inlines)}</h{heading.level}>\n"

    def figure(self, figure: kinds.Figure) -> str:
        return f"<p>{self.inlines(figure.picture.inlines)}</p>\n"

    def _list(self, block: kinds.ListBlock) -> str:
        tag = "ul" if block.start is None else "ol"
        start = f' start="{block.start}"' if block.start not in (None, 1) else ""
        return f"<{tag}{start}>\n{''.join(map(self._item, block.items))}</{tag}>\n"

    def _item(self, blocks: tuple[Block, ...]) -> str:
        bare = not blocks or (isinstance(blocks[0], kinds.Paragraph) and blocks[0].tight)
        return f"<li>{'' if bare else chr(10)}{self.blocks(blocks)}</li>\n"

    def _definition(self, entry: kinds.DefinitionEntry) -> str:
        meanings = "".join(f"<dd>{self.blocks(meaning)}</dd>\n" for meaning in entry.meanings)
        return f"<dt>{self.inlines(entry.term.inlines)}</dt>\n{meanings}"

    def footnote(self, note: kinds.Footnote) -> str:
        return f"<div>{note.number} {self.blocks(note.blocks)}</div>\n"

    def footnote_mark(self, mark: FootnoteMark) -> str:
        return f"<sup>{mark.number}</sup>"

    def check_box(self, box: CheckBox) -> str:
        return "[x]" if box.ticked else "[ ]"

    def raw_block(self, raw: kinds.RawBlock) -> str:
        return raw.html

    def raw_tag(self, raw: RawTag) -> str:
        return raw.html

    def table(self, table: kinds.TableBlock) -> str:
        head = "".join(f"<th>{self.inlines(cell.line.inlines)}</th>\n" for cell in table.head)
        rows = ("".join(f"<td>{self.inlines(cell.line.inlines)}</td>\n" for cell in row) for row in table.rows)
        body = "".join(f"<tr>\n{row}</tr>\n" for row in rows)
        return f"<table>\n<thead>\n<tr>\n{head}</tr>\n</thead>\n<tbody>\n{body}</tbody>\n</table>\n"

    def link(self, link: Link) -> str:
        title = f' title="{escaped(link.title)}"' if link.title else ""
        return f'<a href="{escaped(link.address)}"{title}>{self.inlines(link.inlines)}</a>'

    def picture(self, picture: Picture) -> str:
        title = f' title="{escaped(picture.title)}"' if picture.title else ""
        return f'<img src="{escaped(picture.address)}" alt="{escaped(alternative(picture))}"{title} />'

    def roll(self, roll: Roll) -> str:
        words = f'<span data-roll="{escaped(roll.expression)}">{escaped(roll.text)}</span>'
        return f"<code>{words}</code>" if roll.as_code else words

    def term(self, term: TermMark) -> str:
        return escaped(term.text)

    def rule(self, rule: kinds.RuleMark) -> str:
        return ""

    def index_mark(self, mark: kinds.IndexMark) -> str:
        return ""

    def glossary(self, glossary: kinds.GlossaryBlock) -> str:
        return ""

    def reading(self, reading: kinds.ReadingBlock) -> str:
        return ""

    def stat_block(self, block: kinds.StatBlock) -> str:
        return ""

    def widget(self, widget: kinds.Widget) -> str:
        return ""

    def _news(self, entry: kinds.NewsEntry) -> str:
        dated = f'<p class="dated">{self.inlines(entry.dated.line.inlines)}</p>\n'
        return f'<div class="change">\n{self.heading(entry.heading)}{dated}{self.blocks(entry.blocks)}</div>\n'


def escaped(text: str) -> str:
    """A text -> as it may stand in HTML and in an attribute. An apostrophe stays one, as CommonMark has it."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
