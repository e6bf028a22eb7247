"""Where each page of the site lies, how it is linked to, and names that change with the content.

Links between pages are relative, so that the site works from any sub-path and from a folder on disk. For the latter a
link to a cover says index.html by name. What is printed or read in an e-book leads to the full address: its tree ->
the same with its dice, tables, calculators and sheet linked to the page of the site that rolls them.
"""

from __future__ import annotations

import hashlib
import posixpath
from collections.abc import Iterator
from functools import lru_cache
from pathlib import PurePosixPath
from urllib.parse import quote
from xml.etree.ElementTree import Element, SubElement

from rollbook.model.spot import Target

HOME = "index.html"
NOT_FOUND = "404.html"
# The site takes no longer expression from a link; see site_templates/scripts/log/log_panel.mjs.
_LONGEST = 300


def address(target: Target) -> str:
    """A spot on the shelf -> its path below the site's root, with its anchor."""
    page = f"{target.book}/{_file_name(target.page)}"
    return f"{page}#{target.anchor}" if target.anchor else page


def link(start: str, goal: str) -> str:
    """Two paths below the site's root -> the relative address that leads from the first to the second."""
    path, mark, anchor = goal.partition("#")
    if path == start and anchor:
        return f"#{quote(anchor)}"
    return quote(_relative(path, posixpath.dirname(start))) + mark + quote(anchor)


# Pages of a folder have the same links to others, and to look for the way takes long.
@lru_cache(maxsize=2**12)
def _relative(path: str, folder: str) -> str:
    """A path and a folder below the site's root -> the way from the folder to the path."""
    return posixpath.relpath(path, folder or ".")


def _file_name(page: str) -> str:
    """A page's id -> its file; the assemble step keeps the cover's name free."""
    return f"{page or 'index'}.html"


def on_site(site: str, target: Target) -> str:
    """Where the shelf is published, or nothing, and a spot of it -> its full address, for what is read elsewhere."""
    return f"{site.rstrip('/')}/{quote(address(target), safe='/#')}" if site else ""


def link_to_site(body: Element, page: str, there: str) -> None:
    """A chapter's body, its page's id, that page's address on the site -> the same, what can be rolled being links."""
    for region in body.iterfind(".//div[@class='table-scroll']"):
        _link_table(region, page, there)
    for widget in body.iterfind(".//div[@id]"):
        title = widget.find("./p[@class='widget-title']")
        if title is None:
            title = widget.find("./p/strong[@class='widget-title']")
        if title is not None:
            _link_words(title, f"{there}#{quote(_anchor(widget, page))}")
    for roll in list(_rolls(body)):
        expression = roll.attrib["data-roll"]
        if len(expression) <= _LONGEST:
            roll.tag = "a"
            roll.attrib = {"class": "dice", "href": _dice(there, expression)}


def _link_table(region: Element, page: str, there: str) -> None:
    """A table that a die picks a row of -> its first title leads to the table, or to the die where it has no name."""
    table, title = region.find("table"), region.find("table/thead/tr/th")
    die = "" if table is None else table.get("data-roll-table", "")
    if die and title is not None:
        anchor = _anchor(region, page)
        _link_words(title, f"{there}#{quote(anchor)}" if anchor else _dice(there, die))


def _link_words(element: Element, href: str) -> None:
    """An element -> a link around its words, if words or a roll are all that is in it."""
    if len(element) == 1 and element[0].get("data-roll"):
        element.text = "".join(element.itertext())
        element.remove(element[0])
    if not len(element) and element.text:
        around = SubElement(element, "a", {"class": "dice", "href": href})
        around.text, element.text = element.text, None


def _rolls(parent: Element) -> Iterator[Element]:
    """The rolls below an element, but for those that are in a link already."""
    for child in parent:
        if child.get("data-roll") and not len(child):
            yield child
        elif child.tag != "a":
            yield from _rolls(child)


def _dice(there: str, expression: str) -> str:
    return f"{there}#dice={quote(expression, safe='')}"


def _anchor(element: Element, page: str) -> str:
    """An element -> its id on the page of the site; in the printed document it begins with the page's own."""
    return element.get("id", "").removeprefix(f"{page}--")


def fingerprint(content: bytes) -> str:
    """Bytes -> ten hexadecimal digits of their SHA-256."""
    return hashlib.sha256(content).hexdigest()[:10]


def hashed_name(path: str, content: bytes) -> str:
    """fonts/text.woff2 and its bytes -> fonts/text-0123456789.woff2"""
    name = PurePosixPath(path)
    return str(name.with_name(f"{name.stem}-{fingerprint(content)}{name.suffix}"))
