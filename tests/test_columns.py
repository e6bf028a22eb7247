"""How a chapter is set in columns: what spans them, what goes with it, and how a box of columns ends."""

from __future__ import annotations

import re
import subprocess
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
import tinyhtml5
from pypdf import PdfReader
from rollbook.model.book import Book, Page
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import RawBlock
from rollbook.model.paper_format import PAPER_FORMATS
from rollbook.model.printing import Pdf, Printing
from rollbook.model.settings import BookSettings
from rollbook.model.source import Place, verbatim
from rollbook.render.pdf import render_pdf
from rollbook.render.pdf.fit_for_paper import fit_for_paper
from rollbook.render.pdf.set_in_columns import is_wide

A4 = PAPER_FORMATS["a4"]
LONG = "Words of a paragraph that is long enough for two columns. " * 4
WIDE = "<table><tr>" + "".join(f"<td>unbreakable{number}</td>" for number in range(8)) + "</tr></table>"
WIDER = "<table><tr>" + "".join(f"<td>unbreakable{number}</td>" for number in range(12)) + "</tr></table>"
FITTING = "<table><tr>" + "<td>Incomprehensibility</td>" * 5 + "</tr></table>"


def shape(html: str) -> str:
    """A chapter's HTML -> its outline on A4: `[…]` is a box of columns, `=[…]` one whose columns end level."""
    fitted, problems = fit_for_paper(html, "one", Place("one.md", 1), A4, False)
    assert problems == ()
    body = tinyhtml5.parse(f"<body>{fitted}", namespace_html_elements=False).find("body")
    return " ".join(_outline(child) for child in body)


def _outline(element: ElementTree.Element) -> str:
    kind = element.get("class", "")
    if re.match(r"columns\b", kind):
        mark = "=" if "level" in kind else ""
        return f"{mark}[{' '.join(child.tag for child in element)}]"
    if kind.startswith("turned-page"):
        return f"turned[{' '.join(child.tag for child in element)}]"
    return "break" if kind == "page-break" else element.tag


@pytest.mark.parametrize(
    ("html", "outline"),
    [
        (f"<p>{LONG}</p>", "=[p]"),
        (f"<p>{LONG}</p>" * 30, "[" + " ".join(["p"] * 30) + "]"),
        ("<p>One line.</p>", "p"),
        (f"<p>{LONG}</p>{WIDE}<p>{LONG}</p>", "=[p] table =[p]"),
        (f"<p>{LONG}</p><h2>Prices</h2>{WIDE}<p>{LONG}</p>", "=[p] h2 table =[p]"),
        (f'<p>{LONG}</p><h2>P</h2><p class="rule-id" id="one--r">a.b</p>{WIDE}', "=[p] h2 table"),
        (f"<p>{LONG}</p><h2>Prices</h2><p>All of them:</p>{WIDE}", "=[p] h2 p table"),
        (f"{WIDE}{WIDE}", "table table"),
        (f"<p>{LONG}</p><h2>Prices</h2><p>All of them:</p>{WIDER}<p>{LONG}</p>", "=[p] turned[h2 p table] div =[p]"),
        (f"{WIDER}{WIDER}", "turned[table table]"),
        (f'<p>{LONG}</p><div class="page-break"></div><p>{LONG}</p>', "=[p] break =[p]"),
        (f'<p>{LONG}</p><div class="t-full">{WIDE}</div>', "=[p] div"),
        (f"<p>{LONG}</p><pre>{'x' * 70}</pre>", "=[p] pre"),
        (f"<p>{LONG}</p><pre>{'x' * 40}</pre>", "=[p pre]"),
    ],
)
def test_what_spans_the_columns(html: str, outline: str) -> None:
    assert shape(html) == outline


def test_the_space_above_a_heading_belongs_to_what_stands_before_it() -> None:
    html = f'<p>{LONG}</p><h2>a</h2><h3>b</h3><p class="note">c</p><h3>d</h3>'
    fitted, _ = fit_for_paper(html, "one", Place("one.md", 1), A4, False)
    assert re.findall(r'class="([^"]*)"', fitted) == ["columns level", "before-h2", "note before-h3"]


