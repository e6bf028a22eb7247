"""A chapter's elements -> as one large, tagged, printed document needs them: links with pages, examples in sidebars.

A chapter's tree -> the same with its first letter marked, for the style sheet to set it large. It stands on its line. A
letter that is let into the lines below it is a block of its own for whatever reads the file aloud or copies from it:
"T" and, some way behind, "he".

A chapter's tree -> what a reader of paper needs of its links: the page that one leads to, the address of another. The
style sheet prints both behind the words: the page only the layout knows, and neither is part of the author's text.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from rollbook.render.pdf.set_in_columns import HEADINGS, add_class

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


def run_in(glossary: Element) -> None:
    """A glossary -> a list whose words stand on the lines of what they mean: that spares a line for each."""
    entries = [part for part in glossary if part.tag == "dt"]
    for word, meaning in zip(entries, glossary.findall("dd"), strict=True):
        entry = Element("li", word.attrib)
        entry.append(word)
        word.tag, word.attrib, word.tail = "strong", {}, f"\u2002{meaning.text or ''}"
        entry.extend(meaning)
        entry.tail = "\n"
        glossary.remove(word)
        glossary.remove(meaning)
        glossary.append(entry)
    glossary.tag = "ul"


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


def gather_examples(body: Element) -> None:
    """A chapter's body -> changed in place; the word above several is the plural that the first brings along."""
    for parent in list(body.iter()):
        first: Element | None = None
        for child in list(parent):
            if child.get("class") != "sidebar":
                first = None
            elif first is None:
                first = child
            else:
                _join(first, child)
                first.tail = child.tail
                parent.remove(child)
    for word in body.iter("strong"):
        word.attrib.pop("data-several", None)


def _join(first: Element, following: Element) -> None:
    """A sidebar, and the one behind it -> the first with the examples of both."""
    word = first.find("p/strong[@data-several]")
    if word is not None:
        word.text = word.attrib.pop("data-several")
    if name := following.get("id"):
        # A link may lead to it.
        following[0].set("id", name)
    for example in following:
        label = example.find("strong[@data-several]")
        if label is not None:
            example.text = (label.tail or "").lstrip()
            example.remove(label)
    first.extend(following)


# So much of a paragraph is worth a large letter before it.
_WORTH_ONE = 80


def mark_initial(body: Element) -> None:
    """A chapter's body -> changed in place, if it begins with a paragraph, and that with a letter."""
    first = next(iter(body), None)
    if first is None or first.tag != "p" or first.get("class") or len("".join(first.itertext())) < _WORTH_ONE:
        return
    text = (first.text or "").lstrip()
    if text[:1].isalpha() and text[:1].upper() == text[:1]:
        initial = Element("span", {"class": "initial"})
        initial.text, initial.tail, first.text = text[0], text[1:], ""
        first.insert(0, initial)
