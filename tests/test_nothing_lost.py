"""Every word of the real handbooks is in the site's text and in the PDF's text, or named in a diagnostic.

The words are taken from the files themselves, with as little understanding of them as will do, so that a word that
our own reading loses is missed here.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pypdf
import pytest

from tests.shelves import HANDBOOKS

BOOKS = ("game-reference", "microluxe20", "microluxe20-first", "microluxe20-space", "skill20")

pytestmark = pytest.mark.skipif(
    not HANDBOOKS.is_dir(), reason="the real handbooks lie beside the project only in the workshop, not in a clone"
)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The five handbooks built by the real command: the output folder and the report."""
    out = tmp_path_factory.mktemp("handbooks")
    command = [sys.executable, "-m", "rollbook", "build", "--out", str(out)]
    folders = ["--content", str(HANDBOOKS / "content"), "--data", str(HANDBOOKS / "data")]
    run = subprocess.run([*command, *folders], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return out, run.stdout


def words(text: str) -> Counter[str]:
    """A text -> its words, counted. Hyphens go, because print may break a word at one or add one."""
    joined = re.sub(r"[-‐\u00ad]\s*\n\s*|[-‐\u00ad]", "", text)
    return Counter(word.lower() for word in re.findall(r"[^\W_]+", joined))


def written(book: str) -> Counter[str]:
    """The words that the authors wrote: prose, tables, and the rows of data files; no comments, no addresses."""
    text = ""
    for path in sorted((HANDBOOKS / "content" / book).glob("*.md")):
        text += path.read_text(encoding="utf-8")
    text = re.sub(r"<!--.*?-->", " ", text, flags=re.DOTALL)
    text = re.sub(r"\]\([^)]*\)", "] ", text)
    text = re.sub(r"</?[a-z]+[^>]*>", " ", text)
    text = re.sub(r"^\s*\d+\. ", " ", text, flags=re.MULTILINE)  # numbers of list items are drawn, not written
    for path in sorted((HANDBOOKS / "data" / book).glob("*.yml")):
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


@pytest.mark.parametrize("book", BOOKS)
def test_every_word_is_on_the_site(book: str, built: tuple[Path, str]) -> None:
    out, report = built
    text = ""
    for page in sorted((out / "site" / book).glob("*.html")):
        reader = _Text()
        reader.feed(page.read_text(encoding="utf-8"))
        text += "".join(reader.text) + "\n"
    assert written(book) - words(text) - words(report) == Counter()


@pytest.mark.parametrize("book", BOOKS)
def test_every_word_is_in_the_pdf(book: str, built: tuple[Path, str]) -> None:
    out, report = built
    pdf = out / "pdf" / f"{book}.pdf"
    # A word broken at a line's end is whole only in the flowing form; a narrow cell's words only in the laid out one.
    found = words(_pages(pdf, "-layout")) | words(_pages(pdf, "-raw"))
    assert written(book) - found - words(report) == Counter()


def _pages(pdf: Path, form: str) -> str:
    """A PDF -> its text without running heads and page numbers, so that a word broken over two pages is whole."""
    title = str(pypdf.PdfReader(pdf).metadata["/Title"])
    text = subprocess.run(["pdftotext", form, str(pdf), "-"], capture_output=True, text=True, check=True).stdout
    pages = []
    for page in text.split("\f"):
        lines = [line for line in page.splitlines() if line.strip()]
        marginal = [line for line in lines if line.strip().startswith(title) or re.fullmatch(r"\s*[\divxlc]+\s*", line)]
        pages += [line for line in lines if line not in marginal[:1] + marginal[-1:]]
    return "\n".join(pages)


def test_the_known_faults_are_reported(built: tuple[Path, str]) -> None:
    """The dead links, the row that is too long and the overlapping ranges of the handbooks, at their exact places."""
    _, report = built
    places = re.findall(r"content/(\S+?:\d+:\d+): warning\[(\S+?)\]", report)
    assert places == [
        ("game-reference/reference.md:180:1", "cell-count"),
        ("microluxe20-first/handbook.md:284:3", "range-overlap"),
        ("microluxe20/handbook.md:333:3", "range-overlap"),
        ("skill20/rules.md:142:27", "dead-link"),
        ("skill20/rules.md:144:27", "dead-link"),
    ]


def test_strict_makes_them_errors(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rollbook", "check", "--strict"]
    folders = ["--content", str(HANDBOOKS / "content"), "--data", str(HANDBOOKS / "data")]
    run = subprocess.run([*command, *folders], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert "5 errors" in run.stdout