@pytest.mark.parametrize(
    ("row", "wide"),
    [
        (["d6", "a few words"], False),
        (["Name", "A description of some length that may well be broken into several lines of a column. " * 2], False),
        (["Strength", "STR", "blows, damage, holds"], False),
        (["Incomprehensibility"] * 5, True),
        (["several words of prose in each cell of the row, all of them rather long"] * 5, True),
        (["12"] * 12, False),
        (["1,234,567"] * 9, True),
    ],
)
def test_a_table_takes_the_whole_width_only_where_it_must(row: list[str], wide: bool) -> None:
    cells = "".join(f"<td>{cell}</td>" for cell in row)
    table = ElementTree.fromstring(f"<table>{f'<tr>{cells}</tr>' * 3}</table>")
    assert is_wide(table, A4.column_width, A4.text_width) is wide


def print_book(*chapter: str) -> tuple[Pdf | None, tuple[Diagnostic, ...]]:
    """The HTML of a chapter -> its book on A4."""
    block = RawBlock("".join(chapter), verbatim(Place("one.md")))
    page = Page("one", "One", (block,), (), "one.md", Place("one.md", 1))
    return render_pdf(Printing(Book("book", "A Book", BookSettings(), (page,), (), ()), A4, "book.pdf"), "")


def right_half(pdf: Pdf | None) -> str:
    """A PDF -> the text that begins in the right half of the pages of its chapters."""
    assert pdf is not None
    found: list[str] = []

    def visit(text: str, matrix: list[float], at: list[float], *_: object) -> None:
        x, y = matrix[0] * at[4] + matrix[4], matrix[3] * at[5] + matrix[5]
        if x > A4.width / 25.4 * 72 / 2 and y < (A4.height - A4.margins.top - 40) / 25.4 * 72:
            found.append(text)

    for page in PdfReader(BytesIO(pdf.content)).pages[3:]:
        page.extract_text(visitor_text=visit)
    return "".join(found)


def test_a_chapter_stands_in_two_columns() -> None:
    pdf, problems = print_book(f"<p>{LONG}</p>" * 30)
    assert problems == ()
    assert "paragraph" in right_half(pdf)


def test_a_book_whose_columns_run_into_each_other_is_set_in_one() -> None:
    """Letters far wider than others, in a table that was taken for narrow: it reaches over the text beside it."""
    table = f"<table><tr><td>{'W' * 24}</td><td>{'W' * 24}</td></tr></table>"
    assert not is_wide(ElementTree.fromstring(table), A4.column_width, A4.text_width)
    pdf, problems = print_book(f"<p>{LONG}</p>" * 2, table, f"<p>{LONG}</p>" * 30)
    assert problems == ()
    assert "paragraph" not in right_half(pdf)


def test_a_table_without_cells_is_not_wide() -> None:
    assert not is_wide(ElementTree.fromstring("<table><tr></tr></table>"), 80, 170)


def test_a_short_box_is_not_cut_where_columns_are_levelled() -> None:
    """Alone at the end of a chapter it would be halved to make both columns as high."""
    box = '<div class="stat-block"><h3>Title</h3>' + "<p>Another line of the block.</p>" * 31 + "</div>"
    pdf, problems = print_book(f"<p>{LONG}</p>" * 20, box)
    assert problems == ()
    assert "block" not in right_half(pdf)


def test_examples_that_follow_each_other_stand_in_one_sidebar() -> None:
    def example(text: str) -> str:
        return f'<div class="sidebar"><p class="example"><strong data-several="Both.">One.</strong> {text}</p></div>'

    fitted, _ = fit_for_paper(
        f"{example('a')}\n{example('b <em>c</em>')}<p>Between.</p>{example('d')}", "one", Place("one.md", 1), A4, False
    )
    assert fitted.count('class="sidebar"') == 2
    text = " ".join(re.sub(r"<[^>]+>", " ", fitted).split())
    assert text == "Both. a b c Between. One. d"
    assert "data-several" not in fitted


def test_the_first_letter_of_a_chapter_is_large_and_its_word_is_whole(tmp_path: Path) -> None:
    pdf, problems = print_book(f"<p>{LONG}</p>" * 6)
    assert problems == ()
    assert pdf is not None
    path = tmp_path / "book.pdf"
    path.write_bytes(pdf.content)
    read = subprocess.run(["pdftotext", str(path), "-"], check=True, capture_output=True, text=True).stdout
    assert read.count("Words of") == 24
    assert " ".join(PdfReader(path).pages[3].extract_text().split()).count("Words of") == 24
    fitted, _ = fit_for_paper(f"<p>{LONG}</p>", "one", Place("one.md", 1), A4, False, initials=True)
    assert '<span class="initial">W</span>ords of' in fitted
