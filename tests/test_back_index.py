"""The index at the end of a PDF: what stands in it, and that its numbers are the pages of what it names."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO

from pypdf import PdfReader
from rollbook.model.book import Book, Page
from rollbook.model.document.blocks import Block, IndexMark, Paragraph
from rollbook.model.document.inlines import Line, Text
from rollbook.model.paper_format import PAPER_FORMATS
from rollbook.model.printing import Printing
from rollbook.model.settings import BookSettings
from rollbook.model.source import Place, verbatim
from rollbook.render.pdf import render_pdf
from rollbook.render.pdf.print_index import index_entries

from tests.shelves import CASES, shelf_of

PLACE = Place("one.md", 1)
LETTERS = "ABCDEFGHIJKLMNO"


def test_what_stands_in_the_index() -> None:
    """Rules and tables by their titles, terms with where they are explained and where that leads, authors' words."""
    lists = shelf_of(CASES / "dialect" / "lists-of-the-book").books[0]
    found = {entry.words: [target.anchor for target in entry.targets] for entry in index_entries(lists)}
    assert found == {
        "Attacking": ["rule-combat.attack"],
        "Finds": ["table-finds"],
        "What the fallen carry": ["rule-combat.finds"],
    }
    words = shelf_of(CASES / "dialect" / "glossary").books[0]
    terms = {entry.words: entry for entry in index_entries(words)}
    assert [entry.see for entry in terms.values() if not entry.targets]
    assert all(entry.targets or entry.see for entry in terms.values())
    own = shelf_of(CASES / "dialect" / "index-entry").books[0]
    assert [(entry.words, len(entry.targets), entry.see) for entry in index_entries(own)] == [
        ("Cover", 1, ()),
        ("Walls, hiding behind", 1, ()),
        ("Wrestling", 0, ("Grappling",)),
    ]


def test_an_article_is_shown_and_not_sorted_by() -> None:
    line = Paragraph(Line("Here.", verbatim(PLACE), (Text("Here."),)))
    words = ("The injury roll", "A fall", "Theft", "Jumping", "Apples")
    marks = [IndexMark((each,), "", PLACE, f"mark-{number}") for number, each in enumerate(words)]
    page = Page("one", "One", (*marks, line), (), "one.md", PLACE)
    book = Book("book", "A Book", BookSettings(), (page,), (), ())
    found = [entry.words for entry in index_entries(book, ("the", "a", "an"))]
    assert found == ["Apples", "A fall", "The injury roll", "Jumping", "Theft"]
    french = [entry.order for entry in index_entries(replace(book, pages=(page,)), ("l’",))]
    assert french == sorted(french)


def marked(words: str, number: int, see: str = "") -> IndexMark:
    return IndexMark((words,), see, PLACE, f"mark-{number}")


def chapter(number: int) -> Page:
    """A chapter of more than a page of A5: in each, the words of its own, and words of all chapters."""
    line = f"The passage of chapter {number} that is long enough to fill a line or two of a page. "
    text = Paragraph(Line(line * 45, verbatim(PLACE), (Text(line * 45),)))
    own = Paragraph(Line("Here.", verbatim(PLACE), (Text(f"Spot{number}."),)))
    blocks: tuple[Block, ...] = (marked(f"{LETTERS[number]} of its own", 1), own, marked("Éclair everywhere", 2), text)
    return Page(f"c{number}", f"Chapter {number}", blocks, (), "one.md", PLACE)


def printed(book: Book) -> list[str]:
    pdf, problems = render_pdf(Printing(book, PAPER_FORMATS["a5"], "book.pdf"), "")
    assert problems == ()
    assert pdf is not None
    return [page.extract_text() for page in PdfReader(BytesIO(pdf.content)).pages]


def test_the_numbers_are_the_pages() -> None:
    sends = (marked("Wrestling", 1, "A of its own"), marked("B of its own", 2, "C of its own"))
    pages = tuple(map(chapter, range(12)))
    book = Book("book", "A Book", BookSettings(), (*pages, Page("end", "End", sends, (), "", PLACE)), (), ())
    texts = printed(book)
    first = next(number for number, text in enumerate(texts, 1) if "Wrestling" in text)
    index = " ".join(" ".join(texts[first - 1 :]).split())
    for number in range(12):
        there = next(page for page, text in enumerate(texts, 1) if f"Spot{number}." in text)
        assert f"{LETTERS[number]} of its own {there}" in index
    starts = [page for page, text in enumerate(texts, 1) for _ in re.findall(r"Spot\d+\.", text)]
    everywhere = re.search(r"Éclair everywhere ([\d–, ]+)", index)
    assert everywhere is not None
    told = [run.split("–") for run in everywhere[1].replace(" ", "").strip(",").split(",")]
    assert {page for run in told for page in range(int(run[0]), int(run[-1]) + 1)} == set(starts)
    assert any(len(run) == 2 for run in told), "some chapters begin on neighbouring pages"
    assert "Wrestling, see A of its own" in index
    assert "; see also C of its own" in index
    # The contents lead there, and its own pages go on counting.
    assert re.search(rf"Index\s*{first}\b", texts[2])
    assert str(first) in texts[first - 1].split()


def test_no_index_where_none_is_wanted_or_there_is_hardly_anything_to_find() -> None:
    few = Book("book", "A Book", BookSettings(), (chapter(1),), (), ())
    assert "of its own" not in " ".join(printed(few))
    many = replace(few, pages=tuple(map(chapter, range(12))), settings=BookSettings(index="no"))
    assert "of its own" not in " ".join(printed(many))
