"""Links on paper: the page that one leads to, checked against where its target really is, and addresses of others."""

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
LINE = "<p>Words of a paragraph that is long enough to fill a line or two of a page.</p>"
SITE = "https://rules.example.org/shelf"


def fitted(html: str) -> str:
    return fit_for_paper(html, "one", PLACE, PAPER_FORMATS["a5"], True, SITE)[0]


@pytest.mark.parametrize(
    ("html", "marked"),
    [
        ('<p><a href="#two--x">there</a></p>', ["there"]),
        ('<h2 id="one--a">A</h2><p id="one--r">R</p><p><a href="#one--r">here</a></p>', []),
        ('<h2>A</h2><p id="one--r">R</p><h2>B</h2><p><a href="#one--r">above</a></p>', ["above"]),
        ('<p><a href="#two--x">once</a> <a href="#two--x">twice</a></p>', ["once"]),
        ('<p><a href="#two--x">once</a></p><h2>B</h2><p><a href="#two--x">again</a></p>', ["once", "again"]),
        ('<h2><a href="#two--x">Heading</a></h2>', []),
    ],
)
def test_a_page_is_told_where_the_reader_must_turn_to_it(html: str, marked: list[str]) -> None:
    assert re.findall(r'<a [^>]*class="reference"[^>]*>\s*(\w+)', fitted(html)) == marked


@pytest.mark.parametrize(
    ("link", "address"),
    [
        ('<a href="https://example.org/a/">words</a>', "example.org/a"),
        ('<a href="mailto:a@example.org">write</a>', "a@example.org"),
        ('<a href="https://example.org/a">example.org/a</a>', ""),
        (f'<a href="{SITE}/book/changes.html">the changes</a>', ""),
        ('<a href="#two--x">there</a>', ""),
    ],
)
def test_the_address_of_another_site_is_told(link: str, address: str) -> None:
    found = re.search('data-address="([^"]*)"', fitted(f"<p>{link}</p>"))
    assert (found[1] if found else "") == address


@pytest.mark.parametrize(("language", "word"), [("en", "p."), ("de", "S."), ("fr", "p.")])
def test_the_page_that_is_told_is_the_page_of_the_target(language: str, word: str) -> None:
    """Forwards and backwards, in several chapters of several pages."""
    links = "".join(f'<p>Go{number} <a href="#c{number}--t">there</a>.</p>' for number in range(1, 5))
    pages = tuple(
        Page(f"c{number}", f"Part {number}", (raw(f'{links}{LINE * 25}<p id="t">Target{number}</p>'),), (), "", PLACE)
        for number in range(1, 5)
    )
    book = Book("book", "A Book", BookSettings(language=language), pages, (), ())
    pdf, problems = render_pdf(Printing(book, PAPER_FORMATS["a5"], "book.pdf"), SITE)
    assert problems == ()
    assert pdf is not None
    texts = [page.extract_text() for page in PdfReader(BytesIO(pdf.content)).pages]
    told = {
        (int(number), int(page))
        for text in texts
        for number, page in re.findall(rf"Go(\d) there \({re.escape(word)}\s(\d+)\)", text)
    }
    there = {
        (number, page) for number in range(1, 5) for page, text in enumerate(texts, 1) if f"Target{number}" in text
    }
    assert told == there
    assert len({page for _, page in there}) > 2


def raw(html: str) -> RawBlock:
    return RawBlock(html, verbatim(PLACE))


@pytest.mark.parametrize(
    ("heading", "title", "shown"), [("Prices", "Gear", True), ("Gear", "Gear", False), ("gear", "Gear", False)]
)
def test_a_table_has_its_title_unless_the_heading_says_it(heading: str, title: str, shown: bool) -> None:
    html = f'<h2>{heading}</h2><div class="table-scroll" data-title="{title}"><table><tr><td>1</td></tr></table></div>'
    assert (f'<p class="table-title">{title}</p>' in fitted(html)) is shown
    assert "data-title" not in fitted(html)
