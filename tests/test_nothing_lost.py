"""Every word of handbooks as authors keep them is in the site's text and in the PDF's text, or in a diagnostic.

The words are taken from the files themselves, with as little understanding of them as will do, so that a word that
our own reading loses is missed here.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from rollbook.model.paper_format import PAPER_FORMATS

from tests.once import Once
from tests.printed_book import stray_marks, words_of
from tests.shelves import HANDBOOKS, OUR_HANDBOOKS

POINTS = 72 / 25.4  # of a millimetre

needs_real = pytest.mark.skipif(
    not HANDBOOKS.is_dir(), reason="the real handbooks lie beside the project only in the workshop, not in a clone"
)
OURS = [(OUR_HANDBOOKS, book) for book in ("ferrymen", "kites")]
REAL_NAMES = ("game-reference", "microluxe20", "microluxe20-first", "microluxe20-space", "skill20")
REAL = [pytest.param(HANDBOOKS, book, marks=needs_real) for book in REAL_NAMES]
every_book = pytest.mark.parametrize(("shelf", "book"), [*OURS, *REAL])
# Unknown classes, dead links, rows that are too long and overlapping ranges of each shelf, at their exact places.
FAULTS = {
    OUR_HANDBOOKS: [
        ("ferrymen/handbook.md:68:1", "unknown-class"),
        ("ferrymen/handbook.md:84:3", "range-overlap"),
        ("ferrymen/handbook.md:94:1", "cell-count"),
        ("ferrymen/handbook.md:97:23", "dead-link"),
        ("kites/rules.md:23:114", "dead-link"),
        ("kites/rules.md:25:1", "unknown-class"),
    ],
    HANDBOOKS: [
        ("game-reference/reference.md:180:1", "cell-count"),
        ("microluxe20-first/handbook.md:284:3", "range-overlap"),
        ("microluxe20/handbook.md:333:3", "range-overlap"),
        ("skill20/rules.md:142:27", "dead-link"),
        ("skill20/rules.md:144:27", "dead-link"),
    ],
}
every_shelf = pytest.mark.parametrize("shelf", [OUR_HANDBOOKS, pytest.param(HANDBOOKS, marks=needs_real)])


def folders(shelf: Path) -> list[str]:
    return ["--content", str(shelf / "content"), "--data", str(shelf / "data")]


@pytest.fixture(scope="module")
def build(once: Once) -> Callable[[Path], tuple[Path, str]]:
    """A shelf of handbooks -> built by the real command, once: the output folder and the report."""

    def built(shelf: Path) -> tuple[Path, str]:
        folder = once.folder(
            "our-handbooks" if shelf == OUR_HANDBOOKS else "real-handbooks", lambda folder: _build(shelf, folder)
        )
        return folder / "out", (folder / "report.txt").read_text(encoding="utf-8")

    return built


def _build(shelf: Path, folder: Path) -> None:
    command = [sys.executable, "-m", "rollbook", "build", "--out", str(folder / "out"), *folders(shelf)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    # The folder gets its name when it is whole.
    (folder / "report.txt").write_text(run.stdout, encoding="utf-8")


def words(text: str) -> Counter[str]:
    """A text -> its words, counted. Hyphens go, because print may break a word at one or add one."""
    joined = re.sub(r"[-‐\u00ad]\s*\n\s*|[-‐\u00ad]", "", text)
    return Counter(word.lower() for word in re.findall(r"[^\W_]+", joined))


def written(shelf: Path, book: str) -> Counter[str]:
    """The words that the authors wrote: prose, tables, and the rows of data files; no comments, no addresses."""
    text = ""
    for path in sorted((shelf / "content" / book).glob("*.md")):
        text += path.read_text(encoding="utf-8")
    text = re.sub(r"<!--.*?-->", " ", text, flags=re.DOTALL)
    text = re.sub(r"\]\([^)]*\)", "] ", text)
    text = re.sub(r"</?[a-z]+[^>]*>", " ", text)
    text = re.sub(r"^\s*\d+\. ", " ", text, flags=re.MULTILINE)  # numbers of list items are drawn, not written
    for path in sorted((shelf / "data" / book).glob("*.yml")):
        rows = re.findall(r"^\s+- (.*)$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        text += "\n".join(rows)
    return words(text)


class _Text(HTMLParser):
    """Collects the text of a page's main part."""

    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []
        self._main = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._main += tag == "main"
        # A table's cells and a line break stand apart though no space is written between them.
        self.text.append(" " if tag in ("br", "td", "th", "p", "li", "h2", "h3", "h4") else "")

    def handle_endtag(self, tag: str) -> None:
        self._main -= tag == "main"

    def handle_data(self, data: str) -> None:
        if self._main:
            self.text.append(data)


@every_book
def test_every_word_is_on_the_site(shelf: Path, book: str, build: Callable[[Path], tuple[Path, str]]) -> None:
    out, report = build(shelf)
    text = ""
    for page in sorted((out / "site" / book).glob("*.html")):
        reader = _Text()
        reader.feed(page.read_text(encoding="utf-8"))
        text += "".join(reader.text) + "\n"
    assert written(shelf, book) - words(text) - words(report) == Counter()


@every_book
def test_every_word_is_in_the_pdf(shelf: Path, book: str, build: Callable[[Path], tuple[Path, str]]) -> None:
    out, report = build(shelf)
    pdf = out / "pdf" / f"{book}.pdf"
    # A word broken at a line's end is whole only in the flowing form; a narrow cell's words only in the laid out one.
    found = words(_pages(pdf, "-layout")) | words(_pages(pdf, "-raw"))
    assert written(shelf, book) - found - words(report) == Counter()


def _pages(pdf: Path, form: str) -> str:
    """A PDF -> what stands within its margins: no head and no tab parts a word that is broken over two pages."""
    paper = PAPER_FORMATS["a4"]
    top, height = (round(length * POINTS) for length in (paper.margins.top, paper.text_height))
    # A little more at the sides, where overhanging letters may stand; the tabs are further out.
    side = round(paper.margins.outer * POINTS * 3 / 4)
    area = ["-x", side, "-y", top - 2, "-W", round(paper.width * POINTS) - 2 * side, "-H", height + 4]
    command = ["pdftotext", form, *map(str, area), str(pdf), "-"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return "\n".join(line for line in text.replace("\f", "\n").splitlines() if line.strip())


@every_book
def test_every_mark_of_a_list_stands_beside_its_item(
    shelf: Path, book: str, build: Callable[[Path], tuple[Path, str]]
) -> None:
    """Where columns are levelled, WeasyPrint moves the items and forgets the marks that hang outside of them."""
    out, _ = build(shelf)
    assert stray_marks(words_of(out / "pdf" / f"{book}.pdf")) == []


@every_shelf
def test_the_known_faults_are_reported(shelf: Path, build: Callable[[Path], tuple[Path, str]]) -> None:
    _, report = build(shelf)
    places = re.findall(r"content/(\S+?:\d+:\d+): warning\[(\S+?)\]", report)
    assert places == FAULTS[shelf]


@every_shelf
def test_strict_makes_them_errors(shelf: Path) -> None:
    command = [sys.executable, "-m", "rollbook", "check", "--strict", *folders(shelf)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert f"{len(FAULTS[shelf])} errors" in run.stdout
