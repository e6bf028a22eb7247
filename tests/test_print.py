"""The print edition, measured in real PDFs of tests/cases/print and of the handbooks."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from pypdf.generic import Destination
from rollbook.load import load
from rollbook.model.book import Book, Section
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.paper_format import PAPER_FORMATS
from rollbook.model.printing import Pdf, Printing
from rollbook.render.pdf import render_pdf

from tests.shelves import HANDBOOKS, OUR_HANDBOOKS, ROOT, shelf_of

CASES = ROOT / "tests" / "cases" / "print"
BOOKS = ("game-reference", "microluxe20", "microluxe20-first", "microluxe20-space", "skill20")

needs_handbooks = pytest.mark.skipif(not HANDBOOKS.is_dir(), reason="the real handbooks lie beside the repository only")


@cache
def printed(folder: Path, book_id: str, paper: str = "a5") -> tuple[Book, Pdf | None, tuple[Diagnostic, ...]]:
    """A folder, a book in it and a paper -> the book, its PDF, and its problems; each is printed once."""
    shelf = shelf_of(folder)
    book = next(book for book in shelf.books if book.id == book_id)
    return book, *render_pdf(Printing(book, PAPER_FORMATS[paper], f"{book_id}.pdf"), shelf.settings.address)


def opened(output: Pdf | None) -> PdfReader:
    assert output is not None
    return PdfReader(BytesIO(output.content))


def page_of(reader: PdfReader, destination: Destination) -> int:
    """A destination -> the number of its page, as it is printed at the foot."""
    page = reader.get_destination_page_number(destination)
    assert page is not None
    return page + 1


def bookmarks(reader: PdfReader) -> Iterator[tuple[int, str, int]]:
    """A PDF -> its bookmarks in order: depth from 1, words, page."""

    def walk(entries: list[object], depth: int) -> Iterator[tuple[int, str, int]]:
        for entry in entries:
            if isinstance(entry, list):
                yield from walk(entry, depth + 1)
            else:
                assert isinstance(entry, Destination)
                yield depth, str(entry.title), page_of(reader, entry)

    yield from walk(list(reader.outline), 1)


def joined(text: str) -> str:
    """Text of a PDF -> with words that were broken at the end of a line put together again."""
    return text.replace("\u2010\n", "")


@pytest.fixture(scope="module")
def lantern() -> PdfReader:
    return opened(printed(CASES, "lantern")[1])


def headings(book: Book) -> Iterator[tuple[int, str]]:
    """A book -> its headings in order, chapters at level 1."""

    def walk(sections: tuple[Section, ...]) -> Iterator[tuple[int, str]]:
        for section in sections:
            yield section.level, section.title
            yield from walk(section.sections)

    for page in book.pages:
        yield 1, page.title
        yield from walk(page.sections)


def test_nothing_is_wrong_with_the_cases() -> None:
    for book in ("lantern", "atlas"):
        assert printed(CASES, book)[2] == ()


def test_the_bookmarks_are_the_headings(lantern: PdfReader) -> None:
    book = printed(CASES, "lantern")[0]
    assert [(depth, words) for depth, words, _ in bookmarks(lantern)] == list(headings(book))
    assert max(depth for depth, _ in headings(book)) == 4


def test_the_contents_give_the_pages_of_the_headings(lantern: PdfReader) -> None:
    lines = re.findall(r"^(?:\d+\s)?(\D+?)\s*(\d+)$", lantern.pages[2].extract_text(), re.MULTILINE)
    in_contents = [(words, page) for depth, words, page in bookmarks(lantern) if depth <= 3]
    assert [(words, int(page)) for words, page in lines] == in_contents
    for words, page in in_contents:
        assert words in lantern.pages[page - 1].extract_text()


def test_links_inside_the_book_jump_to_the_heading(lantern: PdfReader) -> None:
    pages = {words: page for _, words, page in bookmarks(lantern)}
    spots = lantern.named_destinations
    for start, spot, words in (
        ("Setting Out", "light-and-oil--light-and-shadow", "Light and Shadow"),
        ("Index of Fears", "setting-out--packing", "Packing"),
    ):
        assert spot in links(lantern, pages[start])
        destination = spots[spot]
        assert isinstance(destination, Destination)
        assert page_of(lantern, destination) == pages[words]
    assert "cover" in links(lantern, pages["After the Break"])
    assert page_of(lantern, spots["cover"]) == 1


def test_a_link_to_another_book_leads_to_the_published_site(lantern: PdfReader) -> None:
    pages = {words: page for _, words, page in bookmarks(lantern)}
    assert "https://rules.example.org/shelf/atlas/roads.html#toll-bridges" in links(lantern, pages["After the Break"])


def links(reader: PdfReader, page: int) -> set[str]:
    """A page -> the spots and addresses that its links lead to."""
    annotations = [entry.get_object() for entry in reader.pages[page - 1].get("/Annots", ())]
    return {str(entry["/Dest"]) if "/Dest" in entry else str(entry["/A"]["/URI"]) for entry in annotations}


def test_running_heads_name_the_chapter_on_the_left_and_the_section_on_the_right(lantern: PdfReader) -> None:
    openers = {page: words for depth, words, page in bookmarks(lantern) if depth == 1}
    sections = [(page, words) for depth, words, page in bookmarks(lantern) if depth <= 2]
    chapter = ""
    seen = 0
    for number in range(min(openers), len(lantern.pages) + 1):
        chapter = openers.get(number, chapter)
        words = top_words(lantern, number)
        if number in openers:
            assert "The Lantern Game" not in words
        else:
            begun = [words for page, words in sections if page < number]
            here = [words for page, words in sections if page == number]
            assert words == {"The Lantern Game", chapter if number % 2 == 0 else (here or begun[-1:])[0]}
            seen += 1
    assert seen >= 3


def top_words(reader: PdfReader, page: int) -> set[str]:
    """A page -> what stands in its top margin of 19 mm."""
    found: dict[int, str] = {}

    def visit(text: str, matrix: list[float], at: list[float], *_: object) -> None:
        # Two ends of the same line are two pieces: they are told apart by which half of the page they begin in.
        x, y = matrix[0] * at[4] + matrix[4], matrix[3] * at[5] + matrix[5]
        if text.strip() and y > (210 - 19) * 72 / 25.4:
            found[int(x > 210)] = found.get(int(x > 210), "") + text.strip()

    reader.pages[page - 1].extract_text(visitor_text=visit)
    return set(found.values())


def test_every_page_after_the_contents_has_its_number_at_the_foot(lantern: PdfReader) -> None:
    for number, page in enumerate(lantern.pages, start=1):
        assert (str(number) in page.extract_text().split("\n")) == (number > 3)


def test_a_page_break_begins_a_page(lantern: PdfReader) -> None:
    pages = {words: page for _, words, page in bookmarks(lantern)}
    assert pages["After the Break"] == pages["Spoiled Rations"] + 1
    before = lantern.pages[pages["Spoiled Rations"] - 1].extract_text()
    assert before.split("\n")[0] == "Spoiled Rations", (
        "the page before is nearly empty: only the author's break ends it"
    )
    assert len(before.split("\n")) < 10


def test_a_long_table_repeats_its_header_and_splits_no_row(lantern: PdfReader) -> None:
    rows: list[int] = []
    for page in lantern.pages:
        text = page.extract_text()
        found = re.findall(r"(\d+)\s+\w+ measure \1\s+\d+ paces", text)
        assert bool(found) == ("Hour of the night" in text)
        rows += map(int, found)
    assert rows == list(range(1, 61))


def test_no_word_is_missing(lantern: PdfReader) -> None:
    sources, _ = load(CASES / "content", CASES / "data")
    source = next(book for book in sources.books if book.id == "lantern")
    written = " ".join(text.text for text in (*source.chapters, *source.data))
    written = re.sub(r"<!--.*?-->|\]\([^)]*\)|^id: .*|^header:|^data:", " ", written, flags=re.MULTILINE)
    printed_words = words_in(joined(" ".join(page.extract_text() + "\n" for page in lantern.pages)))
    assert words_in(written) - printed_words == Counter()


def words_in(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text))


def test_metadata_and_tags(lantern: PdfReader) -> None:
    assert lantern.metadata is not None
    assert lantern.metadata.title == "The Lantern Game"
    assert lantern.metadata.author == "Ada Wick, Bo Tallow"
    assert lantern.metadata.subject == "A small book that exists to be printed and measured."
    assert lantern.metadata.creation_date is None
    catalog = lantern.root_object
    assert catalog["/Lang"] == "en"
    assert catalog["/MarkInfo"]["/Marked"]
    assert "/StructTreeRoot" in catalog
    assert b'pdfuaid:part="1"' in catalog["/Metadata"].get_data()


def test_the_tags_are_sound(lantern: PdfReader) -> None:
    """What veraPDF found in earlier drafts: links, list items and headings that PDF/UA-1 would not accept."""
    allowed = {"/LI": {"/Lbl", "/LBody"}, "/L": {"/LI", "/L"}, "/TR": {"/TH", "/TD"}}
    heading_levels = [1]
    seen = Counter[str]()
    for kind, kinds_inside in structure(lantern.root_object["/StructTreeRoot"]["/K"]):
        seen[kind] += 1
        assert kinds_inside <= allowed.get(kind, kinds_inside), kind
        assert kind == "/Link" or "/OBJR" not in kinds_inside, f"a link's area belongs to {kind}"
        if re.fullmatch("/H[1-6]", kind):
            heading_levels.append(int(kind[2]))
    assert all(after <= before + 1 for before, after in pairwise(heading_levels))
    assert {"/Link", "/LI", "/TH", "/BlockQuote", "/H4"} <= set(seen)


def structure(element: Any) -> Iterator[tuple[str, set[str]]]:
    """A structure element, or several -> each element below: its kind, and the kinds directly in it."""
    inside = element.get_object()
    if isinstance(inside, list):
        for entry in inside:
            yield from structure(entry)
    elif isinstance(inside, dict) and "/S" in inside:
        children = [child.get_object() for child in inside.get("/K", ()) if not isinstance(child, int)]
        yield str(inside["/S"]), {str(child.get("/S", child["/Type"])) for child in children}
        for child in children:
            yield from structure(child)


def test_all_type_is_our_own(lantern: PdfReader) -> None:
    """A glyph that our faces lack would come from a font of this machine, and differ on the next one."""
    names = {
        str(font.get_object()["/BaseFont"]).partition("+")[2]
        for page in lantern.pages
        for font in page["/Resources"]["/Font"].values()
    }
    assert {name.split("-")[0] for name in names} == {"Book"}


def test_the_same_bytes_wherever_and_whenever(tmp_path: Path) -> None:
    digests = set()
    for zone, language, seed in (("Asia/Tokyo", "C", "1"), ("America/Lima", "C.UTF-8", "77")):
        folder = tmp_path / seed
        folder.mkdir()
        environment = os.environ | {"TZ": zone, "LANG": language, "LC_ALL": language, "PYTHONHASHSEED": seed}
        environment |= {"PYTHONPATH": f"{ROOT / 'generator'}{os.pathsep}{ROOT}", "TMPDIR": str(folder)}
        command = [sys.executable, "-W", "error", __file__]
        digests.add(subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True).stdout)
    assert len(digests) == 1


def test_no_path_of_this_machine_is_in_the_pdf(lantern: PdfReader) -> None:
    for entry in lantern.xref_objStm or lantern.xref[0]:
        data = lantern.get_object(entry)
        text = data.get_data() if hasattr(data, "get_data") else str(data).encode()
        assert str(ROOT).encode() not in text
        assert b"weasyprint-" not in text


OURS = [(OUR_HANDBOOKS, "ferrymen"), (OUR_HANDBOOKS, "kites")]
REAL = [pytest.param(HANDBOOKS, book_id, marks=needs_handbooks) for book_id in BOOKS]


@pytest.mark.parametrize(("shelf", "book_id"), [*OURS, *REAL])
def test_a_handbook_of_plain_markdown_prints_without_a_remark(shelf: Path, book_id: str) -> None:
    book, output, problems = printed(shelf, book_id)
    assert problems == ()
    reader = opened(output)
    expected = [(level, title) for level, title in headings(book) if level <= 4]
    assert [(depth, words) for depth, words, _ in bookmarks(reader)] == expected


if __name__ == "__main__":
    # A fresh process of test_the_same_bytes_wherever_and_whenever.
    output = printed(CASES, "lantern")[1]
    assert output is not None
    print(hashlib.sha256(output.content).hexdigest())
