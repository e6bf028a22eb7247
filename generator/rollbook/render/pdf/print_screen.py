"""A book with a game master's screen -> the screen as panels to stand on the table.

What `$index` names stands on it in that order: tables with their titles, calculators as their sentences. Where room is
left, the book's other tables that dice pick from, and then its short ones, fill the panels.
"""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import escape

from rollbook.model.book import Book
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import CalculatorBlock, IndexBlock, TableBlock
from rollbook.model.document.walk import every_block, own_lines
from rollbook.model.paper_format import PaperFormat
from rollbook.model.printing import Printing
from rollbook.render.fragment import render_fragment
from rollbook.render.pdf.fit_for_paper import fit_for_paper
from rollbook.render.pdf.lay_out import Printed, lay_out
from rollbook.render.pdf.leaflet import leaflet
from rollbook.render.pdf.paper import Paper
from rollbook.render.widgets import WidgetMarkup
from rollbook.render.widgets.wording import wording
from rollbook.words import page_words

# Letters that three panels have room for, with the space that tables leave, and what a calculator's sentence takes.
_ROOM = 7_000
_SENTENCE = 250
# A longer table is looked up in the book.
_SHORT = 12
_CELL = 8
_ID = "screen"
_Item = CalculatorBlock | TableBlock


def print_screen(order: Printing) -> tuple[Printed | None, tuple[Diagnostic, ...]]:
    """An order for the screen of a book -> its layout, or why it was not even tried."""
    printed, problems = _print(order.book, order.paper)
    if printed is not None and not printed.is_whole:
        again, _ = _print(order.book, order.paper.in_one_column)
        printed = again if again and again.is_whole else printed
    return printed, problems


def _print(book: Book, paper: PaperFormat) -> tuple[Printed | None, tuple[Diagnostic, ...]]:
    language = book.settings.language
    title = f"{book.title}{wording(language).colon} {page_words(language).edition_screen}"
    # Where other pages would be, words alone stand: this is one leaf of the book.
    medium, widgets = Paper(book.id, _ID, "", frozenset()), WidgetMarkup(book, "print")
    parts = [f'<h1 class="screen-title" id="{_ID}">{escape(title)}</h1>']
    for heading, block in _chosen(book):
        parts.append(f"<h2>{escape(heading)}</h2>" if isinstance(block, TableBlock) else "")
        parts.append(render_fragment([block], medium, widgets=widgets))
    html, problems = fit_for_paper("".join(parts), _ID, book.pages[0].place, paper, False)
    if problems:
        return None, problems
    return lay_out(leaflet(book, paper, title, f'<section class="screen">{html}</section>')), ()


def _chosen(book: Book) -> Iterator[tuple[str, _Item]]:
    """-> the title and the block of everything on the screen; what is named always, the rest while there is room."""
    items = _items(book)
    blocks = (block for page in book.pages for block in every_block(page.blocks))
    named = [pin.text for block in blocks if isinstance(block, IndexBlock) for pin in block.pins if pin.text in items]
    short = [name for name, (_, item) in items.items() if name not in named and _is_short(item)]
    room = _ROOM - sum(_letters(items[name][1]) for name in named)
    yield from (items[name] for name in named)
    for name in sorted(short, key=lambda name: not _is_rolled(items[name][1])):
        if room >= _letters(items[name][1]):
            room -= _letters(items[name][1])
            yield items[name]


def _items(book: Book) -> dict[str, tuple[str, _Item]]:
    """-> by its name the title and the block of all that the screen's list has, in reading order."""
    at = {
        (page.id, block.anchor): block
        for page in book.pages
        for block in every_block(page.blocks)
        if isinstance(block, CalculatorBlock | TableBlock)
    }
    found = ((spot, at.get((spot.target.page, spot.target.anchor))) for spot in book.lists.index)
    return {spot.name: (spot.title, block) for spot, block in found if block is not None}


def _letters(item: _Item) -> int:
    """About how many letters it has room for; a cell takes some for the space around it."""
    if isinstance(item, CalculatorBlock):
        return _SENTENCE
    return sum(len(line.written) + _CELL for line in own_lines(item))


def _is_short(item: _Item) -> bool:
    return isinstance(item, TableBlock) and len(item.rows) <= _SHORT


def _is_rolled(item: _Item) -> bool:
    return isinstance(item, TableBlock) and item.roll is not None
