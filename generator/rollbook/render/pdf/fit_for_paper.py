"""A chapter's HTML -> the same as one large, tagged, printed document needs it."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

import tinyhtml5  # type: ignore[import-untyped]

from rollbook.model.diagnostic import Diagnostic
from rollbook.model.paper_format import PaperFormat
from rollbook.model.source import Place
from rollbook.render.address import link_to_site
from rollbook.render.pdf.adapt_chapter import adapt_element, gather_examples, mark_initial, mark_references, run_in
from rollbook.render.pdf.beyond_print import beyond_print
from rollbook.render.pdf.set_in_columns import (
    HEADINGS,
    INLINE,
    STANDARD_RULER,
    TIGHTER,
    Ruler,
    add_class,
    introduction,
    least_width,
    set_in_columns,
)

_PLATES = frozenset({"picture-page", "picture-bleed"})
_MARKS = ("rule-id", "index-entry")
# Letters that a column has room for in one line, or little more.
_ONE_LINE = 80


def fit_for_paper(
    fragment: str,
    page: str,
    place: Place,
    paper: PaperFormat,
    run_on: bool,
    site: str = "",
    site_page: str = "",
    ruler: Ruler = STANDARD_RULER,
    initials: bool = False,
) -> tuple[str, tuple[Diagnostic, ...]]:
    """The HTML of a page, its id, the addresses of site and page if it has one -> HTML for print, or why it can't be.

    `run_on`: the next chapter begins on the page on which this one ends; `ruler`: what its tables are set in;
    `initials`: its first letter is large.
    """
    body = tinyhtml5.parse(f"<body>{fragment}", namespace_html_elements=False).find("body")
    if problems := tuple(Diagnostic("print-limit", message, place, hint) for message, hint in beyond_print(body)):
        return "", problems
    _hide_marks(body)
    _title_tables(body)
    _put_plates_first(body)
    gather_examples(body)
    if site_page:
        link_to_site(body, page, site_page)
    # First, so that what is done to every element is done to the new ones.
    for glossary in body.iterfind(".//dl[@class='glossary']"):
        run_in(glossary)
    for element in list(body.iter()):
        _unwrap_rolls(element)
        _move_last_spaces(element)
        adapt_element(element, page)
        _keep_lead_ins(element)
    mark_references(body, site)
    if initials:
        mark_initial(body)
    if paper.turns:
        _turn_tables(body, paper, ruler)
    if paper.columns > 1:
        set_in_columns(body, paper.column_width, paper.text_width, ruler, run_on)
    return "".join(ElementTree.tostring(child, encoding="unicode", method="html") for child in body), ()


def _hide_marks(body: Element) -> None:
    """The id of a rule, the mark of an index entry -> gone; what stands behind it is where links to it lead."""
    for parent in list(body.iter()):
        for position, mark in reversed(list(enumerate(parent))):
            if mark.get("class") in _MARKS:
                _anchor_next(parent, position, mark.attrib["id"])
                _append_before(parent, mark, mark.tail or "")
                parent.remove(mark)


def _anchor_next(parent: Element, position: int, name: str) -> None:
    """The element behind this position -> with that id, or, where it has one already, with a mark inside."""
    following = parent[position + 1] if position + 1 < len(parent) else None
    if following is None:
        SubElement(parent, "div", {"id": name})
    elif following.get("id"):
        mark = Element("div" if following.tag == "div" else "span", {"id": name})
        mark.tail, following.text = following.text, None
        following.insert(0, mark)
    else:
        following.set("id", name)


def _title_tables(body: Element) -> None:
    """A table of a data file -> with its title above it, unless the heading that it stands under says the same."""
    heading = ""
    for element in list(body.iter()):
        if element.tag in HEADINGS:
            heading = _words(element)
        elif (title := element.attrib.pop("data-title", "")) and title.casefold() != heading.casefold():
            caption = Element("p", {"class": "table-title"})
            caption.text = title
            element.insert(0, caption)


def _put_plates_first(body: Element) -> None:
    """A picture with a page to itself -> before the heading above it, which would stay behind alone."""
    for plate in [each for each in body if not _PLATES.isdisjoint(each.get("class", "").split())]:
        position = list(body).index(plate)
        start = position
        while start and body[start - 1].tag in HEADINGS:
            start -= 1
        body.remove(plate)
        body.insert(start, plate)
        body.insert(start + 1, Element("div", {"class": AFTER}))


def _words(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def _unwrap_rolls(parent: Element) -> None:
    """On paper nothing rolls: the words of a roll that is no link become part of the sentence."""
    for roll in [child for child in parent if child.get("data-roll") and not len(child)]:
        _append_before(parent, roll, (roll.text or "") + (roll.tail or ""))
        parent.remove(roll)


def _move_last_spaces(parent: Element) -> None:
    """A space before an inline element -> into it.

    WeasyPrint counts the space when it measures text that ends with one. If the line is full but for the space, it
    takes the text for too wide and breaks its first word, so that half a word stands alone in a line.
    """
    for child in [child for child in parent if child.tag in INLINE]:
        before, first = _text_before(parent, child), _first_text(child)
        if first is not None and before.strip() and before != before.rstrip(" \n"):
            _set_text_before(parent, child, before.rstrip(" \n"))
            first.text = f" {first.text}"


def _first_text(element: Element) -> Element | None:
    """An inline element -> the element in it that its first words stand in, unless something else comes before them."""
    while not element.text and len(element) and element[0].tag in INLINE:
        element = element[0]
    return element if (element.text or "").strip() else None


def _text_before(parent: Element, child: Element) -> str:
    position = list(parent).index(child)
    return (parent[position - 1].tail if position else parent.text) or ""


def _set_text_before(parent: Element, child: Element, text: str) -> None:
    position = list(parent).index(child)
    if position:
        parent[position - 1].tail = text
    else:
        parent.text = text


def _append_before(parent: Element, child: Element, text: str) -> None:
    _set_text_before(parent, child, _text_before(parent, child) + text)


def _keep_lead_ins(parent: Element) -> None:
    """Words that end in a colon, a motto, a line about a table -> marked, so that they stay with what they lead to."""
    before = None
    for child, following in pairwise(list(parent)):
        leads = _words(child).endswith(":") or _is_motto(before, child) or _is_about_table(before, child, following)
        if child.tag == "p" and leads:
            add_class(child, "lead-in")
        before = child


def _is_about_table(before: Element | None, paragraph: Element, following: Element) -> bool:
    """Whether it is a line between a heading and a table: all three stand together."""
    below_heading = before is not None and before.tag in HEADINGS
    return below_heading and len(_words(paragraph)) < _ONE_LINE and next(following.iter("table"), None) is not None


def _is_motto(before: Element | None, paragraph: Element) -> bool:
    """Whether all of it is set in italics, and a heading stands before it."""
    below_heading = before is not None and before.tag in ("h2", "h3", "h4")
    alone = len(paragraph) == 1 and not (paragraph.text or "").strip() and not (paragraph[0].tail or "").strip()
    return below_heading and alone and paragraph[0].tag == "em"


# WeasyPrint takes the kind of the next page from what stands on it first, unless that is in columns.
AFTER = "after-plate"


def _turn_tables(body: Element, paper: PaperFormat, ruler: Ruler) -> None:
    """A chapter's body, its paper, what its tables are set in -> tables too wide for a page each on one that lies on
    its side, with the heading above them.

    Readers of the PDF see that page upright, as wide as others are high. On paper of one size it is a page turned by
    90°, its head on the left: impose.py turns it for a booklet, mended_pdf.py for a print shop.
    """
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
