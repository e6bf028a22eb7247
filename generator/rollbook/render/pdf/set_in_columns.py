"""A chapter's tree -> the same in boxes of two columns, with what wants the whole width of the page between them.

One box for a whole chapter is what WeasyPrint lays out fast and without losing text. Nothing may span columns inside
it, nor break a page in it: for that the box ends, and another begins behind.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from xml.etree.ElementTree import Element, SubElement

from rollbook.render.pdf.table_room import Ruler, is_wide


def add_class(element: Element, name: str) -> None:
    """An element and a name -> the name at the end of its classes."""
    element.set("class", f"{element.get('class', '')} {name}".strip())


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
