"""A book with records or stat blocks -> cards as large as playing cards, nine on a sheet, with backs to print behind.

Each card is first a page of its own size, so that what is too long for one goes on on another, and nothing gets lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rollbook.model.book import Book
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import Block, Division, StatBlock, TableBlock
from rollbook.model.document.walk import every_block
from rollbook.model.paper_format import CARD_SHEET, Inks
from rollbook.model.printing import Printing
from rollbook.render.accent import emblem
from rollbook.render.fragment import render_fragment
from rollbook.render.pdf.fit_for_paper import fit_for_paper
from rollbook.render.pdf.impose import nine_on_a_sheet
from rollbook.render.pdf.lay_out import Printed, lay_out
from rollbook.render.pdf.paper import Paper, picture
from rollbook.render.pdf.print_job import drawings, leaflet, palette
from rollbook.render.widgets import WidgetMarkup
from rollbook.render.widgets.wording import wording
from rollbook.words import page_words

_ID = "cards"


def print_cards(order: Printing) -> tuple[Printed | None, tuple[Diagnostic, ...]]:
    """An order for the cards of a book -> its sheets, or why they were not even tried."""
    book, language = order.book, order.book.settings.language
    title = f"{book.title}{wording(language).colon} {page_words(language).edition_cards}"
    medium, widgets = Paper(book.id, _ID, "", frozenset()), WidgetMarkup(book, "print")
    parts = [_card(block, render_fragment([block], medium, widgets=widgets)) for block in _blocks(book)]
    html, problems = fit_for_paper("".join(parts), _ID, book.pages[0].place, order.paper, False)
    if problems:
        return None, problems
    files = drawings(palette(book, Inks.COLOUR), order.paper, emblem(book))
    files |= {picture(asset.path): asset.content for asset in book.assets}
    # The first page is the back of all.
    back = f'<section class="card-back"{_painted(book)} id="back"></section>'
    body = f'{back}<section class="deck" id="deck">{html}</section>'
    printed = lay_out(leaflet(book, order.paper, title, body, files=files))
    if not printed.pdf:
        return printed, ()
    sheets, sides = nine_on_a_sheet(printed.pdf, CARD_SHEET)
    return replace(printed, pdf=sheets, pages=sides), ()


def _painted(book: Book) -> str:
    """A book -> an attribute that puts the picture of its cover on the backs, if it has one in place of an emblem."""
    name = book.settings.cover.picture
    if not name or emblem(book):
        return ""
    return f' style="background: var(--night) url({picture(name)}) center / cover no-repeat"'


def _blocks(book: Book) -> Iterator[Block]:
    """A book -> its records, each list once, and its stat blocks; the title of each is the first on its card."""
    seen = set()
    for page in book.pages:
        for block in every_block(page.blocks):
            if isinstance(block, TableBlock) and block.data and block.row_anchors and block.data.id not in seen:
                seen.add(block.data.id)
                yield replace(block, form="cards", level=1, anchor="", row_anchors=("",) * len(block.rows))
            elif isinstance(block, StatBlock):
                yield replace(block, level=1)
            elif isinstance(block, Division) and "stat-block" in block.classes.split():
                yield block


def _card(block: Block, html: str) -> str:
    return html if isinstance(block, TableBlock) else f'<div class="record">{html}</div>'
