"""A tree -> sanitised HTML: the one way from a book's text to a page of the site or of the printed book.

The shapes that styles, scripts and other programs rely on:
  a table      see write_table.py
  a page break <div class="page-break"></div>
  a formula    <p class="formula">…</p>
  a rule's id  <p class="rule-id" id="rule-combat.attack"><a href="#rule-combat.attack">combat.attack</a></p>;
               on the site links to what carries it out stand before it, where that is in another section
  a roll at the end of a paragraph, on the site   <div class="carries"><p>…</p><section …>…</section></div>
  a small table beside the words that lead to it, on the site
               <div class="beside"><div class="told"><p>…</p></div><figure>…the table and its tools…</figure></div>
  a paragraph in short, on the site   <p>what stays <span class="in-full">what is left out then</span></p>; of a chapter
               with rules only the paragraphs that state one
  a footnote   <sup class="footnote-mark" id="footnote-mark-1"><a href="#footnote-1">1</a></sup>, and below the page
               <div class="footnote" id="footnote-1"><a class="footnote-number" href="#footnote-mark-1">1</a>…</div>
  a picture    <figure class="picture picture-right"><picture><source …><img class="width-40" …></picture>
               <figcaption>…<small class="credit">…</small></figcaption></figure>; among words the picture alone
  a box        <span class="check-box ticked" role="img" aria-label="done"></span>
  an index entry, on paper alone   <div class="index-entry" id="index-entry"></div>
  a glossary   <dl class="glossary"><dt id="term-bulk">…</dt><dd>…</dd>…</dl>
  a term       <a class="term" href="glossary.html#term-bulk">…the author's text…</a>; on paper the text alone
  a roll       <span data-roll="2d6 + 3">…the author's text…</span>; on the site a button, with its range beside it
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from html import escape

from rollbook.model.allowed_markup import own_id
from rollbook.model.document import blocks as kinds
from rollbook.model.document.blocks import Block
from rollbook.model.document.in_short import in_short
from rollbook.model.document.inlines import (
    CheckBox,
    FootnoteMark,
    Inline,
    Link,
    Picture,
    RawTag,
    Roll,
    TermMark,
)
from rollbook.model.document.walk import every_block
from rollbook.render.beside_text import Beside, beside_text
from rollbook.render.medium import Live, Medium, StatTexts, Widgets
from rollbook.render.picture_markup import figure_class, picture_markup, pictures_in, share_of
from rollbook.render.roll_notes import short_json
from rollbook.render.sanitised import sanitised
from rollbook.render.unbroken_marks import write_unbroken
from rollbook.render.write_html import escaped
from rollbook.render.write_table import TableWriter


def render_fragment(
    blocks: Iterable[Block],
    medium: Medium,
    live: Live | None = None,
    widgets: Widgets | None = None,
    title: str = "",
) -> str:
    """A run of blocks, the title above them -> HTML that is safe to place in a page; on paper nothing is live."""
    blocks = tuple(blocks)
    has_rules = any(isinstance(block, kinds.RuleMark) for block in every_block(blocks))
    return sanitised(_PageWriter(medium, live, widgets, has_rules, title).whole(blocks))


class _PageWriter(TableWriter):
    """HTML with Rollbook's own shapes and the medium's addresses."""

    def __init__(self, medium: Medium, live: Live | None, widgets: Widgets | None, has_rules: bool, title: str) -> None:
        super().__init__(medium, live, widgets)
        self._below = title
        self._has_picture = False
        self._has_rules = has_rules
        self._folds = False  # the paragraph that is being written, where the chapter is read in short

    def whole(self, blocks: tuple[Block, ...]) -> str:
        """All blocks of a page -> their HTML; on the site a small table may be beside what leads to it."""
        runs = beside_text(blocks) if self._live else [blocks]
        return "".join(self._beside(run) if isinstance(run, Beside) else self.blocks(run) for run in runs)

    def _beside(self, run: Beside) -> str:
        told = f'<div class="told">\n{self.blocks(run.told)}</div>\n'
        return f'<div class="beside">\n{told}<figure>\n{self.block(run.table)}</figure>\n</div>\n'

    def block_between(self, before: Block | None, block: Block, after: Block | None) -> str:
        if not self._live:
            return self.block(block)
        self._folds = isinstance(before, kinds.RuleMark) or not self._has_rules
        written = self.block(block)
        if isinstance(after, kinds.CalculatorBlock) and after.in_text:
            return f'<div class="carries">\n{written}'
        return f"{written}</div>\n" if isinstance(block, kinds.CalculatorBlock) and block.in_text else written

    def words(self, paragraph: kinds.Paragraph) -> str:
        """A paragraph -> its words; those that are left out where the chapter is read in short are marked."""
        if not self._folds or paragraph.tight:
            return super().words(paragraph)
        runs = ((short, self.inlines(run)) for short, run in in_short(paragraph.line.inlines))
        return "".join(words if short else f'<span class="in-full">{words}</span>' for short, words in runs)

    def block(self, block: Block) -> str:
        return self._marks(_own_anchors(block)) + super().block(block)

    def _marks(self, anchors: Iterable[str]) -> str:
        """Anchors -> an empty mark for each one that stood here before."""
        old = [name for anchor in anchors for name in self._medium.old_anchors(anchor)]
        return "".join(f'<span class="old-anchor" id="{escape(name)}"></span>' for name in old)

    def heading(self, heading: kinds.Heading) -> str:
        self._below = heading.line.plain
        anchor = self._medium.anchor(heading.anchor)
        link = self._live.heading_link(anchor, heading.line.plain) if self._live else ""
        # Inside, before the words: between two blocks a mark would come between rules of style.
        words = self._marks((heading.anchor,)) + self.inlines(heading.line.inlines)
        return f'<h{heading.level} id="{escape(anchor)}">{words}</h{heading.level}>{link}\n'

    def raw_tag(self, raw: RawTag) -> str:
        return self._marks(map(own_id, raw.ids)) + raw.html

    def rule(self, rule: kinds.RuleMark) -> str:
        anchor = escape(self._medium.anchor(rule.anchor))
        links, facts = (self._live.rule_links(rule, self._medium), self._live.facts(rule)) if self._live else ("", "")
        return f'<p class="rule-id" id="{anchor}">{links}<a href="#{anchor}"{facts}>{escape(rule.id)}</a></p>\n'

    def footnote(self, note: kinds.Footnote) -> str:
        own, mark = (escape(self._medium.anchor(f"footnote-{kind}{note.number}")) for kind in ("", "mark-"))
        back = escape(f"{self._label('note')} {note.number}{self._label('note_back')}")
        number = f'<a class="footnote-number" href="#{mark}" role="doc-backlink" aria-label="{back}">{note.number}</a>'
        return f'<div class="footnote" id="{own}" role="note">{number}\n{self.blocks(note.blocks)}</div>\n'

    def footnote_mark(self, mark: FootnoteMark) -> str:
        note, own = (escape(self._medium.anchor(f"footnote-{kind}{mark.number}")) for kind in ("", "mark-"))
        named = f' id="{own}"' if mark.first else ""
        label = escape(f"{self._label('note')} {mark.number}")
        link = f'<a href="#{note}" role="doc-noteref" aria-label="{label}">{mark.number}</a>'
        return f'<sup class="footnote-mark"{named}>{link}</sup>'

    def check_box(self, box: CheckBox) -> str:
        kind, word = ("check-box ticked", "box_ticked") if box.ticked else ("check-box", "box_open")
        return f'<span class="{kind}" role="img" aria-label="{self._label(word)}"></span>'

    def index_mark(self, mark: kinds.IndexMark) -> str:
        anchor = escape(self._medium.anchor(mark.anchor))
        return "" if self._live else f'<div class="index-entry" id="{anchor}"></div>\n'

    def link(self, link: Link) -> str:
        words = self.inlines(link.inlines)
        if link.target is None:
            return f'<a href="{escape(link.address)}" rel="noopener">{words}</a>'
        address = self._medium.href(link.target)
        kind = ' class="term"' if link.to_term and self._medium.term(link.target) else ""
        # A target that this edition doesn't hold, such as another book in a PDF, leaves plain words.
        return f'<a{kind} href="{escape(address)}"{_given(link)}>{words}</a>' if address else f"<span>{words}</span>"

    def picture(self, picture: Picture) -> str:
        return self._image(picture, picture.width or 100, picture.title)

    def _image(self, picture: Picture, share: int, title: str = "") -> str:
        """On a page of the site only the first picture is fetched at once."""
        lazy = self._live is not None and self._has_picture
        self._has_picture = True
        return picture_markup(picture, self._medium.image(picture.asset), share, title, lazy)

    def figure(self, figure: kinds.Figure) -> str:
        images = (self._image(replace(each, width=0), each.width or share_of(figure)) for each in pictures_in(figure))
        caption = self.inlines(figure.caption.inlines) if figure.caption else ""
        credit = f'<small class="credit">{self.inlines(figure.credit.inlines)}</small>' if figure.credit else ""
        below = f"<figcaption>{' '.join(filter(None, (caption, credit)))}</figcaption>\n" if caption or credit else ""
        return f'<figure class="{figure_class(figure)}">\n{"".join(images)}\n{below}</figure>\n'

    def widget(self, widget: kinds.Widget) -> str:
        return self._widgets.render(widget, self._medium) if self._widgets else ""

    def stat_block(self, block: kinds.StatBlock) -> str:
        if not self._widgets:
            return ""
        texts = StatTexts(
            self.inlines(block.title.inlines),
            self.blocks(block.note),
            tuple((self.inlines(each.label.inlines), self.blocks(each.value)) for each in block.fields),
            tuple((self.inlines(each.name.inlines), self.blocks(each.note)) for each in block.deeds),
            self.blocks(block.text),
        )
        return self._widgets.stat_block(block, texts, self._medium)

    def glossary(self, glossary: kinds.GlossaryBlock) -> str:
        entries = "".join(map(self._entry, glossary.entries))
        return f'<dl class="glossary">\n{entries}</dl>\n'

    def _entry(self, entry: kinds.GlossaryEntry) -> str:
        named = f' id="{escape(self._medium.anchor(entry.anchor))}"' if entry.anchor else ""
        title = self._marks((entry.anchor,)) + self.inlines(entry.title.inlines)
        return f"<dt{named}>{title}</dt>\n<dd>{self.inlines(entry.meaning.inlines)}</dd>\n"

    def reading(self, reading: kinds.ReadingBlock) -> str:
        title, why, other = (self.inlines(line.inlines) for line in (reading.title, reading.why, reading.other))
        says = f"<p><strong>{title}.</strong> {why} <em>{self._label('reading_other')}</em> {other}</p>\n"
        source = escaped(reading.reading.source.text.strip())
        rules = ((self._medium.href(rule.target), escaped(rule.title)) for rule in reading.rules)
        links = (f'<a href="{escape(address)}">{title}</a>' for address, title in rules)
        told = " · ".join((self._label(f"reading_{reading.reading.reading}"), source, *links))
        return f'<div class="reading">\n{says}<p class="dated">{told}</p>\n</div>\n'

    def inlines(self, inlines: Iterable[Inline]) -> str:
        row = tuple(inlines)
        return "".join(write_unbroken(row, self.inline) if self._live and len(row) > 1 else map(self.inline, row))

    def term(self, term: TermMark) -> str:
        address = self._medium.term(term.target)
        words = escaped(term.text)
        return f'<a class="term" href="{escape(address)}">{words}</a>' if address else words

    def roll(self, roll: Roll) -> str:
        return self._live.roll(roll) if self._live else super().roll(roll)


def _own_anchors(block: Block) -> tuple[str, ...]:
    """Anchors of a block whose marks stand before it; a heading and a term have them inside."""
    match block:
        case kinds.Paragraph() | kinds.Heading():  # first: there are more of them than of all else
            return ()
        case kinds.RuleMark() | kinds.CalculatorBlock() | kinds.SheetBlock() | kinds.StatBlock() | kinds.TableBlock():
            records = block.row_anchors if isinstance(block, kinds.TableBlock) else ()
            return tuple(anchor for anchor in (block.anchor, *records) if anchor)
        case kinds.RawBlock():
            return tuple(map(own_id, block.ids))
        case _:
            return ()


def _given(link: Link) -> str:
    return f' data-give="{escape(short_json(dict(link.given)))}"' if link.given else ""
