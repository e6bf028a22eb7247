"""Type on paper, as the styles of all themes have it: no colour that can't be read, nothing too small."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader
from rollbook.build.examine import Examined
from rollbook.model.book import Book
from rollbook.model.colour import contrast
from rollbook.model.paper_format import FORM_PAPER, Inks
from rollbook.model.printing import Matter, Printing, printings
from rollbook.model.settings import BookSettings, ShelfSettings
from rollbook.model.theme import THEMES
from rollbook.parse.parse_theme import shipped_theme
from rollbook.render.pdf import render_pdf
from rollbook.render.pdf.print_job import palette

from tests.shelves import CASES, ROOT, shelf_of

PRINT = ROOT / "site_templates"
SHEETS = sorted((*PRINT.glob("print/*.css"), *PRINT.glob("themes/*/print.css")))
# What text may be set in, and what fills an area: every pair that a style sheet can make of them is held below.
TEXT = {"var(--ink)", "var(--deep)", "inherit"}
ON_CLOTH, ON_TABS = "var(--lettering)", "#fff"
PALE = {"var(--wash)", "var(--tint)", "#fff", "none"}
CLOTH = {"var(--night)", "var(--cover)"}
ENOUGH = 4.5
SMALLEST = 7.5


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: f"{sheet.parent.name}-{sheet.name}")
def test_a_style_sheet_has_no_colours_but_these_and_no_type_that_is_too_small(sheet: object) -> None:
    css = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL)  # type: ignore[attr-defined]  # a path
    texts = set(re.findall(r"(?<![-\w])color:\s*([^;}]+?)\s*[;}]", css))
    assert texts <= TEXT | {ON_CLOTH, ON_TABS}
    fills = {fill.split(" url")[0].split()[0] for fill in re.findall(r"background(?:-color)?:\s*([^;}]+)", css)}
    assert {fill for fill in fills if not fill.startswith("url(")} <= PALE | CLOTH | {"var(--deep)"}
    sizes = [float(size) for size in re.findall(r"font(?:-size)?:[^;}]*?(\d*\.?\d+)pt", css)]
    assert min(sizes, default=SMALLEST) >= SMALLEST


@pytest.mark.parametrize("theme", THEMES)
@given(accent=st.builds("#{:06x}".format, st.integers(0, 0xFFFFFF)))
def test_text_of_any_book_can_be_read_on_whatever_it_stands_on(theme: str, accent: str) -> None:
    """Chapter numbers among it: they are set in the colour of headings."""
    book = Book("any", "Any", BookSettings(accent=accent), (), (), (), theme=shipped_theme(theme))
    inks = palette(book, Inks.COLOUR)
    for ground in ("#ffffff", inks.wash, inks.tint):
        assert min(contrast(colour, ground) for colour in (inks.ink, inks.deep)) >= ENOUGH
    for ground in (inks.cover, inks.night):
        assert contrast(inks.lettering, ground) >= ENOUGH
    assert contrast("#ffffff", inks.deep) >= ENOUGH


def sizes(order: Printing) -> dict[float, int]:
    """An order -> how many letters of the PDF are set in each size, in points."""
    pdf, problems = render_pdf(order, "")
    assert problems == ()
    assert pdf is not None
    found: dict[float, int] = {}

    def visit(text: str, matrix: list[float], at: list[float], font: object, size: float) -> None:
        points = round(abs(matrix[3] * at[3]) * size, 1)
        found[points] = found.get(points, 0) + len(text.strip())

    for page in PdfReader(BytesIO(pdf.content)).pages:
        page.extract_text(visitor_text=visit)
    return {size: letters for size, letters in found.items() if letters}


def test_forms_and_cards_have_no_type_that_is_too_small() -> None:
    sheets = next(book for book in shelf_of(CASES / "widgets").books if book.id == "harbour")
    assert min(sizes(Printing(sheets, FORM_PAPER, "sheet.pdf", Matter.BLANK_SHEET))) >= SMALLEST
    deck = shelf_of(CASES / "cards").books[0]
    cards = next(o for o in printings(deck, ShelfSettings(editions=("cards",))) if o.matter is Matter.CARDS)
    assert min(sizes(cards)) >= SMALLEST


@pytest.mark.soak
def test_what_the_shelf_prints_beside_its_books_can_be_read(examined: Examined) -> None:
    """A sheet and a card in the hand, a screen at arm's length."""
    editions = ShelfSettings(editions=("sheet", "screen", "cards"))
    smallest = {Matter.BLANK_SHEET: SMALLEST, Matter.CARDS: SMALLEST, Matter.SCREEN: 10}
    orders = [order for book in examined.shelf.books for order in printings(book, editions)]
    for order in orders:
        if order.matter in smallest:
            assert min(sizes(order)) >= smallest[order.matter], order.name
