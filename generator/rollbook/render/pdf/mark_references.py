"""A chapter's tree -> what a reader of paper needs of its links: the page that one leads to, the address of another.

The style sheet prints both behind the words: the page only the layout knows, and neither is part of the author's text.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from rollbook.render.pdf.add_class import add_class
from rollbook.render.pdf.set_in_columns import HEADINGS

_OUTSIDE = ("https://", "http://", "mailto:")


def mark_references(body: Element, site: str) -> None:
    """A chapter's body, the site's address if it has one -> links with the class `reference` or with `data-address`.

    A link into the section that it stands in needs no page, nor does the second to the same spot in one section.
    Addresses on the book's own site are what print leaves out on purpose.
    """
    sections = dict(_sections(body))
    told: set[tuple[int, str]] = set()
    for section, link in _links(body):
        href = link.get("href", "")
        target = href.removeprefix("#")
        if target != href:
            if sections.get(target) != section and (section, target) not in told:
                told.add((section, target))
                add_class(link, "reference")
        elif href.startswith(_OUTSIDE) and not (site and href.startswith(site)):
            _tell_address(link, href)


def _sections(body: Element) -> Iterator[tuple[str, int]]:
    """A chapter -> each id in it with the number of the section that it stands in."""
    section = 0
    for element in body.iter():
        section += element.tag == "h2"
        if name := element.get("id"):
            yield name, section


def _links(body: Element) -> Iterator[tuple[int, Element]]:
    """A chapter -> the links in its text, each with the number of its section. A heading's links stay as they are."""
    section = 0
    in_headings = {link for element in body.iter() if element.tag in HEADINGS for link in element.iter("a")}
    for element in body.iter():
        section += element.tag == "h2"
        if element.tag == "a" and element not in in_headings:
            yield section, element


def _tell_address(link: Element, href: str) -> None:
    """A link to another site -> with its address as it is printed, unless its words say it already."""
    address = href
    for scheme in _OUTSIDE:
        address = address.removeprefix(scheme)
    address = address.removesuffix("/")
    if address.casefold() not in "".join(link.itertext()).casefold():
        link.set("data-address", address)
