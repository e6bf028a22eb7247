"""A chapter that opens with a picture: above its title on paper and on the site, with what is written below it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader
from rollbook.model.paper_format import PAPER_FORMATS
from rollbook.model.printing import Printing
from rollbook.render.pdf import render_pdf
from rollbook.render.site import render_site

from tests.shelves import clean_shelf, read_shelf, to_read, write_site
from tests.validators import pdf_faults

PICTURE = '![Boats under a grey sky](sea.png "The harbour"){opener credit="A. Painter"}'
PROSE = "The lamps of the harbour go out one after the other while you are still counting the sails. " * 6


def write(folder: Path, chapter: str) -> Path:
    content = folder / "content" / "book"
    content.mkdir(parents=True)
    (folder / "data").mkdir()
    (content / "01.md").write_text(chapter, encoding="utf-8")
    (content / "02.md").write_text(f"# Ashore\n\n{PROSE}\n", encoding="utf-8")
    Image.new("RGB", (900, 900), "red").save(content / "sea.png")
    return folder


@pytest.mark.parametrize(("paper", "page"), [("a4", 4), ("a5", 4), ("plain", 1)])
def test_on_paper_it_is_a_band_above_the_title(paper: str, page: int, tmp_path: Path) -> None:
    book = clean_shelf(write(tmp_path, f"# At sea\n\n{PICTURE}\n\n{PROSE}\n")).books[0]
    pdf, problems = render_pdf(Printing(book, PAPER_FORMATS[paper], "book.pdf"), "")
    assert problems == ()
    assert pdf is not None
    path = tmp_path / f"{paper}.pdf"
    path.write_bytes(pdf.content)
    text = " ".join(PdfReader(path).pages[page - 1].extract_text().split())
    assert re.search(r"The harbour A\. Painter 1 *At sea", text), text
    left, top, right, bottom = red(path, page)
    form = PAPER_FORMATS[paper]
    assert abs(right - left - form.text_width) < 2
    assert 0.25 < (bottom - top) / form.text_height < 0.32
    if paper == "a4":
        subprocess.run(["qpdf", "--check", str(path)], check=True, capture_output=True)
        assert pdf_faults([path]) == {"a4.pdf": []}


def red(path: Path, page: int) -> tuple[float, ...]:
    """A page of a PDF -> the edges of what is red on it, in millimetres."""
    command = ["pdftoppm", "-png", "-r", "25.4", "-f", str(page), "-l", str(page), "-singlefile", str(path)]
    subprocess.run([*command, str(path.with_suffix(""))], check=True)
    _, green, _ = Image.open(path.with_suffix(".png")).convert("RGB").split()
    reds, _, _ = Image.open(path.with_suffix(".png")).convert("RGB").split()
    mask = Image.composite(Image.new("L", green.size, 0), reds, green.point(lambda shade: 255 if shade > 60 else 0))
    box = mask.point(lambda shade: 255 if shade > 200 else 0).getbbox()
    assert box is not None
    return box


@pytest.mark.parametrize(
    ("chapter", "above"),
    [
        (f"# At sea\n\n{PICTURE}\n\n{PROSE}\n", True),
        (f"# At sea\n\n{PROSE}\n\n{PICTURE}\n", False),
    ],
)
def test_on_the_site_it_stands_above_the_title_at_the_beginning_only(chapter: str, above: bool, tmp_path: Path) -> None:
    write_site(render_site(clean_shelf(write(tmp_path, chapter)), {}, to_read()), tmp_path / "site")
    html = next((tmp_path / "site").glob("**/at-sea.html")).read_text("utf-8")
    assert html.count("picture-opener") == 1
    assert (html.index("picture-opener") < html.index("<h1")) is above
    picture = re.search(r"<img[^>]*Boats under[^>]*>", html)
    assert picture is not None
    assert 'width="' in picture[0], "a browser knows its shape before it has it"


@pytest.mark.parametrize(
    ("picture", "code"),
    [("![Boats](lost.png){opener}", "missing-image"), ("![Boats](sea.png){opener width=40%}", "bad-attribute")],
)
def test_what_cannot_be_is_told_where_it_stands(picture: str, code: str, tmp_path: Path) -> None:
    folder = write(tmp_path, f"# At sea\n\n{picture}\n\n{PROSE}\n")
    _, problems = read_shelf(folder / "content", folder / "data")
    assert [(problem.code, problem.place.line) for problem in problems] == [(code, 3)]
