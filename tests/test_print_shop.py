"""The files that a print shop gets: where pages are cut, what reaches beyond that, one ink for text, and the cover."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import mkdtemp

import pytest
from PIL import Image
from pypdf import PdfReader
from rollbook.build.print_books import print_books
from rollbook.model.edition import EDITIONS
from rollbook.model.paper_format import PAPER_FORMATS
from rollbook.model.printing import Matter, Pdf, printings
from rollbook.model.settings import ShelfSettings
from rollbook.progress import Silent
from rollbook.render.pdf import render_pdf

from tests.shelves import clean_shelf
from tests.validators import archive_faults

POINT = 72 / 25.4
A5 = PAPER_FORMATS["a5"]
SHOP = ShelfSettings(editions=("print-shop",))
BOOK = """title: Salt
subtitle: A voyage
description: Everything that the sea wants back.
print_shop: {bleed: 3, leaf: 2}
"""
CHAPTER = """# At sea

The harbour lies behind you, and the last of its lamps goes out while you are still counting the sails ahead.

![The sea](sea.png){bleed}

Behind the picture.
"""


@cache
def written() -> Path:
    """A shelf with a small book that has a picture up to the edges."""
    folder = Path(mkdtemp())
    content = folder / "content" / "salt"
    content.mkdir(parents=True)
    (folder / "data").mkdir()
    (content / "book.yml").write_text(BOOK, encoding="utf-8")
    (content / "01.md").write_text(CHAPTER, encoding="utf-8")
    Image.new("RGB", (300, 400), "red").save(content / "sea.png")
    return folder


@cache
def printed() -> dict[Matter, Pdf]:
    """Both files of that book."""
    made = {}
    for order in printings(clean_shelf(written()).books[0], SHOP):
        if order.matter is not Matter.BOOK:
            pdf, problems = render_pdf(order, "")
            assert problems == ()
            assert pdf is not None
            made[order.matter] = pdf
    assert list(made) == [Matter.SHOP, Matter.SHOP_COVER]
    return made


def opened(matter: Matter) -> PdfReader:
    return PdfReader(BytesIO(printed()[matter].content))


def millimetres(box: object) -> tuple[float, ...]:
    return tuple(round(float(edge) / POINT, 2) for edge in box)  # type: ignore[attr-defined]  # four edges


def test_every_page_says_where_it_is_cut_and_how_far_it_bleeds() -> None:
    pages = opened(Matter.SHOP).pages
    assert len(pages) % 4 == 0
    assert {millimetres(page.trimbox) for page in pages} == {(0, 0, A5.width, A5.height)}
    assert {millimetres(page.bleedbox) for page in pages} == {(-3, -3, A5.width + 3, A5.height + 3)}
    # The marks stand outside of the bleed.
    assert {millimetres(page.mediabox) for page in pages} == {(-10, -10, A5.width + 10, A5.height + 10)}


def test_the_spine_is_as_thick_as_the_leaves() -> None:
    inside, (jacket,) = opened(Matter.SHOP).pages, opened(Matter.SHOP_COVER).pages
    assert millimetres(jacket.trimbox) == (0, 0, 2 * A5.width + len(inside) / 2 * 2, A5.height)
    text = " ".join(jacket.extract_text().split())
    assert "Everything that the sea wants back." in text
    assert text.count("Salt") == 2, "on the front and on the spine"


def test_a_cover_takes_the_number_of_pages_from_the_build() -> None:
    """The inside is laid out once: a cover that is told how many pages it goes around doesn't count them again."""
    shelf = clean_shelf(written())
    cover = next(order for order in printings(shelf.books[0], SHOP) if order.matter is Matter.SHOP_COVER)
    thick, problems = render_pdf(replace(cover, inside=400), "")
    assert problems == ()
    assert thick is not None
    (jacket,) = PdfReader(BytesIO(thick.content)).pages
    assert millimetres(jacket.trimbox) == (0, 0, 2 * A5.width + 400, A5.height)
    printouts = print_books(replace(shelf, settings=replace(shelf.settings, editions=("print-shop",))), Silent())
    built = {printout.order.matter: printout.pdf for printout in printouts}
    assert built[Matter.SHOP_COVER] == printed()[Matter.SHOP_COVER]


def test_text_takes_one_ink() -> None:
    """Black is a shade of grey in the file; no text is black as a mixture of red, green and blue."""
    for page in opened(Matter.SHOP).pages[:5]:
        contents = page.get_contents()
        drawn = contents.get_data().decode("latin-1") if contents else ""
        assert not re.search(r"^0 0 0 (rg|RG)$", drawn, re.MULTILINE)
    chapter = opened(Matter.SHOP).pages[3].get_contents()
    assert chapter is not None
    assert re.search(rb"^0 g$", chapter.get_data(), re.MULTILINE)


def seen(matter: Matter, page: int, folder: Path) -> Image.Image:
    """A page of a file -> its picture, ten dots to a millimetre of paper and of what surrounds it."""
    path = folder / "shop.pdf"
    path.write_bytes(printed()[matter].content)
    at = ["-f", str(page), "-l", str(page), "-r", "25.4", "-singlefile"]
    subprocess.run(["pdftoppm", "-png", *at, str(path), str(folder / "page")], check=True)
    return Image.open(folder / "page.png").convert("RGB")


def test_a_picture_and_the_cover_go_on_beyond_the_edge_and_no_further(tmp_path: Path) -> None:
    red = (255, 0, 0)
    pages = [page.extract_text() for page in opened(Matter.SHOP).pages]
    plate = next(number for number in range(4, len(pages)) if not pages[number - 1].strip())
    picture = seen(Matter.SHOP, plate, tmp_path)
    middle = picture.height // 2
    assert picture.getpixel((8, middle)) == red
    assert picture.getpixel((picture.width - 9, middle)) == red
    assert picture.getpixel((5, middle)) != red
    jacket = seen(Matter.SHOP_COVER, 1, tmp_path)
    white, middle = (255, 255, 255), jacket.height // 2
    for x in (8, jacket.width - 9):
        assert jacket.getpixel((x, middle)) != white
        assert white not in (jacket.getpixel((x, jacket.height - 9)), jacket.getpixel((x, 8)))
    assert jacket.getpixel((5, middle)) == white


def test_the_inside_begins_with_a_title_page_and_ends_blank() -> None:
    pages = [" ".join(page.extract_text().split()) for page in opened(Matter.SHOP).pages]
    assert pages[0] == "Salt A voyage"
    assert any("Behind the picture." in page for page in pages)
    assert pages[-1] == ""


def test_both_files_are_archivable_and_sound(tmp_path: Path) -> None:
    paths = [tmp_path / pdf.name for pdf in printed().values()]
    for path, pdf in zip(paths, printed().values(), strict=True):
        path.write_bytes(pdf.content)
        subprocess.run(["qpdf", "--check", str(path)], check=True, capture_output=True)
    assert archive_faults(paths) == {path.name: [] for path in paths}


@pytest.mark.parametrize("edition", ["print-shop", "print-shop-cover"])
def test_no_page_of_the_site_has_them(edition: str) -> None:
    assert EDITIONS[edition].folders == ("pdf",)
    assert EDITIONS[edition].label == ""
