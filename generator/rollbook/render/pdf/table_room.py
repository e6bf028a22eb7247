"""A table's words -> how much room it wants: a column, the whole width of the page, or a page that lies on its side.

WeasyPrint has no way to let a table span the columns that loses no text, so that the choice is made before the layout.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from xml.etree.ElementTree import Element

from rollbook.model.quick_dataclass import dataclass
from rollbook.model.theme import STANDARD_FONTS
from rollbook.render.fonts.print_faces import letter_widths

# Of the tables' usual face at its size in columns.css, and of one whose letters are all as wide; with a cell's padding
# a little more than what was measured.
LETTER = 1.4
WIDE_LETTER = 1.8
_PADDING = 3.0
# Prose reads badly in a column of less, once it takes so many lines.
_NARROW = 26.0
_MANY_LINES = 4
# How low the whole width must make a table to be worth it: at less than half it saves paper, for two columns give way.
_WORTH = 0.42
# What the style sheet adds to a link; see adapt_chapter.py.
_REFERENCE = " (p. 00)"

Rows = list[list[str]]

# The largest that tables are set in on any paper, in millimetres, and the padding on both sides of a cell.
_EM = 8.6 / 72 * 25.4
_BESIDE = 3.3
# Of a letter that the face of the tables lacks, in ems.
_UNKNOWN = 0.62
# How much narrower tables can be made on a page of their own; see .turned-page.tight in book.css.
TIGHTER = 0.85


@dataclass(frozen=True, slots=True)
class Ruler:
    """What the tables of a book are set in: the name of the family, and how wide a letter is on average."""

    family: str = STANDARD_FONTS.tables
    letter: float = LETTER

    def width(self, text: str, weight: int) -> float:
        """Words and their weight -> how wide they are in a line, in millimetres."""
        widths = letter_widths(self.family, weight)
        return sum(widths.get(letter, _UNKNOWN) for letter in text) * _EM


STANDARD_RULER = Ruler()


def least_width(table: Element, ruler: Ruler) -> float:
    """A table -> how wide it is, in millimetres, with every line broken that can be broken."""
    columns: dict[int, float] = {}
    for row in table.iter("tr"):
        number = 0
        for cell in row:
            weight, span = 700 if cell.tag == "th" else 400, int(cell.get("colspan", "1"))
            longest = max((ruler.width(word, weight) for word in _text(cell).split()), default=0.0)
            for place in range(number, number + span):
                columns[place] = max(columns.get(place, 0.0), longest / span + _BESIDE)
            number += span
    return sum(columns.values())


def is_wide(table: Element, column: float, page: float, letter: float = LETTER) -> bool:
    """A table, the widths of a column, of the page's text and of a letter in millimetres -> whether it wants the page.

    It is worked out in letters of the usual width, of which a wider face leaves less room for.
    """
    column, page = column * LETTER / letter, page * LETTER / letter
    rows = [list(_cells(row)) for row in table.iter("tr")]
    count = max(map(len, rows), default=0)
    if not count:
        return False
    narrowest = [max((_word(cell) for cell in cells), default=0.0) for cells in _columns(rows, count)]
    if sum(narrowest) > column:
        return True
    widths = _widths(rows, count, narrowest, column)
    if any(_is_cramped(cells, width) for cells, width in zip(_columns(rows, count), widths, strict=True)):
        return True
    return _lines(rows, _widths(rows, count, narrowest, page)) < _WORTH * _lines(rows, widths)


def _cells(row: Element) -> Iterator[str]:
    """A row -> the text of each cell; a cell over several columns is followed by empty ones."""
    for cell in row:
        yield _text(cell)
        yield from [""] * (int(cell.get("colspan", "1")) - 1)


def _text(cell: Element) -> str:
    pages = _REFERENCE * sum(link.get("class") == "reference" for link in cell.iter("a"))
    return " ".join("".join(cell.itertext()).split()) + pages


def _columns(rows: Rows, count: int) -> Iterator[list[str]]:
    for number in range(count):
        yield [row[number] for row in rows if number < len(row)]


def _word(text: str) -> float:
    """A cell's text -> the width of its longest word."""
    return max(map(len, text.split()), default=0) * LETTER + _PADDING


def _widths(rows: Rows, count: int, narrowest: list[float], width: float) -> list[float]:
    """A table set in this width -> the room for text in each of its columns.

    Each has its longest word; what is left goes to those that want more, in proportion.
    """
    wanted = [max(len(cell) for cell in cells) * LETTER + _PADDING for cells in _columns(rows, count)]
    wishes = [max(want - narrow, 0.0) for want, narrow in zip(wanted, narrowest, strict=True)]
    share = min(max(width - sum(narrowest), 0.0) / (sum(wishes) or 1.0), 1.0)
    return [narrow + wish * share - _PADDING for narrow, wish in zip(narrowest, wishes, strict=True)]


def _is_cramped(cells: list[str], width: float) -> bool:
    return width < _NARROW and any(_cell_lines(cell, width) >= _MANY_LINES for cell in cells)


def _lines(rows: Rows, widths: list[float]) -> int:
    """How many lines the rows have in all."""
    return sum(max(map(_cell_lines, row, widths), default=1) for row in rows)


def _cell_lines(text: str, width: float) -> int:
    return ceil(len(text) * LETTER / max(width, LETTER) - 0.001)
