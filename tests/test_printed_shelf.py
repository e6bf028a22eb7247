"""The books of this repository as they are printed: how full their pages are, and whether what they say is so.

One book that has everything in it is printed in `make test`, all of them in `make soak`.
"""

from __future__ import annotations

import re
import statistics
import subprocess
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from pypdf.generic import Destination
from rollbook.build.examine import Examined
from rollbook.model.printing import Matter, Pdf, Printing, in_print, printings
from rollbook.model.settings import ShelfSettings
from rollbook.render.epub import render_epub
from rollbook.render.pdf import render_pdf

from tests.once import Once
from tests.printed_book import POINT, PrintedBook, Word, stray_marks
from tests.validators import archive_faults, epub_faults, pdf_faults

OTHERS = ("microluxe20-first", "microluxe20-space", "game-reference", "skill20", "fen-mail")
BOOKS = ("microluxe20", *(pytest.param(book, marks=pytest.mark.soak) for book in OTHERS))
EVERYTHING = ("sheet", "screen", "epub", "booklet", "cards", "print-shop")
SITE = "https://rules.example.org/shelf"


def find(examined: Examined, name: str) -> Printing:
    """The shelf, a book's name -> the PDF that readers are given first, on the paper that the shelf prints on."""
    book = next(book for book in examined.shelf.books if book.id == name)
    return printings(book, examined.shelf.settings)[0]


def print_into(order: Printing, folder: Path) -> None:
    pdf, problems = render_pdf(order, SITE)
    assert problems == ()
    assert pdf is not None
    (folder / pdf.name).write_bytes(pdf.content)


@pytest.fixture(scope="module", params=BOOKS)
def printed(
    request: pytest.FixtureRequest, examined: Examined, once: Once, tmp_path_factory: pytest.TempPathFactory
) -> PrintedBook:
    """A book's PDF, printed by the first worker that wants it."""
    order = find(examined, request.param)
    folder = once.folder(f"printed-{order.book.id}", partial(print_into, order))
    path = tmp_path_factory.mktemp("printed") / order.name
    path.write_bytes((folder / path.name).read_bytes())
    return PrintedBook(order.book, path, order.paper)


def test_pages_are_full(printed: PrintedBook) -> None:
    assert statistics.median(printed.fill) >= 0.9
    # The last page of the text, and one before a block that could not be broken.
    assert sum(fill < 0.5 for fill in printed.fill) <= 2


def test_no_page_is_begun_for_a_few_lines(printed: PrintedBook) -> None:
    assert min(printed.lines) >= 15


def test_every_mark_of_a_list_stands_beside_its_item(printed: PrintedBook) -> None:
    assert stray_marks(printed.words) == []


def test_the_tab_at_the_edge_is_a_chapter_s_that_stands_on_the_page(printed: PrintedBook) -> None:
    """The first that begins on it, or else the one that goes on."""
    starts = [printed.spots[page.id] for page in in_print(printed.book).pages]
    for page in range(printed.first, printed.end):
        begun = [chapter for chapter, start in enumerate(starts, 1) if start == page]
        chapter = begun[0] if begun else sum(start < page for start in starts)
        edges = [
            word.text for word in printed.words[page - 1] if not 8 * POINT < word.x < (printed.paper.width - 8) * POINT
        ]
        assert edges == [str(chapter)], page


def test_a_book_is_no_longer_than_its_words(printed: PrintedBook) -> None:
    assert (printed.end - printed.first) / printed.rules_words * 1000 <= 2.6


def test_every_number_is_the_page_that_its_link_leads_to(printed: PrintedBook) -> None:
    """In the contents, behind cross-references and in the index: the number in a link's area, and its target's page."""
    checked = 0
    for number, page in enumerate(printed.reader.pages, 1):
        for annotation in page.get("/Annots", ()):
            link = annotation.get_object()
            if "/Dest" not in link:
                continue
            page_there = printed.spots[str(link["/Dest"])]
            inside = words_in(printed.words[number - 1], link["/Rect"], float(page.mediabox.height))
            told = re.search(r"\(p\.\s(\d+)\)", inside)
            if number < printed.first or number >= printed.index:
                told = re.fullmatch(r"(\d+)(?:–\d+)?,?;?", inside)
            if told:
                assert int(told[1]) == page_there, inside
                checked += 1
    assert checked > 150


