"""A table too wide for a page stands on one that lies on its side: whole, tagged, and with the right numbers."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from tempfile import mkdtemp

import pytest
from pypdf import PdfReader
from pypdf.generic import Destination
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.paper_format import BOOKLETS, PAPER_FORMATS, PaperFormat
from rollbook.model.printing import Matter, Printing, printings
from rollbook.model.settings import ShelfSettings
from rollbook.render.pdf import render_pdf

from tests.shelves import shelf_of
from tests.validators import archive_faults, pdf_faults

POINT = 72 / 25.4
PROSE = "Words of a paragraph that goes on until it has filled a line or two of its column. " * 8
ROWS = 12


@dataclass(frozen=True)
class Box:
    """A word on a page, in points from the top left corner."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


def table(columns: int) -> str:
    """Columns -> a table whose every cell says where it is."""
    lines = [[f"Swordarm{column}" for column in range(columns)], ["---"] * columns]
    lines += [[f"r{row}c{column}" for column in range(columns)] for row in range(ROWS)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def shelf(chapter: str) -> Path:
    folder = Path(mkdtemp())
    content = folder / "content" / "book"
    content.mkdir(parents=True)
    (folder / "data").mkdir()
    (content / "01.md").write_text(chapter, encoding="utf-8")
    (content / "02.md").write_text(f"# Next\n\nAs in [prices](01.md#prices). {PROSE}\n", encoding="utf-8")
    return folder


def chapter(columns: int, behind: str = PROSE) -> str:
    return f"# Wide\n\n{PROSE}\n\n## Prices\n\nAll of them:\n\n{table(columns)}\n\n{behind}\n"


@cache
def printed(columns: int, paper: str, behind: str = PROSE) -> tuple[Path, tuple[Diagnostic, ...]]:
    """A book with such a table on a paper -> its PDF as a file, and what is wrong with it."""
    book = shelf_of(shelf(chapter(columns, behind))).books[0]
    pdf, problems = render_pdf(Printing(book, PAPER_FORMATS[paper], "book.pdf"), "")
    assert pdf is not None
    path = Path(mkdtemp()) / f"{paper}-{columns}.pdf"
    path.write_bytes(pdf.content)
    return path, problems


def boxes(path: Path, page: int) -> list[Box]:
    command = ["pdftotext", "-f", str(page), "-l", str(page), "-bbox", str(path), "-"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    word = re.compile(r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</word>')
    return [Box(each[4], *map(float, each[:4])) for each in word.findall(text)]


def turned(path: Path) -> list[int]:
    """A PDF -> the numbers of its pages that lie on their side."""
    pages = PdfReader(path).pages
    return [number for number, page in enumerate(pages, 1) if page.mediabox.width > page.mediabox.height]


@pytest.mark.parametrize(("columns", "paper"), [(14, "a4"), (20, "a4"), (14, "plain"), (14, "a5"), (30, "a4")])
def test_a_wide_table_is_whole_on_a_page_on_its_side(columns: int, paper: str) -> None:
    path, problems = printed(columns, paper)
    assert problems == ()
    (page,) = turned(path)
    form, words = PAPER_FORMATS[paper], boxes(path, page)
    edges = form.margins.outer * POINT, form.margins.top * POINT
    reach = (form.height - form.margins.outer) * POINT + 1, (form.width - form.margins.bottom) * POINT
    cells = [word for word in words if re.fullmatch(r"r\d+c\d+", word.text)]
    if columns < 30:
        assert {word.text for word in cells} == {f"r{row}c{column}" for row in range(ROWS) for column in range(columns)}
    for word in cells:
        assert edges[0] <= word.left, word
        assert edges[1] <= word.top, word
        assert word.right <= reach[0], word
        assert word.bottom <= reach[1], word
    for row in range(ROWS):
        line = sorted((word for word in cells if word.text.startswith(f"r{row}c")), key=lambda word: word.left)
        assert all(one.right < other.left for one, other in pairwise(line))


@pytest.mark.parametrize("columns", [14, 20, 30])
def test_what_leads_to_it_stands_above_it_and_what_follows_on_a_page_as_usual(columns: int) -> None:
    path, _ = printed(columns, "a4")
    (number,) = turned(path)
    pages = [" ".join(page.extract_text().split()) for page in PdfReader(path).pages]
    assert "Prices All of them:" in pages[number - 1]
    assert "Words of a paragraph" not in pages[number - 1]
    assert pages[number].count("Words of a paragraph") >= 8
    letters = "".join(pages[number - 1].split()).replace("‐", "")
    assert all(f"Swordarm{column}" in letters for column in range(columns))


@pytest.mark.parametrize("behind", [PROSE, ""])
def test_contents_references_and_bookmarks_name_the_turned_page(behind: str) -> None:
    path, problems = printed(14, "a4", behind)
    assert problems == ()
    reader, (number,) = PdfReader(path), turned(path)
    contents = " ".join(reader.pages[2].extract_text().split())
    assert f"Prices {number}" in contents
    assert f"prices (p. {number})" in " ".join(reader.pages[number].extract_text().split())
    target = reader.named_destinations["wide--prices"]
    assert isinstance(target, Destination)
    assert reader.get_destination_page_number(target) == number - 1
    # Nothing is printed below the table, and no page is empty.
    assert all(page.extract_text().strip() for page in reader.pages)
    assert "Next" not in reader.pages[number - 1].extract_text()


def test_the_table_is_tagged_with_its_headings() -> None:
    path, _ = printed(14, "a4")
    structure = subprocess.run(["pdfinfo", "-struct", str(path)], check=True, capture_output=True, text=True).stdout
    kinds = [line.split()[0].rstrip(":") for line in structure.splitlines()]
    assert kinds.count("TH") == 14
    assert kinds.count("TD") == 14 * ROWS


def test_such_pdfs_pass_the_validators() -> None:
    paths = [printed(columns, paper)[0] for columns, paper in ((14, "a4"), (20, "a4"), (14, "a5"), (30, "a4"))]
    for path in paths:
        subprocess.run(["qpdf", "--check", str(path)], check=True, capture_output=True)
    assert pdf_faults(paths) == {path.name: [] for path in paths}


def test_a_table_that_fits_stays_upright_unless_its_author_says_otherwise(tmp_path: Path) -> None:
    assert turned(printed(4, "a4")[0]) == []
    folder = shelf(f'# Wide\n\n<div class="turned">\n\n{table(4)}\n\n</div>\n\n{PROSE}\n')
    pdf, problems = render_pdf(Printing(shelf_of(folder).books[0], PAPER_FORMATS["a4"], "book.pdf"), "")
    assert problems == ()
    assert pdf is not None
    path = tmp_path / "book.pdf"
    path.write_bytes(pdf.content)
    assert len(turned(path)) == 1


def test_a_booklet_turns_the_page_and_keeps_its_words_on_the_sheet(tmp_path: Path) -> None:
    paper, sheet = BOOKLETS[Matter.BOOKLET_A4.value]
    book = shelf_of(shelf(chapter(14))).books[0]
    pdf, problems = render_pdf(Printing(book, paper, "booklet.pdf", Matter.BOOKLET_A4), "")
    assert problems == ()
    assert pdf is not None
    path = tmp_path / "booklet.pdf"
    path.write_bytes(pdf.content)
    found = []
    for number in range(1, pdf.pages + 1):
        cells = [word for word in boxes(path, number) if re.fullmatch(r"r\d+c\d+", word.text)]
        found += [word.text for word in cells]
        halves = {word.left > sheet.width * POINT / 2 for word in cells}
        assert len(halves) <= 1, "it stands on one half of the sheet"
        # They are read from the foot upwards.
        assert all(word.bottom - word.top > word.right - word.left for word in cells if len(word.text) > 4)
        assert all(word.left > 0 and word.right < sheet.width * POINT for word in cells)
        assert all(word.top > 0 and word.bottom < sheet.height * POINT for word in cells)
    assert len(found) == 14 * ROWS


def test_a_shop_gets_pages_of_one_size(tmp_path: Path) -> None:
    book = shelf_of(shelf(chapter(14))).books[0]
    order = next(
        each for each in printings(book, ShelfSettings(editions=("print-shop",))) if each.matter is Matter.SHOP
    )
    pdf, problems = render_pdf(order, "")
    assert problems == ()
    assert pdf is not None
    sizes = {
        _seen(page.trimbox.width, page.trimbox.height, page.rotation) for page in PdfReader(BytesIO(pdf.content)).pages
    }
    assert sizes == {_size(order.paper)}
    path = tmp_path / "shop.pdf"
    path.write_bytes(pdf.content)
    assert archive_faults([path]) == {"shop.pdf": []}


def _seen(width: float, height: float, rotation: int) -> tuple[float, float]:
    across, up = round(float(width) / POINT, 1), round(float(height) / POINT, 1)
    return (up, across) if rotation % 180 else (across, up)


def _size(paper: PaperFormat) -> tuple[float, float]:
    return paper.width, paper.height
