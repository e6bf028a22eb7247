"""A book of this repository as it is printed, and measures of its pages."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from PIL import Image
from pypdf import PdfReader
from pypdf.generic import Destination
from rollbook.model.book import Book
from rollbook.model.document.walk import every_line
from rollbook.model.paper_format import PaperFormat
from rollbook.model.printing import in_print

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


def words_of(pdf: Path) -> list[list[Word]]:
    """A PDF -> the words of each page, where they stand."""
    command = ["pdftotext", "-bbox", str(pdf), "-"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    word = re.compile(r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</word>')
    return [
        [
            Word(each[4], (float(each[0]) + float(each[2])) / 2, (float(each[1]) + float(each[3])) / 2)
            for each in word.findall(page)
        ]
        for page in text.split("<page ")[1:]
    ]


def stray_marks(pages: list[list[Word]]) -> list[tuple[int, Word]]:
    """The words of pages -> the marks of lists that have no word of an item close behind them, each with its page."""
    return [
        (number, mark)
        for number, words in enumerate(pages, 1)
        for mark in words
        if mark.text == "•"
        and not any(0 < word.x - mark.x < 80 and abs(word.y - mark.y) < 4 for word in words if word is not mark)
    ]


@dataclass
class PrintedBook:
    """A book, its PDF, and the paper that it is printed on."""

    book: Book
    path: Path
    paper: PaperFormat

    @cached_property
    def reader(self) -> PdfReader:
        return PdfReader(self.path)

    @cached_property
    def words(self) -> list[list[Word]]:
        """The words of each page, where they stand."""
        return words_of(self.path)

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

    @property
    def rules_words(self) -> int:
        """How many words its authors wrote that are printed."""
        return sum(len(line.plain.split()) for page in in_print(self.book).pages for line in every_line(page.blocks))

    @property
    def lines(self) -> list[int]:
        """How many lines of text each page of the chapters has."""
        return [len(set(_lines(self.words[page - 1], self.paper))) for page in range(self.first, self.end)]

    @cached_property
    def sizes(self) -> dict[float, int]:
        """How many letters of the chapters are set in each size, in points."""
        sizes: dict[float, int] = {}

        def visit(text: str, matrix: list[float], at: list[float], font: object, size: float) -> None:
            points = round(abs(matrix[3] * at[3]) * size, 1)
            sizes[points] = sizes.get(points, 0) + len(text.strip())

        for page in self.reader.pages[self.first - 1 : self.end - 1]:
            page.extract_text(visitor_text=visit)
        return {size: letters for size, letters in sizes.items() if letters}

    @cached_property
    def fill(self) -> list[float]:
        """How far the columns of each page of the chapters reach down, from 0 to 1."""
        command = ["pdftoppm", "-r", str(DPI), "-gray", "-f", str(self.first), "-l", str(self.end - 1)]
        subprocess.run([*command, str(self.path), str(self.path.with_suffix(""))], check=True)
        pages = sorted(self.path.parent.glob(f"{self.path.stem}-[0-9]*.pgm"))
        assert len(pages) == self.end - self.first
        return [filled(Image.open(page), number, self.paper) for number, page in enumerate(pages, self.first)]


def _lines(words: list[Word], paper: PaperFormat) -> Iterator[tuple[bool, int]]:
    """The words of a page -> the lines that they stand in: left or right of the middle, and how far down."""
    for word in words:
        if paper.margins.top * POINT < word.y < (paper.height - paper.margins.bottom) * POINT:
            yield word.x * 2 > paper.width * POINT, round(word.y / 3)


def filled(page: Image.Image, number: int, paper: PaperFormat) -> float:
    """A page -> how far its columns reach down on average, of the height that there is for text."""
    scale, margins = DPI / 25.4, paper.margins
    left = margins.inner if number % 2 else margins.outer
    found = []
    for column in range(paper.columns):
        start = left + column * (paper.column_width + paper.gap)
        area = (start, margins.top, start + paper.column_width, paper.height - margins.bottom)
        text = page.crop(tuple(round(edge * scale) for edge in area))  # type: ignore[arg-type]  # four edges
        ink = text.point(lambda shade: 255 if shade < INK else 0).getbbox()
        found.append(ink[3] / text.height if ink else 0.0)
    return sum(found) / len(found)
