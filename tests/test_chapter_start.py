"""Where chapters begin on paper, and what stays together there."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from pypdf import PdfReader
from rollbook.model.book import Book, Page
from rollbook.model.document.blocks import RawBlock
from rollbook.model.paper_format import PAPER_FORMATS
from rollbook.model.printing import Printing
from rollbook.model.settings import BookSettings
from rollbook.model.source import Place, verbatim
from rollbook.render.pdf import render_pdf
from rollbook.render.pdf.fit_for_paper import fit_for_paper

PLACE = Place("one.md", 1)
LINE = "Words of a paragraph that is long enough to fill a line or two of a page. "


def texts(start: str, paper: str, *chapters: str) -> list[str]:
    """The HTML of some chapters -> the text of each page of their book behind the contents."""
    pages = tuple(
        Page(f"c{number}", f"Part{number}", (RawBlock(html, verbatim(PLACE)),), (), "one.md", PLACE)
        for number, html in enumerate(chapters, 1)
    )
    book = Book("book", "A Book", BookSettings(chapter_start=start), pages, (), ())
    pdf, problems = render_pdf(Printing(book, PAPER_FORMATS[paper], "book.pdf"), "")
    assert problems == ()
    assert pdf is not None
    bound = 3 if paper != "plain" else 0
    return [page.extract_text() for page in PdfReader(BytesIO(pdf.content)).pages[bound:]]


def starts(start: str, paper: str, *chapters: str) -> list[int]:
    """-> the page, counted from 1 behind the contents, that the words "Begin1", "Begin2" … stand on."""
    found = texts(start, paper, *chapters)
    return [
        next(page for page, text in enumerate(found, 1) if f"Begin{number}" in text)
        for number in range(1, len(chapters) + 1)
    ]


SHORT = tuple(f"<p>Begin{number}. {LINE}</p>" for number in (1, 2, 3))


@pytest.mark.parametrize(
    ("start", "paper", "pages"),
    [
        ("run-on", "a4", [1, 1, 1]),
        ("run-on", "a5", [1, 1, 1]),
        ("page", "a4", [1, 2, 3]),
        # The contents are page 3: a recto is 5, 7, 9.
        ("recto", "a5", [2, 4, 6]),
        # Who spares ink spares paper.
        ("page", "plain", [1, 1, 1]),
    ],
)
def test_chapters_begin_where_the_book_says(start: str, paper: str, pages: list[int]) -> None:
    assert starts(start, paper, *SHORT) == pages


def test_nothing_is_left_behind_at_the_foot_of_a_page() -> None:
    """However long the first chapter is: a title stays with its chapter, a heading with its steps."""
    chapter = "<h2>Heading</h2><p>Now do all of this:</p><ol><li>First thing.</li><li>Second thing.</li></ol>"
    pages = set()
    for paragraphs in range(26, 42, 2):
        found = texts("run-on", "a4", f"<p>{LINE}</p>" * paragraphs, chapter + f"<p>{LINE}</p>" * 20)
        [page] = (number for number, text in enumerate(found) if re.search(r"(^|\n)2\s+Part2\n", text))
        assert all(words in found[page] for words in ("Heading", "Now do", "First thing"))
        pages.add(page)
    assert pages == {0, 1}, "one of the chapters should have ended near the foot"


def test_only_what_leads_to_something_is_a_lead_in() -> None:
    html = "<p>Do this:</p><p>Not <b>that:</b></p><ul><li>a</li></ul><p>The end:</p>"
    fitted, _ = fit_for_paper(html, "one", PLACE, PAPER_FORMATS["a5"], False)
    assert fitted.count('class="lead-in"') == 2
    assert fitted.endswith("<p>The end:</p>")


@pytest.mark.parametrize(("words", "leads"), [("For whoever opens the door.", True), ("On and on. " * 20, False)])
def test_a_line_between_a_heading_and_its_table_stands_with_both(words: str, leads: bool) -> None:
    table = "<div class='table-scroll'><table><tr><td>Ada</td></tr></table></div>"
    for html, led in ((f"<h2>Names</h2><p>{words}</p>{table}", leads), (f"<p>Before.</p><p>{words}</p>{table}", False)):
        fitted, _ = fit_for_paper(html, "one", PLACE, PAPER_FORMATS["a5"], False)
        assert ('class="lead-in"' in fitted) == led
