"""A chapter's HTML -> the XHTML of an e-book, with its dice linked to the page that rolls them."""

from __future__ import annotations

from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import tinyhtml5  # type: ignore[import-untyped]

from rollbook.render.link_to_site import link_to_site

# What helps at a screen with scripts and means nothing in an e-book.
_UNUSED = ("data-copies", "data-roll", "data-roll-table", "tabindex")


def as_xhtml(fragment: str, page: str, site_page: str) -> str:
    """A page's HTML, its id, its address on the site or nothing -> well-formed XHTML."""
    body = tinyhtml5.parse(f"<body>{fragment}", namespace_html_elements=False).find("body")
    if site_page:
        link_to_site(body, page, site_page)
    for element in list(body.iter()):
        _title_table(element)
        _drop_children(element)
    for element in body.iter():
        for name in _UNUSED:
            element.attrib.pop(name, None)
        if element.tag == "img" and not element.get("alt"):
            element.set("alt", "")
    return "".join(ElementTree.tostring(child, encoding="unicode", method="xml") for child in body)


def _title_table(region: Element) -> None:
    """The region around a table with a title -> the title as the table's caption."""
    table = region.find("table") if region.get("class") == "table-scroll" else None
    title = region.get("data-title", "")
    if table is not None and title and table.find("caption") is None:
        caption = Element("caption")
        caption.text = title
        table.insert(0, caption)


def _drop_children(parent: Element) -> None:
    """Ids of rules stay on the site."""
    for child in list(parent):
        if child.tag == "p" and child.get("class") == "rule-id":
            child.tag, child.text = "div", None
            child.attrib.pop("class")
            for inner in list(child):
                child.remove(inner)
