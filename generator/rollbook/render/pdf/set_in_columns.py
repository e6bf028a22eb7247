"""A chapter's tree -> the same in boxes of two columns, with what wants the whole width of the page between them.

One box for a whole chapter is what WeasyPrint lays out fast and without losing text. Nothing may span columns inside
it, nor break a page in it: for that the box ends, and another begins behind. So how much room a table wants, a column,
the whole width of the page or a page that lies on its side, is decided from its words, before the layout.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import ceil
from xml.etree.ElementTree import Element, SubElement

from rollbook.model.quick_dataclass import dataclass
from rollbook.model.theme import STANDARD_FONTS
from rollbook.render.fonts.print_faces import letter_widths

_TAGS = (
    "a abbr b bdi bdo cite code del dfn em i img ins kbd mark q ruby s samp small span strong sub sup time u var wbr"
)
INLINE = frozenset(_TAGS.split())
HEADINGS = frozenset({"h2", "h3", "h4", "h5", "h6"})
_WIDE = frozenset({"picture-full", "picture-page", "picture-bleed", "picture-opener", "turned-page", "after-plate"})
# In millimetres: a letter of code at its size in book.css, and the room on both sides of it.
_CODE_LETTER = 1.61
_CODE_PADDING = 6.6
# A shorter run is set over the whole width: two columns of one line each read like one broken line.
_WORTH_COLUMNS = 160
# A longer end of a chapter fills its page column by column where what follows is a new page: to level it takes time.
_WORTH_LEVELLING = 5_000


def set_in_columns(body: Element, column: float, page: float, ruler: Ruler, run_on: bool) -> None:
    """A chapter's body, the widths of a column and of the page's text, what its tables are set in -> in boxes.

    `run_on`: another chapter begins on the page on which this one ends.
    """
    runs: list[tuple[bool, list[Element]]] = []
    for child in list(body):
        body.remove(child)
        spans = _spans(child, column, page, ruler)
        if spans and runs and not runs[-1][0]:
            # What introduces a wide table goes with it, or it would be left behind at a column's foot.
            lead = introduction(runs[-1][1])
            runs.append((True, lead))
        if not runs or runs[-1][0] != spans:
            runs.append((spans, []))
        runs[-1][1].append(child)
    _place(body, runs, run_on)


def _place(body: Element, runs: Iterable[tuple[bool, list[Element]]], run_on: bool) -> None:
    kept = [(spans or _letters(children) < _WORTH_COLUMNS, children) for spans, children in runs if children]
    for position, (spans, children) in enumerate(kept):
        if spans:
            body.extend(children)
            continue
        _space_headings(children)
        ends_page = position == len(kept) - 1 and not run_on
        kind = "columns" if ends_page and _letters(children) > _WORTH_LEVELLING else "columns level"
        SubElement(body, "div", {"class": kind}).extend(children)


def _space_headings(children: list[Element]) -> None:
    """A box's children -> with the space above a heading as a class of what stands before it.

    At the top of a column WeasyPrint keeps the space above a heading, but at a foot it drops the one below a block.
    """
    for before, heading in pairwise(children):
        if heading.tag in HEADINGS and before.tag not in HEADINGS:
            look = heading.get("class", "").removeprefix("looks-") or heading.tag
            add_class(before, f"before-{look}")


def _letters(children: list[Element]) -> int:
    return sum(len(text.strip()) for child in children for text in child.itertext())


def introduction(children: list[Element]) -> list[Element]:
    """The children of a box -> what leads over to what follows it, taken out of it: words before a `:`, headings."""
    start = len(children)
    if start and children[-1].tag == "p" and "".join(children[-1].itertext()).rstrip().endswith(":"):
        start -= 1
    while start and children[start - 1].tag in HEADINGS:
        start -= 1
    lead = children[start:]
    del children[start:]
    return lead


def _spans(child: Element, column: float, page: float, ruler: Ruler) -> bool:
    """Whether a block wants the whole width of the page."""
    if child.get("class") == "page-break" or child.find(".//div[@class='page-break']") is not None:
        return True
    if not _WIDE.isdisjoint(child.get("class", "").split()):
        return True
    most = (column - _CODE_PADDING) / _CODE_LETTER
    if any(len(line) > most for code in child.iter("pre") for line in "".join(code.itertext()).splitlines()):
        return True
    return any(is_wide(table, column, page, ruler.letter) for table in child.iter("table"))


def add_class(element: Element, name: str) -> None:
    """An element and a name -> the name at the end of its classes."""
    element.set("class", f"{element.get('class', '')} {name}".strip())


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
