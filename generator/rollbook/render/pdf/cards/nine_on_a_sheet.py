"""Pages of the size of a card, the first of them the back -> sheets of nine to cut, fronts and backs in turn."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from pypdf import PdfReader, PdfWriter
from pypdf.generic import DictionaryObject, NameObject

from rollbook.model.paper_format import Sheet
from rollbook.render.pdf.impose import POINT, add_side, page_as_form

_ACROSS = _DOWN = 3
# How long the lines are that say where to cut, and how far they keep from the cards.
_MARK = 4 * POINT
_APART = 1 * POINT


def nine_on_a_sheet(pdf: bytes, sheet: Sheet, title: str) -> tuple[bytes, int]:
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
    for start in range(0, len(cards), len(spots)):
        forms, drawing, backs = DictionaryObject(), marks, marks
        for number, (page, (x, y)) in enumerate(zip(cards[start:], spots, strict=False)):
            forms[NameObject(f"/C{number}")] = writer._add_object(page_as_form(page, writer))
            drawing += f"q 1 0 0 1 {x:.3f} {y:.3f} cm /C{number} Do Q\n"
            # Seen from behind, left is right.
            mirrored = sheet.width * POINT - x - width
            backs += f"q 1 0 0 1 {mirrored:.3f} {y:.3f} cm /B Do Q\n"
        add_side(writer, sheet.width * POINT, sheet.height * POINT, drawing, forms)
        only_back = DictionaryObject({NameObject("/B"): behind})
        add_side(writer, sheet.width * POINT, sheet.height * POINT, backs, only_back)
    writer.add_metadata({"/Title": title})
    written = BytesIO()
    writer.write(written)
    return written.getvalue(), len(writer.pages)


def _marks(left: float, foot: float, width: float, height: float) -> Iterator[str]:
    """Where the cards begin, their size -> lines outside of them, in line with every edge."""
    right, top = left + _ACROSS * width, foot + _DOWN * height
    yield "q 0.25 w 0 G\n"
    for x in (left + number * width for number in range(_ACROSS + 1)):
        yield f"{x:.3f} {foot - _APART:.3f} m {x:.3f} {foot - _APART - _MARK:.3f} l S\n"
        yield f"{x:.3f} {top + _APART:.3f} m {x:.3f} {top + _APART + _MARK:.3f} l S\n"
    for y in (foot + number * height for number in range(_DOWN + 1)):
        yield f"{left - _APART:.3f} {y:.3f} m {left - _APART - _MARK:.3f} {y:.3f} l S\n"
        yield f"{right + _APART:.3f} {y:.3f} m {right + _APART + _MARK:.3f} {y:.3f} l S\n"
    yield "Q\n"
