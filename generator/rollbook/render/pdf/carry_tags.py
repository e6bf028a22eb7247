"""A tagged PDF and the sheets that its pages were placed on -> the sheets tagged too, in the order of the book.

A page on a sheet is a form, which numbers its own marked content. So everything in the tree of tags that named a page
names the side of the sheet and the form on it, and the tree stays as it was: a booklet is read aloud from its cover on,
whatever stands beside it on the sheet. What is printed leads nowhere: a link becomes the words that it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import partial
from typing import Any

from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, BooleanObject, DictionaryObject, NameObject, NullObject, NumberObject

from rollbook.model.quick_dataclass import dataclass

# What is made anew for the place on a sheet; the rest says what an element is, and stays.
_PLACED = ("/K", "/P", "/Pg")
# Where marked content begins in what WeasyPrint draws; the text there is in hexadecimal, and can't look like this.
_MARK = re.compile(rb"/\w+\s*<</MCID (\d+)>>\s*BDC")


@dataclass(frozen=True, slots=True)
class PlacedPage:
    """Where a page of the book has come to stand: the side of a sheet, and the form that draws it there."""

    side: Any  # an indirect reference, as is the form's
    form: Any


@dataclass(slots=True)
class _Tags:
    """What the tree is made of: the sheets, where each page went by its number in the book's file, and its elements."""

    writer: PdfWriter
    placed: Mapping[int, PlacedPage]
    marked: dict[int, dict[int, Any]] = field(default_factory=dict)  # by page, by the number of the marked content


def carry_tags(reader: PdfReader, writer: PdfWriter, placed: Mapping[int, PlacedPage]) -> None:
    """A tagged PDF, the sheets, by the number of its object where each page went -> the sheets with its tags."""
    tags = _Tags(writer, placed)
    root = DictionaryObject({NameObject("/Type"): NameObject("/StructTreeRoot")})
    place = writer._add_object(root)
    tree = reader.root_object["/StructTreeRoot"]
    root[NameObject("/K")] = ArrayObject(_kids(tags, tree, 0, place))  # type: ignore[arg-type]  # a dictionary
    root[NameObject("/ParentTree")] = writer._add_object(_numbered(tags))
    writer.root_object[NameObject("/StructTreeRoot")] = place
    writer.root_object[NameObject("/MarkInfo")] = DictionaryObject({NameObject("/Marked"): BooleanObject(True)})
    # What the file says of itself: its title, and that it keeps to PDF/UA.
    writer.root_object[NameObject("/Metadata")] = reader.root_object["/Metadata"].clone(writer).indirect_reference


def _kids(tags: _Tags, element: DictionaryObject, page: int, parent: Any) -> Iterator[Any]:
    """An element, the number of its page's object, its place in the sheets -> what stands in it there."""
    kids = element.get("/K", ArrayObject()).get_object()
    for kid in kids if isinstance(kids, list) else [kids]:
        each = kid.get_object()
        if isinstance(each, NumberObject):
            yield _content(tags, page, int(each), parent)
        elif each.get("/Type") == "/MCR":
            yield _content(tags, each.raw_get("/Pg").idnum if "/Pg" in each else page, int(each["/MCID"]), parent)
        elif each.get("/Type") != "/OBJR" and (copied := _element(tags, each, page, parent)):
            yield copied


def _element(tags: _Tags, element: DictionaryObject, page: int, parent: Any) -> Any:
    """An element -> its place in the sheets; nothing for a link that held no words."""
    copied = DictionaryObject({NameObject("/P"): parent})
    place = tags.writer._add_object(copied)
    for key, value in element.items():
        if key not in _PLACED:
            copied[NameObject(key)] = value.clone(tags.writer)
    page = element.raw_get("/Pg").idnum if "/Pg" in element else page
    if page in tags.placed:
        copied[NameObject("/Pg")] = tags.placed[page].side
    kids = ArrayObject(_kids(tags, element, page, place))
    if kids:
        copied[NameObject("/K")] = kids
    if str(element["/S"]) == "/Link":
        copied[NameObject("/S")] = NameObject("/Span")
        return place if kids else None
    return place


def _content(tags: _Tags, page: int, number: int, parent: Any) -> DictionaryObject:
    """Marked content of a page, what it belongs to -> the same in the form that draws the page."""
    tags.marked.setdefault(page, {})[number] = parent
    spot = tags.placed[page]
    return DictionaryObject(
        {
            NameObject("/Type"): NameObject("/MCR"),
            NameObject("/Pg"): spot.side,
            NameObject("/Stm"): spot.form,
            NameObject("/MCID"): NumberObject(number),
        }
    )


def _numbered(tags: _Tags) -> DictionaryObject:
    """-> from each form's marked content the way back to its elements; the forms are told their numbers."""
    numbers = ArrayObject()
    for key, (page, spot) in enumerate(sorted(tags.placed.items())):
        elements, form = tags.marked.get(page, {}), spot.form.get_object()
        form[NameObject("/StructParents")] = NumberObject(key)
        form.set_data(_MARK.sub(partial(_mark, elements), form.get_data()))
        places = [elements.get(number, NullObject()) for number in range(max(elements, default=-1) + 1)]
        numbers += [NumberObject(key), ArrayObject(places)]
    return DictionaryObject({NameObject("/Nums"): numbers})


def _mark(elements: Mapping[int, Any], mark: re.Match[bytes]) -> bytes:
    """Where marked content begins -> the same, or that of an artifact if nothing in the tree names it.

    WeasyPrint numbers what stands in the margins too, and leaves it out of the tree.
    """
    return mark[0] if int(mark[1]) in elements else b"/Artifact BMC"
