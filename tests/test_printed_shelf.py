"""A whole book of this repository as it is printed: how full its pages are, and whether what it says is so."""

from __future__ import annotations

import re
import statistics
import subprocess
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader
from pypdf.generic import Destination
from rollbook.build.examine import Examined
from rollbook.model.book import Book
from rollbook.model.document.walk import every_line
from rollbook.model.paper_format import PAPER_FORMATS
from rollbook.model.printing import Printing, in_print
from rollbook.render.pdf import render_pdf

from tests.once import Once

# One that has everything in it; another is one more word here, and half a minute.
BOOKS = ("microluxe20",)
A4 = PAPER_FORMATS["a4"]
DPI = 40
# Darker is ink; a table's tint is lighter.
INK = 200
POINT = 72 / 25.4


@dataclass(frozen=True)
class Word:
    """A word on a page, in points from the top left corner."""

    text: str
    x: float
    y: float


@dataclass
class PrintedBook:
    """A book and its PDF on A4."""

    book: Book
    path: Path

    @cached_property
    def reader(self) -> PdfReader:
        return PdfReader(self.path)

    @cached_property
    def words(self) -> list[list[Word]]:
        """The words of each page, where they stand."""
        command = ["pdftotext", "-bbox", str(self.path), "-"]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        word = re.compile(r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</word>')
        return [
            [
                Word(each[4], (float(each[0]) + float(each[2])) / 2, (float(each[1]) + float(each[3])) / 2)
                for each in word.findall(page)
            ]
            for page in text.split("<page ")[1:]
        ]

    @cached_property
    def spots(self) -> dict[str, int]:
        """The page of each anchor, counted from 1."""
        found = {}
        for name, destination in self.reader.named_destinations.items():
            assert isinstance(destination, Destination)
            page = self.reader.get_destination_page_number(destination)
            assert page is not None, f"{name} is on no page"
            found[str(name)] = page + 1
        return found

    @property
    def first(self) -> int:
        """The page on which the first chapter begins."""
        return self.spots[in_print(self.book).pages[0].id]

    @property
    def index(self) -> int:
        """The page on which the index begins."""
        return self.spots["index"]

    @property
    def end(self) -> int:
        """The page behind the chapters: a form's, or the first of the index."""
        return min(page for name, page in self.spots.items() if name == "index" or name.startswith("form-"))

    @cached_property
    def fill(self) -> list[float]:
        """How far the columns of each page of the chapters reach down, from 0 to 1."""
        command = ["pdftoppm", "-r", str(DPI), "-gray", "-f", str(self.first), "-l", str(self.end - 1)]
        subprocess.run([*command, str(self.path), str(self.path.with_suffix(""))], check=True)
        pages = sorted(self.path.parent.glob(f"{self.path.stem}-[0-9]*.pgm"))
        assert len(pages) == self.end - self.first
        return [filled(Image.open(page), number) for number, page in enumerate(pages, self.first)]


def filled(page: Image.Image, number: int) -> float:
    """A page -> how far its columns reach down on average, of the height that there is for text."""
    scale, margins = DPI / 25.4, A4.margins
    left = margins.inner if number % 2 else margins.outer
    found = []
    for column in range(A4.columns):
        start = left + column * (A4.column_width + A4.gap)
        area = (start, margins.top, start + A4.column_width, A4.height - margins.bottom)
        text = page.crop(tuple(round(edge * scale) for edge in area))  # type: ignore[arg-type]  # four edges
        ink = text.point(lambda shade: 255 if shade < INK else 0).getbbox()
        found.append(ink[3] / text.height if ink else 0.0)
    return sum(found) / len(found)


def print_book(book: Book) -> bytes:
    pdf, problems = render_pdf(Printing(book, A4, f"{book.id}.pdf"), "https://rules.example.org/shelf")
    assert problems == ()
    assert pdf is not None
    return pdf.content


@pytest.fixture(scope="module")
def folder(examined: Examined, once: Once) -> Path:
    """The PDFs, printed on two cores by the first worker that wants them."""

    def fill(folder: Path) -> None:
        books = [book for book in examined.shelf.books if book.id in BOOKS]
        with ProcessPoolExecutor(2) as pool:
            for book, content in zip(books, pool.map(print_book, books), strict=True):
                (folder / f"{book.id}.pdf").write_bytes(content)

    return once.folder("printed-shelf", fill)


@pytest.fixture(scope="module", params=BOOKS)
def printed(
    request: pytest.FixtureRequest, examined: Examined, folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> PrintedBook:
    book = next(book for book in examined.shelf.books if book.id == request.param)
    path = tmp_path_factory.mktemp("printed") / f"{book.id}.pdf"
    path.write_bytes((folder / path.name).read_bytes())
    return PrintedBook(book, path)


def test_pages_are_full(printed: PrintedBook) -> None:
    assert statistics.median(printed.fill) >= 0.9
    # The last page of the text, and one before a block that could not be broken.
    assert sum(fill < 0.5 for fill in printed.fill) <= 2


def test_a_book_is_no_longer_than_its_words(printed: PrintedBook) -> None:
    pages = printed.end - printed.first
    words = sum(len(line.plain.split()) for page in in_print(printed.book).pages for line in every_line(page.blocks))
    assert pages / words * 1000 <= 2.6


def test_every_number_is_the_page_that_its_link_leads_to(printed: PrintedBook) -> None:
    """In the contents, behind cross-references and in the index: the number in a link's area, and its target's page."""
    checked = 0
    for number, page in enumerate(printed.reader.pages, 1):
        for annotation in page.get("/Annots", ()):
            link = annotation.get_object()
            if "/Dest" not in link:
                continue
            page_there = printed.spots[str(link["/Dest"])]
            inside = words_in(printed.words[number - 1], link["/Rect"])
            told = re.search(r"\(p\.\s(\d+)\)", inside)
            if number < printed.first or number >= printed.index:
                told = re.fullmatch(r"(\d+)(?:–\d+)?,?;?", inside)
            if told:
                assert int(told[1]) == page_there, inside
                checked += 1
    assert checked > 150


def words_in(words: list[Word], rectangle: list[float]) -> str:
    left, right = sorted(map(float, rectangle[::2]))
    bottom, top = sorted(map(float, rectangle[1::2]))
    height = A4.height * POINT
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
    sizes: dict[float, int] = {}

    def visit(text: str, matrix: list[float], at: list[float], font: object, size: float) -> None:
        points = round(abs(matrix[3] * at[3]) * size, 1)
        sizes[points] = sizes.get(points, 0) + len(text.strip())

    for page in printed.reader.pages[printed.first - 1 : printed.end - 1]:
        page.extract_text(visitor_text=visit)
    assert min(size for size, letters in sizes.items() if letters) >= 7.5
    small = sum(letters for size, letters in sizes.items() if size < 8.45)
    assert small <= 0.15 * sum(sizes.values())
