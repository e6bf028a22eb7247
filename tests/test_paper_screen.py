"""The game master's screen on paper: its panels, what stands on them, and how large its letters are."""

from __future__ import annotations

from collections import Counter
from functools import cache
from io import BytesIO
from typing import Any

from pypdf import PdfReader
from rollbook.model.book import Book
from rollbook.model.paper_format import SCREEN_PAPER
from rollbook.model.printing import Matter, Pdf, Printing, printings
from rollbook.model.settings import ShelfSettings
from rollbook.render.pdf import render_pdf

from tests.shelves import CASES, shelf_of


@cache
def book() -> Book:
    return next(book for book in shelf_of(CASES / "screen").books if book.id == "keep")


@cache
def printed() -> Pdf:
    pdf, problems = render_pdf(Printing(book(), SCREEN_PAPER, "screen.pdf", Matter.SCREEN), "")
    assert problems == ()
    assert pdf is not None
    return pdf


def opened() -> PdfReader:
    return PdfReader(BytesIO(printed().content))


def test_only_a_book_that_names_what_belongs_on_its_screen_has_one() -> None:
    names = {
        each.id: [order.name for order in printings(each, ShelfSettings())] for each in shelf_of(CASES / "screen").books
    }
    assert "keep-screen.pdf" in names["keep"]
    assert "fort-screen.pdf" not in names["fort"]
    assert "keep-screen.pdf" not in [order.name for order in printings(book(), ShelfSettings(editions=("sheet",)))]


def test_panels_are_landscape_and_fit_a4_and_letter() -> None:
    for page in opened().pages:
        width, height = (float(side) / 72 * 25.4 for side in (page.mediabox.width, page.mediabox.height))
        assert height < width <= 279.5
        assert height <= 210.1


def test_what_is_named_stands_first_and_other_tables_fill_the_rest() -> None:
    text = " ".join(" ".join(page.extract_text().split()) for page in opened().pages)
    places = [text.index(words) for words in ("The Keep", "A sortie", "Who knocks", "What there is to eat")]
    assert places == sorted(places)
    assert "Everything at hand" not in text


def test_its_letters_can_be_read_at_arms_length() -> None:
    sizes: Counter[float] = Counter()

    def measure(text: str, outer: list[float], inner: list[float], font: Any, size: float) -> None:
        if text.strip():
            sizes[round(size * abs(inner[3]) * abs(outer[3]), 1)] += len(text)

    for page in opened().pages:
        page.extract_text(visitor_text=measure)
    assert sum(sizes.values()) > 100
    assert min(sizes) >= 10
