"""A booklet: the pages of a book on sheets that are folded and stapled, in the order in which they are then read."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from rollbook.model.paper_format import BOOKLETS
from rollbook.model.printing import Matter, Printing, printings
from rollbook.model.settings import ShelfSettings
from rollbook.render.pdf import render_pdf
from rollbook.render.pdf.impose import impose, sides

from tests.shelves import CASES, shelf_of
from tests.validators import pdf_faults


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


def placed(element: Any) -> Iterator[int]:
    """An element of a booklet's tree of tags -> the object of the page that each piece of text in it is drawn by."""
    kids = element.get("/K", [])
    for kid in kids if isinstance(kids, list) else [kids]:
        each = kid.get_object()
        if each.get("/Type") == "/MCR":
            yield each.raw_get("/Stm").idnum
        else:
            assert each["/S"] != "/Link", "nothing on paper leads anywhere"
            yield from placed(each)


def test_what_is_folded_or_cut_is_read_aloud_in_the_order_of_the_book(tmp_path: Path) -> None:
    shelf = shelf_of(CASES / "print")
    book = next(book for book in shelf.books if book.id == "lantern")
    paper, _ = BOOKLETS["booklet-a4"]
    deck = shelf_of(CASES / "cards").books[0]
    cards = next(each for each in printings(deck, ShelfSettings(editions=("cards",))) if each.matter is Matter.CARDS)
    orders = [Printing(book, paper, "booklet.pdf", Matter.BOOKLET_A4), cards]
    for order in orders:
        made, _ = render_pdf(order, "")
        assert made is not None
        (tmp_path / order.name).write_bytes(made.content)
    assert pdf_faults(tmp_path / order.name for order in orders) == {order.name: [] for order in orders}
    for order in orders:
        reader = PdfReader(tmp_path / order.name)
        numbers = {}
        for side in reader.pages:
            drawn = side["/Resources"]["/XObject"]  # type: ignore[index]  # a dictionary
            # In a booklet a page is called by its number; cards follow each other.
            before = len(numbers) if "/C0" in drawn else 0
            numbers |= {drawn.raw_get(name).idnum: int(name[2:] or 0) + before for name in drawn}
        read = [numbers[form] for form in placed(reader.root_object["/StructTreeRoot"])]
        assert read == sorted(read)
        assert len(set(read)) > 4
        assert reader.metadata is not None
        assert book.title in str(reader.metadata.title) or deck.title in str(reader.metadata.title)


def test_only_who_asks_for_booklets_gets_them() -> None:
    book = shelf_of(CASES / "print").books[0]
    assert not any("booklet" in order.name for order in printings(book, ShelfSettings()))
    asked = [order.name for order in printings(book, ShelfSettings(editions=("booklet",)))]
    assert asked == [f"{book.id}.pdf", f"{book.id}-booklet-a4.pdf", f"{book.id}-booklet-letter.pdf"]
