"""Each paper that a book can be printed on, measured in real PDFs: size, words, ink, and links to the site's dice."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from urllib.parse import quote

import pytest
from PIL import Image, ImageStat
from pypdf import PdfReader
from rollbook.check.check_pages import find_same_pdfs
from rollbook.load import load
from rollbook.model.book import Book, Page, Shelf
from rollbook.model.document.blocks import CalculatorBlock, SheetBlock, TableBlock
from rollbook.model.document.walk import every_block
from rollbook.model.paper_format import PAPER_FORMATS
from rollbook.model.printing import Pdf, Printing, printings
from rollbook.model.settings import BookSettings, ShelfSettings
from rollbook.model.source import Place
from rollbook.render.pdf import render_pdf

from tests.shelves import CASES, shelf_of

SITE = "https://rules.example.org/shelf"
PAPERS = ("a4", "letter", "both", "plain", "a5")


@cache
def shelf(case: str) -> Shelf:
    return shelf_of(CASES / case)


@cache
def printed(case: str, book_id: str, paper: str, site: str = SITE) -> Pdf:
    """A case, a book in it, a paper -> its PDF, with which nothing is wrong; each is printed once."""
    book = next(book for book in shelf(case).books if book.id == book_id)
    pdf, problems = render_pdf(Printing(book, PAPER_FORMATS[paper], f"{book_id}.pdf"), site)
    assert problems == ()
    assert pdf is not None
    return pdf


def opened(pdf: Pdf) -> PdfReader:
    return PdfReader(BytesIO(pdf.content))


def book(**settings: tuple[str, ...]) -> Book:
    return Book("saga", "Saga", BookSettings(**settings), (), (), ())  # type: ignore[arg-type]  # lists of papers only


@pytest.mark.parametrize(
    ("own", "shelf_has", "names"),
    [
        ((), ("a4",), {"a4": "saga.pdf"}),
        ((), ("letter", "plain"), {"letter": "saga.pdf", "plain": "saga-plain.pdf"}),
        (("a5", "a4"), ("letter",), {"a5": "saga.pdf", "a4": "saga-a4.pdf"}),
    ],
)
def test_the_first_paper_has_the_books_name(own: tuple[str, ...], shelf_has: tuple[str, ...], names: object) -> None:
    ordered = printings(book(papers=own), ShelfSettings(papers=shelf_has, editions=("none",)))
    assert {order.paper.name: order.name for order in ordered} == names


def test_two_books_never_have_a_pdf_of_the_same_name() -> None:
    page = Page("one", "One", (), (), "one.md", Place("content/saga-letter/one.md", 1))
    saga = replace(book(papers=("a4", "letter")), pages=(page,))
    other = replace(saga, id="saga-letter")
    [problem] = find_same_pdfs(Shelf(ShelfSettings(), (saga, other)))
    assert (problem.code, problem.place) == ("bad-setting", page.place)
    assert problem.message == "the books 'saga' and 'saga-letter' would both be printed as saga-letter.pdf"
    assert list(find_same_pdfs(Shelf(ShelfSettings(), (saga, replace(other, id="tale"))))) == []


def test_unless_asked_a_book_has_one_pdf_and_an_epub() -> None:
    assert [order.name for order in printings(book(), ShelfSettings())] == ["saga.pdf", "saga.epub"]


@pytest.mark.parametrize(
    ("paper", "width", "height"),
    [("a4", 210, 297), ("letter", 215.9, 279.4), ("both", 210, 279.4), ("plain", 210, 279.4), ("a5", 148, 210)],
)
def test_every_page_has_the_size_of_its_paper(paper: str, width: float, height: float) -> None:
    pdf = printed("print", "lantern", paper)
    pages = opened(pdf).pages
    assert pdf.pages == len(pages) > 0
    for page in pages:
        points = (float(page.mediabox.width), float(page.mediabox.height))
        assert points == pytest.approx((width / 25.4 * 72, height / 25.4 * 72), abs=0.1)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_word_is_on_every_paper(paper: str) -> None:
    sources, _ = load(CASES / "print/content", CASES / "print/data")
    source = next(book for book in sources.books if book.id == "lantern")
    text = " ".join(file.text for file in (*source.chapters, *source.data))
    text = re.sub(r"<!--.*?-->|\]\([^)]*\)|^id: .*|^header:|^data:", " ", text, flags=re.MULTILINE)
    assert words(text) - words(page_text(printed("print", "lantern", paper))) == Counter()


def page_text(pdf: Pdf) -> str:
    return "\n".join(page.extract_text() for page in opened(pdf).pages).replace("\u2010\n", "")


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text))


@pytest.mark.parametrize("paper", PAPERS)
def test_columns_are_read_one_after_the_other(paper: str) -> None:
    """A reader who listens, or copies, gets whole sentences and not lines across two columns."""
    letters = re.sub(r"\W+", "", page_text(printed("print", "lantern", paper)))
    sentence = "everything in the shadow has an advantage of +2 against those who stand in the light"
    assert re.sub(r"\W+", "", sentence) in letters


def test_the_sparing_paper_spares_paper() -> None:
    pages = {paper: printed("print", "lantern", paper).pages for paper in PAPERS}
    assert pages["plain"] < pages["letter"] <= pages["both"] <= pages["a4"] + 1
    assert pages["a4"] < pages["a5"]


def pictures(pdf: Pdf, tmp_path: Path) -> list[Image.Image]:
    """A PDF -> its pages as pictures."""
    (tmp_path / "book.pdf").write_bytes(pdf.content)
    command = ["pdftoppm", "-r", "50", "-png", str(tmp_path / "book.pdf"), str(tmp_path / "page")]
    subprocess.run(command, check=True)
    pages = [Image.open(path).convert("RGB") for path in sorted(tmp_path.glob("page-*.png"))]
    assert len(pages) == pdf.pages
    return pages


def ink(page: Image.Image) -> float:
    """A page -> how much of it is covered by ink of any colour, from 0 to 1."""
    return sum(255 - mean for mean in ImageStat.Stat(page).mean) / 3 / 255


def filled(page: Image.Image) -> float:
    """A page -> how much of it is tinted: neither white nor as dark as letters, over an area and not at an edge."""
    small = page.convert("L").resize((page.width // 2, page.height // 2), Image.Resampling.BOX)
    histogram = small.histogram()
    return sum(histogram[225:254]) / sum(histogram)


def test_the_sparing_paper_spares_ink(tmp_path: Path) -> None:
    pages = {}
    for paper in ("a4", "plain"):
        (tmp_path / paper).mkdir()
        pages[paper] = pictures(printed("print", "lantern", paper), tmp_path / paper)
    first = {paper: ink(pictures_[0]) for paper, pictures_ in pages.items()}
    assert first["plain"] < 0.4 * first["a4"]
    tints = {paper: max(map(filled, pictures_)) for paper, pictures_ in pages.items()}
    assert tints["plain"] < 0.4 * tints["a4"]


def test_the_sparing_paper_has_no_colour(tmp_path: Path) -> None:
    for page in pictures(printed("print", "lantern", "plain"), tmp_path):
        red, green, blue = page.split()
        assert red.tobytes() == green.tobytes() == blue.tobytes()


def links(pdf: Pdf) -> list[str]:
    """A PDF -> the addresses outside it that it links to, in order."""
    annotations = [entry.get_object() for page in opened(pdf).pages for entry in page.get("/Annots", ())]
    return [str(entry["/A"]["/URI"]) for entry in annotations if "/A" in entry]


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_every_roll_leads_to_the_dice_box_of_its_page(paper: str) -> None:
    found = links(printed("print", "lantern", paper))
    page = f"{SITE}/lantern/light-and-oil.html"
    assert f"{page}#dice={quote('1d20 + MIND bonus', safe='')}" in found
    assert f"{page}#dice=1d4" in found


def test_calculators_and_tables_lead_to_their_place_on_the_site() -> None:
    book_ = shelf("widgets").books[0]
    found = links(printed("widgets", book_.id, "a4"))
    anchors = {
        (page.id, block.anchor)
        for page in book_.pages
        for block in every_block(page.blocks)
        if isinstance(block, CalculatorBlock | SheetBlock) or (isinstance(block, TableBlock) and block.roll)
        if block.anchor
    }
    assert len(anchors) >= 3
    for page, anchor in anchors:
        assert f"{SITE}/{book_.id}/{page}.html#{quote(anchor)}" in found


def test_without_an_address_nothing_leads_out_and_the_words_are_the_same() -> None:
    alone = printed("print", "lantern", "a4", site="")
    assert not [link for link in links(alone) if link.startswith(SITE)]
    assert words(page_text(alone)) == words(page_text(printed("print", "lantern", "a4")))