def words_in(words: list[Word], rectangle: list[float], height: float) -> str:
    left, right = sorted(map(float, rectangle[::2]))
    bottom, top = sorted(map(float, rectangle[1::2]))
    return " ".join(
        word.text for word in words if left <= word.x <= right and height - top <= word.y <= height - bottom
    )


def test_every_bookmark_lands_on_its_heading(printed: PrintedBook) -> None:
    def walk(entries: list[object]) -> None:
        for entry in entries:
            if isinstance(entry, list):
                walk(entry)
                continue
            assert isinstance(entry, Destination)
            page = printed.reader.get_destination_page_number(entry)
            assert page is not None
            there = " ".join(word.text for word in printed.words[page])
            assert str(entry.title).split()[0].casefold() in there.casefold()

    walk(list(printed.reader.outline))


def test_type_is_our_own_and_large_enough(printed: PrintedBook) -> None:
    """Nothing from a font of this machine, nothing below 7.5 points, and little below 8.5."""
    fonts = subprocess.run(["pdffonts", str(printed.path)], check=True, capture_output=True, text=True).stdout
    names = [line.split()[0].partition("+")[2] for line in fonts.splitlines()[2:]]
    assert {name.split("-")[0] for name in names} == {"Book"}
    assert min(printed.sizes) >= 7.5
    small = sum(letters for size, letters in printed.sizes.items() if size < 8.45)
    assert small <= 0.15 * sum(printed.sizes.values())


def test_validators_find_nothing(printed: PrintedBook) -> None:
    """The files are sound, and whoever has them read aloud gets all in order: the book, and what is made of it."""
    asked = ShelfSettings(papers=(printed.paper.name,), editions=("sheet", "screen", "cards"))
    paths = [printed.path]
    for order in printings(printed.book, asked)[1:]:
        paths.append(printed.path.with_name(order.name))
        paths[-1].write_bytes(_made(order).content)
    for path in paths:
        subprocess.run(["qpdf", "--check", str(path)], check=True, capture_output=True)
    assert pdf_faults(paths) == {path.name: [] for path in paths}


def _made(order: Printing) -> Pdf:
    if order.matter is Matter.EPUB:
        return render_epub(order, SITE)
    pdf, _ = render_pdf(order, SITE)
    assert pdf is not None, order.name
    return pdf


@pytest.mark.soak
def test_validators_find_nothing_in_any_file_of_any_book(examined: Examined, tmp_path: Path) -> None:
    """Every paper and edition that a book can have: each file keeps to what it claims."""
    everything = replace(examined.shelf.settings, editions=EVERYTHING)
    files: dict[Matter, list[Path]] = {matter: [] for matter in Matter}
    for book in examined.shelf.books:
        for order in printings(replace(book, settings=replace(book.settings, editions=())), everything):
            files[order.matter].append(tmp_path / order.name)
            (tmp_path / order.name).write_bytes(_made(order).content)
    assert all(files.values()), "every edition is made of some book"
    for path in tmp_path.glob("*.pdf"):
        subprocess.run(["qpdf", "--check", str(path)], check=True, capture_output=True)
        assert _fonts(path) <= {"Book", "Filled"}, path.name
    archived = [*files.pop(Matter.SHOP), *files.pop(Matter.SHOP_COVER)]
    assert archive_faults(archived) == {path.name: [] for path in archived}
    ebooks = files.pop(Matter.EPUB)
    assert epub_faults(ebooks) == {path.name: [] for path in ebooks}
    read_aloud = [path for paths in files.values() for path in paths]
    assert pdf_faults(read_aloud) == {path.name: [] for path in read_aloud}


def _fonts(path: Path) -> set[str]:
    """A PDF -> the first word of each font's family; ours are all called Book."""
    said = subprocess.run(["pdffonts", str(path)], check=True, capture_output=True, text=True).stdout
    return {line.split()[0].partition("+")[2].split("-")[0] for line in said.splitlines()[2:]}
