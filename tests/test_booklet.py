"""A booklet: the pages of a book on sheets that are folded and stapled, in the order in which they are then read."""

from __future__ import annotations

import subprocess
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader
from rollbook.model.paper_format import BOOKLETS
from rollbook.model.printing import Matter, Printing, printings
from rollbook.model.settings import ShelfSettings
from rollbook.render.pdf import render_pdf
from rollbook.render.pdf.impose import impose, sides

from tests.shelves import CASES, shelf_of


def folded(count: int) -> list[int]:
    """The sides of sheets that lie in each other -> the pages as a reader turns them."""
    pairs = list(sides(count))
    fronts, backs = pairs[::2], pairs[1::2]
    first = [page for front, back in zip(fronts, backs, strict=True) for page in (front[1], back[0])]
    second = [page for front, back in zip(fronts, backs, strict=True) for page in (back[1], front[0])]
    # The innermost sheet's second half comes first.
    turned = [second[place : place + 2] for place in range(0, len(second), 2)]
    return first + [page for pair in reversed(turned) for page in pair]


@pytest.mark.parametrize("count", [4, 8, 12, 40])
def test_folded_sheets_are_read_in_order(count: int) -> None:
    assert folded(count) == list(range(1, count + 1))


@pytest.mark.parametrize("matter", [Matter.BOOKLET_A4, Matter.BOOKLET_LETTER])
def test_a_book_is_printed_as_a_booklet_with_all_its_words(matter: Matter, tmp_path: Path) -> None:
    shelf = shelf_of(CASES / "print")
    book = next(book for book in shelf.books if book.id == "lantern")
    paper, sheet = BOOKLETS[matter.value]
    flat, _ = render_pdf(Printing(book, paper, "flat.pdf"), "")
    booklet, problems = render_pdf(Printing(book, paper, "booklet.pdf", matter), "")
    assert flat is not None
    assert booklet is not None
    assert problems == ()
    pages, made = PdfReader(BytesIO(flat.content)).pages, PdfReader(BytesIO(booklet.content)).pages
    assert booklet.pages == len(made) == -(-(len(pages) + 1) // 4) * 2
    assert {tuple(round(float(edge) / 72 * 25.4, 1) for edge in page.mediabox[2:]) for page in made} == {
        (sheet.width, sheet.height)
    }
    for (left, right), side in zip(sides(len(made) * 2), made, strict=True):
        there = "".join(side.extract_text().split())
        for number in (left, right):
            words = "".join(pages[number - 1].extract_text().split()) if number <= len(pages) else ""
            assert words[:80] in there, number
    path = tmp_path / "booklet.pdf"
    path.write_bytes(booklet.content)
    subprocess.run(["qpdf", "--check", str(path)], check=True, capture_output=True)
    assert impose(flat.content, sheet, "#123456") == impose(flat.content, sheet, "#123456")


def test_only_who_asks_for_booklets_gets_them() -> None:
    book = shelf_of(CASES / "print").books[0]
    assert not any("booklet" in order.name for order in printings(book, ShelfSettings()))
    asked = [order.name for order in printings(book, ShelfSettings(editions=("booklet",)))]
    assert asked == [f"{book.id}.pdf", f"{book.id}-booklet-a4.pdf", f"{book.id}-booklet-letter.pdf"]
