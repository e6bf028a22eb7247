"""A book with a game master's screen -> the screen as panels to stand on the table.

What `$index` names stands on it in that order: tables with their titles, calculators as their sentences. Where room is
left, the book's other tables that dice pick from, and then its short ones, fill the panels. Their letters are as large
as so many panels allow.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import tinyhtml5  # type: ignore[import-untyped]
from markupsafe import escape

from rollbook.model.book import Book
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import CalculatorBlock, IndexBlock, TableBlock
from rollbook.model.document.walk import every_block, own_lines
from rollbook.model.paper_format import PaperFormat
from rollbook.model.printing import Printing
from rollbook.render.fragment import render_fragment
from rollbook.render.pdf.fill_panels import Block, Panel, fewest_panels, fill_panels, share_used
from rollbook.render.pdf.fit_for_paper import fit_for_paper
from rollbook.render.pdf.lay_out import Printed, PrintJob, block_heights, lay_out
from rollbook.render.pdf.paper import Paper
from rollbook.render.pdf.print_job import leaflet
from rollbook.render.pdf.set_in_columns import is_wide
from rollbook.render.widgets import WidgetMarkup
from rollbook.render.widgets.wording import wording
from rollbook.words import page_words

# Letters that three panels have room for, with the space that tables leave, and what a calculator's sentence takes.
_ROOM = 7_000
_SENTENCE = 250
# A longer table is looked up in the book.
_SHORT = 12
# One with more rows that is named all the same stands there in parts.
_LONG = 24
_CELL = 8
_ID = "screen"
# How much larger than in a book's tables letters are here.
_LARGER = 1.2
# In millimetres: a page on which everything can be measured, and the title of a screen with the space below it.
_ENDLESS = 20_000.0
_HEAD = 11.0
# Letters grow until the panels are so full, if they are found to fit, in steps down from there; at most to so much.
_FULL = 0.94
_STEP = 0.04
_LARGEST = 1.35
_Item = CalculatorBlock | TableBlock


def print_screen(order: Printing) -> tuple[Printed | None, tuple[Diagnostic, ...]]:
    """An order for the screen of a book -> its layout, or why it was not even tried."""
    book, paper = order.book, order.paper
    language = book.settings.language
    title = f"{book.title}{wording(language).colon} {page_words(language).edition_screen}"
    head = f'<h1 class="screen-title" id="{_ID}">{escape(title)}</h1>'
    parts = [_html(book, heading, block) for heading, block in _chosen(book)]
    html, problems = fit_for_paper(head + "".join(parts), _ID, book.pages[0].place, paper, False)
    if problems:
        return None, problems

    def job(body: str, paper: PaperFormat = paper, size: float = 1.0) -> PrintJob:
        return leaflet(book, paper, title, f'<section class="screen" style="--size: {size:.2f}">{body}</section>')

    if panels := _panels(head, [block for part in parts for block in _alone(book, part, paper)], paper, job):
        printed = lay_out(panels)
        if printed.is_whole:
            return printed, ()
    # Something is higher than a panel: it runs from column to column.
    printed = lay_out(job(html))
    if not printed.is_whole:
        narrow = paper.in_one_column
        again = lay_out(job(fit_for_paper(head + "".join(parts), _ID, book.pages[0].place, narrow, False)[0], narrow))
        printed = again if again.is_whole else printed
    return printed, ()


def _html(book: Book, heading: str, block: _Item) -> str:
    # Where other pages would be, words alone stand: this is one leaf of the book.
    medium, widgets = Paper(book.id, _ID, "", frozenset()), WidgetMarkup(book, "print")
    titled = f"<h2>{escape(heading)}</h2>" if isinstance(block, TableBlock) else ""
    return titled + render_fragment([block], medium, widgets=widgets)


def _alone(book: Book, part: str, paper: PaperFormat) -> Iterator[Block]:
    """The HTML of something on the screen -> fit for print, in pieces, and whether it wants the whole width."""
    html, _ = fit_for_paper(part, _ID, book.pages[0].place, replace(paper, columns=1), False)
    body = tinyhtml5.parse(f"<body>{html}", namespace_html_elements=False).find("body")
    wide = any(is_wide(table, paper.column_width / _LARGER, paper.text_width) for table in body.iter("table"))
    for piece in _pieces(body):
        inside = "".join(ElementTree.tostring(child, encoding="unicode", method="html") for child in piece)
        yield Block(f'<div class="block{" wide" * wide}">{inside}</div>', wide, 0.0)


def _pieces(body: Element) -> list[Element]:
    """Something on the screen -> itself, or, if it has a long table, its parts, each with the heading and the head."""
    rows = max((len(rows) for rows in body.iter("tbody")), default=0)
    count = -(-rows // _LONG) or 1
    pieces = [deepcopy(body) for _ in range(count)]
    for number, piece in enumerate(pieces if count > 1 else ()):
        for listed in piece.iter("tbody"):
            listed[:] = listed[len(listed) * number // count : len(listed) * (number + 1) // count]
        for element in piece.iter() if number else ():
            element.attrib.pop("id", None)  # Links lead to the first part.
    return pieces


def _panels(head: str, blocks: list[Block], paper: PaperFormat, job: Callable[..., PrintJob]) -> PrintJob | None:
    """The title, what stands below it -> the job for as few panels as hold it in large letters; none if none do."""
    endless, blocks = replace(paper, height=_ENDLESS), [Block(head, True, 0.0), *blocks]

    def measured(size: float) -> list[Block]:
        heights = block_heights(job("".join(block.html for block in blocks), endless, size), "block")
        first = [_HEAD * size] if len(heights) == len(blocks) - 1 else []
        return [replace(block, height=height) for block, height in zip(blocks, first + heights, strict=False)]

    plain = measured(1.0)
    if len(plain) != len(blocks) or not (count := fewest_panels(plain, paper.text_height)):
        return None
    size = min(math.sqrt(_FULL / share_used(plain, paper.text_height, count)), _LARGEST)
    while size > 1.0:
        if panels := fill_panels(measured(size), paper.text_height, count):
            return job("".join(map(_panel, panels)), paper, size)
        size -= _STEP
    return job("".join(map(_panel, fill_panels(plain, paper.text_height, count))), paper)


def _panel(panel: Panel) -> str:
    columns = "".join(
        f'<div class="panel-column column-{number}">{"".join(block.html for block in column)}</div>'
        for number, column in enumerate(panel.columns, 1)
    )
    wide = "".join(block.html for block in panel.wide)
    return f'<div class="panel">{wide}<div class="panel-columns">{columns}</div></div>'


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
