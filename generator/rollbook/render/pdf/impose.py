"""Finished pages -> the sheets that are printed: booklets to fold, cards to cut.

Put into each other, folded and stapled in the fold (saddle stitch), the sheets are the book, with its cover outside.
The pages are drawn as they are, and read aloud in the order of the book (carry_tags.py). Bookmarks and links stay with
the editions that are read on a screen.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from pypdf import PageObject, PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    FloatObject,
    IndirectObject,
    NameObject,
    StreamObject,
)

from rollbook.model.paper_format import Sheet
from rollbook.render.pdf.carry_tags import PlacedPage, carry_tags

# How many points a millimetre is.
POINT = 72 / 25.4
# A sheet has two sides of two pages each.
_ON_A_SHEET = 4


def impose(pdf: bytes, sheet: Sheet, cloth: str) -> tuple[bytes, int]:
    """A PDF, the sheet to print it on, the colour of the cover as #rrggbb -> the booklet, and how many sides it has."""
    reader, writer = PdfReader(BytesIO(pdf)), PdfWriter()
    pages = list(reader.pages)
    # The last is the outside of the cover's back, as dark as its front; blank pages stand before it.
    count = -(-(len(pages) + 1) // _ON_A_SHEET) * _ON_A_SHEET
    half, height = sheet.width * POINT / 2, sheet.height * POINT
    placed = {}
    for left, right in sides(count):
        drawing, forms = "", DictionaryObject()
        for number, start in ((left, 0.0), (right, half)):
            if number == count:
                drawing += _filled(cloth, start, half, height)
            elif number <= len(pages):
                page, name = pages[number - 1], f"/P{number}"
                forms[NameObject(name)] = writer._add_object(page_as_form(page, writer))
                drawing += _placed(name, start, half, height, page)
        side = add_side(writer, half * 2, height, drawing, forms)
        for number in (left, right):
            if number <= len(pages):
                placed[_number(pages[number - 1])] = PlacedPage(side, forms.raw_get(f"/P{number}"))
    return _written(reader, writer, placed), len(writer.pages)


def _number(page: PageObject) -> int:
    """A page -> the number of its object."""
    assert page.indirect_reference is not None, "it comes from a file"
    return page.indirect_reference.idnum


def _written(reader: PdfReader, writer: PdfWriter, placed: dict[int, PlacedPage]) -> bytes:
    """The pages as they were, the sheets made of them, where each went -> the file, with title, language and tags."""
    writer.pdf_header = reader.pdf_header
    writer.add_metadata({key: str(value) for key, value in (reader.metadata or {}).items()})
    for key in ("/Lang", "/ViewerPreferences"):
        writer.root_object[NameObject(key)] = reader.root_object[key].clone(writer)
    carry_tags(reader, writer, placed)
    written = BytesIO()
    writer.write(written)
    return written.getvalue()


def sides(count: int) -> Iterator[tuple[int, int]]:
    """How many pages a booklet has, in fours -> the numbers on each side of each sheet, the outermost first."""
    for sheet in range(count // _ON_A_SHEET):
        yield count - 2 * sheet, 2 * sheet + 1
        yield 2 * sheet + 2, count - 2 * sheet - 1


def page_as_form(page: PageObject, writer: PdfWriter) -> StreamObject:
    """A page -> what draws it, to be placed anywhere."""
    form, contents = DecodedStreamObject(), page.get_contents()
    form.set_data(contents.get_data() if contents is not None else b"")
    form[NameObject("/Type")], form[NameObject("/Subtype")] = NameObject("/XObject"), NameObject("/Form")
    form[NameObject("/BBox")] = ArrayObject(FloatObject(edge) for edge in page.mediabox)
    form[NameObject("/Resources")] = page["/Resources"].clone(writer)
    return form.flate_encode()


def _placed(name: str, start: float, half: float, height: float, page: PageObject) -> str:
    """A page's name, where its half of the sheet begins, that half's size -> it in the middle there, upright.

    A page that lies on its side has its head on the left, as a book is turned to read it.
    """
    across, up = float(page.mediabox.width), float(page.mediabox.height)
    if across > up:
        return f"q 0 1 -1 0 {start + (half + up) / 2:.3f} {(height - across) / 2:.3f} cm {name} Do Q\n"
    return f"q 1 0 0 1 {start + (half - across) / 2:.3f} {(height - up) / 2:.3f} cm {name} Do Q\n"


def _filled(colour: str, x: float, width: float, height: float) -> str:
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return f"/Artifact BMC q {red:.3f} {green:.3f} {blue:.3f} rg {x:.3f} 0 {width:.3f} {height:.3f} re f Q EMC\n"


def add_side(writer: PdfWriter, width: float, height: float, drawing: str, forms: DictionaryObject) -> IndirectObject:
    """A writer, a side's size in points, what is drawn on it and the forms that this names -> one more side."""
    side, contents = writer.add_blank_page(width, height), DecodedStreamObject()
    contents.set_data(drawing.encode())
    side[NameObject("/Contents")] = writer._add_object(contents)
    side[NameObject("/Resources")] = DictionaryObject({NameObject("/XObject"): forms})
    assert side.indirect_reference is not None, "the writer has given it one"
    return side.indirect_reference


_ACROSS = _DOWN = 3
# How long the lines are that say where to cut, and how far they keep from the cards.
_MARK = 4 * POINT
_APART = 1 * POINT


def nine_on_a_sheet(pdf: bytes, sheet: Sheet) -> tuple[bytes, int]:
    """A PDF, the sheet -> what is printed on both sides of it, turned over the long edge; and how many sides."""
    reader, writer = PdfReader(BytesIO(pdf)), PdfWriter()
    back, *cards = reader.pages
    width, height = float(back.mediabox.width), float(back.mediabox.height)
    left = (sheet.width * POINT - _ACROSS * width) / 2
    foot = (sheet.height * POINT - _DOWN * height) / 2
    spots = [
        (left + column * width, foot + (_DOWN - 1 - row) * height) for row in range(_DOWN) for column in range(_ACROSS)
    ]
    behind = writer._add_object(page_as_form(back, writer))
    marks = "".join(_marks(left, foot, width, height))
    placed = {}
    for start in range(0, len(cards), len(spots)):
        forms, drawing, backs = DictionaryObject(), marks, marks
        for number, (page, (x, y)) in enumerate(zip(cards[start:], spots, strict=False)):
            forms[NameObject(f"/C{number}")] = writer._add_object(page_as_form(page, writer))
            drawing += f"q 1 0 0 1 {x:.3f} {y:.3f} cm /C{number} Do Q\n"
            # Seen from behind, left is right.
            mirrored = sheet.width * POINT - x - width
            backs += f"q 1 0 0 1 {mirrored:.3f} {y:.3f} cm /B Do Q\n"
        side = add_side(writer, sheet.width * POINT, sheet.height * POINT, drawing, forms)
        for number, page in enumerate(cards[start : start + len(spots)]):
            placed[_number(page)] = PlacedPage(side, forms.raw_get(f"/C{number}"))
        only_back = DictionaryObject({NameObject("/B"): behind})
        add_side(writer, sheet.width * POINT, sheet.height * POINT, backs, only_back)
    return _written(reader, writer, placed), len(writer.pages)


def _marks(left: float, foot: float, width: float, height: float) -> Iterator[str]:
    """Where the cards begin, their size -> lines outside of them, in line with every edge."""
    right, top = left + _ACROSS * width, foot + _DOWN * height
    yield "/Artifact BMC q 0.25 w 0 G\n"
    for x in (left + number * width for number in range(_ACROSS + 1)):
        yield f"{x:.3f} {foot - _APART:.3f} m {x:.3f} {foot - _APART - _MARK:.3f} l S\n"
        yield f"{x:.3f} {top + _APART:.3f} m {x:.3f} {top + _APART + _MARK:.3f} l S\n"
    for y in (foot + number * height for number in range(_DOWN + 1)):
        yield f"{left - _APART:.3f} {y:.3f} m {left - _APART - _MARK:.3f} {y:.3f} l S\n"
        yield f"{right + _APART:.3f} {y:.3f} m {right + _APART + _MARK:.3f} {y:.3f} l S\n"
    yield "Q EMC\n"
