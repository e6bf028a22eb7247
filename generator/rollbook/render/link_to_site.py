"""A chapter's tree -> with its dice, tables, calculators and sheet linked to the page of the site that rolls them."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote
from xml.etree.ElementTree import Element, SubElement

# The site takes no longer expression from a link; see site_templates/scripts/log/log_panel.mjs.
_LONGEST = 300


def link_to_site(body: Element, page: str, address: str) -> None:
    """A chapter's body, its page's id, that page's address on the site -> the same, what can be rolled being links."""
    for region in body.iterfind(".//div[@class='table-scroll']"):
        _link_table(region, page, address)
    for widget in body.iterfind(".//div[@id]"):
        title = widget.find("./p[@class='widget-title']")
        if title is None:
            title = widget.find("./p/strong[@class='widget-title']")
        if title is not None:
            _link_words(title, f"{address}#{quote(_anchor(widget, page))}")
    for roll in list(_rolls(body)):
        expression = roll.attrib["data-roll"]
        if len(expression) <= _LONGEST:
            roll.tag = "a"
            roll.attrib = {"class": "dice", "href": _dice(address, expression)}


def _link_table(region: Element, page: str, address: str) -> None:
    """A table that a die picks a row of -> its first title leads to the table, or to the die where it has no name."""
    table, title = region.find("table"), region.find("table/thead/tr/th")
    die = "" if table is None else table.get("data-roll-table", "")
    if die and title is not None:
        anchor = _anchor(region, page)
        _link_words(title, f"{address}#{quote(anchor)}" if anchor else _dice(address, die))


def _link_words(element: Element, href: str) -> None:
    """An element -> a link around its words, if words or a roll are all that is in it."""
    if len(element) == 1 and element[0].get("data-roll"):
        element.text = "".join(element.itertext())
        element.remove(element[0])
    if not len(element) and element.text:
        link = SubElement(element, "a", {"class": "dice", "href": href})
        link.text, element.text = element.text, None


def _rolls(parent: Element) -> Iterator[Element]:
    """The rolls below an element, but for those that are in a link already."""
    for child in parent:
        if child.get("data-roll") and not len(child):
            yield child
        elif child.tag != "a":
            yield from _rolls(child)


def _dice(address: str, expression: str) -> str:
    return f"{address}#dice={quote(expression, safe='')}"


def _anchor(element: Element, page: str) -> str:
    """An element -> its id on the page of the site; in the printed document it begins with the page's own."""
    return element.get("id", "").removeprefix(f"{page}--")
