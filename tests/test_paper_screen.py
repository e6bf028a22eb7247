"""The game master's screen on paper: its panels, what stands on them, and how large its letters are."""

from __future__ import annotations

from collections import Counter
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from pypdf import PdfReader
from rollbook.model.book import Book
from rollbook.model.paper_format import SCREEN_PAPER
from rollbook.model.printing import Matter, Pdf, Printing, printings
from rollbook.model.settings import ShelfSettings
from rollbook.render.pdf import render_pdf
from rollbook.render.pdf.fill_panels import Block, fewest_panels, fill_panels

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


def test_panels_are_filled_alike() -> None:
    """Thirteen blocks that would fill one panel and begin a second: two panels, each about half full and level."""
    blocks = [Block(f"{number}", False, 40.0 + number) for number in range(13)]
    assert fewest_panels(blocks, 150.0) == 2
    panels = fill_panels(blocks, 150.0, 2)
    heights = [sum(block.height for block in column) for panel in panels for column in panel.columns]
    assert max(heights) - min(heights) <= 60
    assert max(heights) < 150
    read = [int(block.html) for panel in panels for column in panel.columns for block in column]
    assert sorted(read) == list(range(13))
    assert read[:2] == [0, 1]


def test_what_is_wide_stands_above_the_columns_of_its_panel() -> None:
    blocks = [Block("wide", True, 60.0), *(Block(str(number), False, 50.0) for number in range(5))]
    assert fewest_panels(blocks, 100.0) == 2
    first, second = fill_panels(blocks, 100.0, 2)
    assert [block.html for block in first.wide] == ["wide"]
    assert first.columns == [[], [], []]
    assert [[block.html for block in column] for column in second.columns] == [["0", "1"], ["2", "3"], ["4"]]
    assert fewest_panels([Block("high", False, 101.0)], 100.0) == 0


def test_a_long_table_stands_in_parts_below_the_same_heading(tmp_path: Path) -> None:
    rows = "".join(f"  - {{number: {number}, name: Name {number} of many}}\n" for number in range(1, 61))
    columns = "columns:\n  - {name: number, title: Number, kind: number}\n  - {name: name, title: Name}\n"
    files = {
        "content/keep/01-names.md": "# Names\n\n<!-- $data names.yml -->\n",
        "content/keep/02-screen.md": "# Screen\n\n<!-- $index table:names -->\n",
        "data/keep/names.yml": f"table: names\ntitle: Who is here\n{columns}rows:\n{rows}",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    pdf, problems = render_pdf(Printing(shelf_of(tmp_path).books[0], SCREEN_PAPER, "s.pdf", Matter.SCREEN), "")
    assert problems == ()
    assert pdf is not None
    (page,) = PdfReader(BytesIO(pdf.content)).pages
    text = " ".join(page.extract_text().split())
    assert text.casefold().count("who is here") == 3
    assert all(f"Name {number} of many" in text for number in range(1, 61))
