"""One element of a chapter -> as one large, tagged document needs it."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from rollbook.render.pdf.add_class import add_class

# A table within both stays on one page, surely together with the heading above it.
_SHORT_ROWS = 14
_SHORT_TEXT = 600
# A box with more letters may be broken.
_THIRD_OF_A_COLUMN = 1_000
# A record with no more leaves most of its card free.
_FEW = 160
_BOXES = frozenset({"widget", "note", "warning", "stat-block", "sidebar"})


def adapt_element(element: Element, page: str) -> None:
    """An element, the id of its page -> changed in place: tags, classes, an id that no other page has."""
    if element.tag == "li" and element.find("p") is not None:
        _wrap_item(element)
    if element.tag == "dl":
        _unwrap_facts(element)
    if element.tag == "a":
        _flatten_link(element)
    if element.tag == "img" and not element.get("alt"):
        # A picture that tells nothing: WeasyPrint draws an `embed` alike, and tags it as nothing to be read.
        element.tag = "embed"
    if element.tag == "table":
        _fill_header(element)
        if _is_short(element):
            add_class(element, "short")
    if _is_box(element) and _letters(element) > _THIRD_OF_A_COLUMN:
        add_class(element, "long")
    if "record" in element.get("class", "").split() and _letters(element) <= _FEW:
        add_class(element, "few")
    if (name := element.get("id")) and not name.startswith(f"{page}--"):
        # An author's own id may stand in several chapters.
        element.set("id", f"{page}--{name}")


def _is_box(element: Element) -> bool:
    return element.tag == "blockquote" or not _BOXES.isdisjoint(element.get("class", "").split())


def _unwrap_facts(facts: Element) -> None:
    """Facts that stand in a line -> words of a paragraph: a tagged PDF has no such list."""
    boxes = [box for box in facts if box.tag == "div"]
    if not boxes:
        return
    facts.tag, facts[:] = "p", [part for box in boxes for part in box]
    for part in facts:
        part.tag = {"dt": "strong", "dd": "span"}.get(part.tag, part.tag)
        part.tail = " "
        if part.tag == "span":
            add_class(part, "fact")


def _wrap_item(item: Element) -> None:
    """A list's item with paragraphs -> with a body around them: a tagged PDF has no P directly in it.

    WeasyPrint tags a `dd` in an item as the item's body, and HTML lets it stand there.
    """
    body = Element("dd", {"class": "item"})
    body.text, item.text = item.text, None
    body.extend(item)
    for child in list(item):
        item.remove(child)
    item.append(body)


def _flatten_link(link: Element) -> None:
    """A link -> with nothing but text in it: WeasyPrint makes another, untagged link of every element inside.

    An element around all of its words changes places with it; among other words it gives up its look.
    """
    if link.find(".//img") is not None:
        return
    while len(link) == 1 and not link.text and not link[0].tail:
        inner = link[0]
        link.tag, inner.tag = inner.tag, link.tag
        link.attrib, inner.attrib = inner.attrib, link.attrib
        link = inner
    if len(link):
        link.text = "".join(link.itertext())
        for child in list(link):
            link.remove(child)


def _fill_header(table: Element) -> None:
    """A table whose header row has empty cells -> with a heading for every cell, as a tagged PDF needs it.

    A heading reaches over the empty cells to its right, and the first cell of each row heads its row.
    """
    empty = [(row, cell) for row in table.iterfind("thead/tr") for cell in row if cell.tag == "td"]
    for row, cell in empty:
        position = list(row).index(cell)
        if position:
            row[position - 1].set("colspan", str(int(row[position - 1].get("colspan", "1")) + 1))
            row.remove(cell)
    for row in table.iterfind("tbody/tr") if empty else ():
        if len(row) and row[0].tag == "td":
            row[0].tag = "th"
            row[0].set("scope", "row")


def _is_short(table: Element) -> bool:
    rows = sum(1 for _ in table.iter("tr"))
    return rows <= _SHORT_ROWS and _letters(table) <= _SHORT_TEXT


def _letters(element: Element) -> int:
    return sum(len(text.strip()) for text in element.itertext())
