"""Books that nobody would write, on paper: a clear problem with its place, or clean pages that have lost nothing."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.paper_format import PAPER_FORMATS
from rollbook.model.printing import Printing
from rollbook.model.source import Asset
from rollbook.render.pdf import render_pdf
from rollbook.render.pdf.beyond_print import lost_gradients

from tests.shelves import shelf_of

WORD = "".join(chr(97 + number % 26) for number in range(500))


def printed(folder: Path, paper: str) -> tuple[list[str], tuple[Diagnostic, ...]]:
    """A shelf of one book -> the words of each page without spaces, and the problems."""
    book = shelf_of(folder).books[0]
    pdf, problems = render_pdf(Printing(book, PAPER_FORMATS[paper], "book.pdf"), "")
    pages = PdfReader(BytesIO(pdf.content)).pages if pdf else []
    return ["".join(page.extract_text().split()) for page in pages], problems


def write(folder: Path, *chapters: str) -> Path:
    content = folder / "content" / "book"
    content.mkdir(parents=True)
    (folder / "data").mkdir()
    for number, text in enumerate(chapters, 1):
        (content / f"{number:02}.md").write_text(text, encoding="utf-8")
    return content


def test_a_table_of_200_columns_is_told_or_whole(tmp_path: Path) -> None:
    names = [f"c{number}" for number in range(200)]
    lines = ["|".join(names), "|".join(["---"] * 200), "|".join(f"v{number}" for number in range(200))]
    write(tmp_path, "# Wide\n\nBefore.\n\n" + "\n".join(f"|{line}|" for line in lines) + "\n\nBehind.\n")
    pages, problems = printed(tmp_path, "a4")
    assert problems
    assert {problem.code for problem in problems} <= {"text-lost", "print-limit"}
    assert all(problem.place.file.endswith("content/book/01.md") for problem in problems)
    assert not pages or any("Behind." in page for page in pages)


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_a_word_of_500_letters_and_a_chapter_of_one_line_lose_nothing(paper: str, tmp_path: Path) -> None:
    write(tmp_path, f"# Long\n\nOne {WORD} word.\n\n- {WORD}\n", "# Short\n\nA line.\n")
    pages, problems = printed(tmp_path, paper)
    assert problems == ()
    # The hyphens of broken words, and the mark of an item, which is drawn when its first part is.
    letters = re.sub("[‐•-]", "", "".join(pages))
    assert letters.count(WORD) == 2
    assert any("Aline." in page for page in pages)


def test_a_word_of_500_letters_in_a_table_is_broken_on_a_page_of_its_own(tmp_path: Path) -> None:
    write(tmp_path, f"# Long\n\n| {WORD} | b |\n|---|---|\n| a | {WORD} |\n")
    pages, problems = printed(tmp_path, "a5")
    assert problems == ()
    assert sum(re.sub("[‐-]", "", page).count(WORD) for page in pages) == 2


def test_a_picture_of_one_dot_and_one_of_20_000_are_printed(tmp_path: Path) -> None:
    content = write(tmp_path, "# Seen\n\n![A dot](dot.png)\n\nBetween.\n\n![A line](line.png)\n\nBehind.\n")
    Image.new("RGB", (1, 1), "red").save(content / "dot.png")
    Image.new("RGB", (20_000, 3), "blue").save(content / "line.png")
    pages, problems = printed(tmp_path, "a4")
    assert problems == ()
    assert any("Between." in page and "Behind." in page for page in pages)


_DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="90" height="90"><defs>
<linearGradient id="sky"><stop offset="0" stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>
<radialGradient id="sun"><stop offset="0" stop-color="red"/><stop offset="1" stop-color="blue"/></radialGradient>
<radialGradient id="moon" gradientUnits="userSpaceOnUse" cx="4" cy="4" r="4">
<stop offset="0" stop-color="red"/><stop offset="1" stop-color="blue"/></radialGradient></defs>
<rect width="9" height="9" %s/></svg>"""


@pytest.mark.parametrize(
    ("paint", "told"),
    [
        ('fill="url(#sky)"', ""),
        ('fill="url(#moon)"', ""),
        ('fill="red" stroke="blue"', ""),
        ('fill="url(#sun)"', "what the gradient 'sun' fills is not printed"),
        ('style="fill: url(#sun)"', "what the gradient 'sun' fills is not printed"),
        ('fill="none" stroke-width="2" stroke="url(#sky)"', "a line with the gradient 'sky' is not printed"),
    ],
)
def test_a_gradient_is_printed_or_told(paint: str, told: str, tmp_path: Path) -> None:
    drawing = Asset("sun.svg", (_DRAWING % paint).encode())
    messages = [message for message, _ in lost_gradients(drawing)]
    assert messages == ([f"sun.svg: {told}"] if told else [])


@pytest.mark.parametrize(("paint", "count"), [('fill="url(#sun)"', 1), ('fill="url(#sky)"', 0)])
def test_a_book_with_such_a_drawing_is_printed_and_its_author_told(paint: str, count: int, tmp_path: Path) -> None:
    content = write(tmp_path, "# Seen\n\n![The sun](sun.svg)\n\nBehind.\n")
    (content / "sun.svg").write_text(_DRAWING % paint, encoding="utf-8")
    pages, problems = printed(tmp_path, "a5")
    assert [problem.code for problem in problems] == ["print-remark"] * count
    assert any("Behind." in page for page in pages)
