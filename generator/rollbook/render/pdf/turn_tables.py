"""A chapter's tree -> tables too wide for a page each on one that lies on its side, with the heading above them.

Readers of the PDF see that page upright, as wide as others are high. On paper of one size it is a page turned by 90°,
its head on the left: impose.py turns it for a booklet, finish_pdf.py for a print shop.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element

from rollbook.model.paper_format import PaperFormat
from rollbook.render.pdf.set_in_columns import introduction
from rollbook.render.pdf.table_room import TIGHTER, Ruler, least_width

# WeasyPrint takes the kind of the next page from what stands on it first, unless that is in columns.
AFTER = "after-plate"


def turn_tables(body: Element, paper: PaperFormat, ruler: Ruler) -> None:
    """A chapter's body, its paper, what its tables are set in -> changed in place."""
    placed: list[Element] = []
    for child in list(body):
        body.remove(child)
        width = max((least_width(table, ruler) for table in child.iter("table")), default=0.0)
        if width <= paper.text_width and not _is_asked_for(child):
            placed.append(child)
            continue
        lead = introduction(placed)
        if placed and placed[-1].get("class") == AFTER:
            placed.pop()
        else:
            placed.append(Element("div", {"class": "turned-page"}))
        placed[-1].extend([*lead, child])
        if width > paper.turned_width:
            placed[-1].set("class", "turned-page tight")
        if width * TIGHTER > paper.turned_width:
            # Words broken anywhere are better than words beyond the edge.
            placed[-1].set("class", "turned-page tight broken")
        placed.append(Element("div", {"class": AFTER}))
    if placed and placed[-1].get("class") == AFTER:
        placed.pop()  # The next chapter is enough, and behind the last it would begin an empty page.
    body.extend(placed)


def _is_asked_for(child: Element) -> bool:
    return any("turned" in each.get("class", "").split() for each in child.iter())
