"""Each PDF is laid out in a process with limits, and one that fails costs nothing but itself."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest
from rollbook.build.print_books import limits_for, made_from, print_books
from rollbook.build.print_worker import Limits, PrintWorker, Stopped, first_done
from rollbook.cache import Results, digest, open_cache
from rollbook.command_line import main
from rollbook.model.book import Book, Page, Shelf
from rollbook.model.document.blocks import RawBlock
from rollbook.model.paper_format import PAPER_FORMATS
from rollbook.model.printing import Printing
from rollbook.model.settings import BookSettings, ShelfSettings
from rollbook.model.source import Place, verbatim
from rollbook.progress import Silent

from tests.shelves import ROOT

PLENTY = Limits(2_000_000_000, 300)
# Enough for Python and its libraries, not for a layout; and less than the long book below takes.
LITTLE_MEMORY = Limits(200_000_000, 300)
LITTLE_TIME = Limits(2_000_000_000, 1)


def book(name: str, paragraphs: int = 1) -> Book:
    text = f"<p>{'Words of a paragraph that is long enough. ' * 40}</p>" * paragraphs
    place = Place(f"{name}/one.md", 3)
    page = Page("one", "One", (RawBlock(text, verbatim(place)),), (), "one.md", place)
    return Book(name, name.title(), BookSettings(), (page,), (), ())


def printing(name: str, paragraphs: int = 1) -> Printing:
    return Printing(book(name, paragraphs), PAPER_FORMATS["a5"], f"{name}.pdf")


@pytest.mark.parametrize(
    ("limits", "words"),
    [(LITTLE_MEMORY, "memory"), (LITTLE_TIME, "took more than 1 seconds")],
    ids=["memory", "time"],
)
def test_a_book_that_takes_too_much_costs_only_its_own_pdf(limits: Limits, words: str) -> None:
    shelf = Shelf(ShelfSettings(papers=("a5",), editions=("none",)), (book("small"), book("huge", 600), book("last")))
    printouts = print_books(shelf, Silent(), limits=lambda order: limits if order.book.id == "huge" else PLENTY)
    assert [printout.order.name for printout in printouts] == ["small.pdf", "huge.pdf", "last.pdf"]
    small, huge, last = printouts
    assert small.pdf is not None
    assert last.pdf is not None
    assert huge.pdf is None
    assert [(problem.code, problem.place) for problem in huge.problems] == [("print-failed", Place("huge/one.md", 3))]
    assert huge.problems[0].message.startswith("huge.pdf, the edition 'a5' of 'Huge', was not made: ")
    assert words in huge.problems[0].message
    assert "leave chapters out" in huge.problems[0].hint


def test_a_worker_that_dies_is_replaced() -> None:
    worker = PrintWorker()
    try:
        for _ in range(2):
            worker.begin(printing("huge", 600), "", PLENTY)
            assert worker._process.pid is not None
            os.kill(worker._process.pid, signal.SIGKILL)
            stopped = first_done([worker]).answer()
            assert isinstance(stopped, Stopped)
            assert "SIGKILL" in stopped.reason
        worker.begin(printing("small"), "", PLENTY)
        answer = first_done([worker]).answer()
        assert not isinstance(answer, Stopped)
        assert answer[0] is not None
    finally:
        worker.end()


def test_where_the_system_has_no_limits_the_clock_decides() -> None:
    worker = PrintWorker()
    try:
        worker.begin(printing("huge", 600), "", replace(PLENTY, seconds=0))
        stopped = first_done([worker]).answer()
        assert isinstance(stopped, Stopped)
        assert "took more than 0 seconds" in stopped.reason
        assert not worker._process.is_alive()
    finally:
        worker.end()


def test_a_fault_of_ours_is_told_and_costs_only_its_pdf() -> None:
    faulty = replace(printing("small"), paper=replace(PAPER_FORMATS["a5"], styles=("nonsense.css",)))
    worker = PrintWorker()
    try:
        worker.begin(faulty, "", PLENTY)
        stopped = first_done([worker]).answer()
    finally:
        worker.end()
    assert isinstance(stopped, Stopped)
    assert stopped.reason.startswith("FileNotFoundError")
    assert "please report it" in stopped.hint


def test_a_book_is_read_once_to_know_what_all_of_its_editions_are_made_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = printing("small")
    orders = [small, replace(small, name="other.pdf"), replace(small, paper=PAPER_FORMATS["a4"])]
    names = [made_from(order, "") for order in orders]
    assert len({*names, made_from(small, "https://example.org/"), made_from(printing("other"), "")}) == 5
    read: list[object] = []

    def reading(value: object) -> str:
        read.append(value)
        return digest(value)

    monkeypatch.setattr(f"{made_from.__module__}.digest", reading)
    for _ in range(2):
        with Results(open_cache(tmp_path)).in_use():
            assert [made_from(order, "") for order in orders] == names
    assert read.count(small.book) == 1


def test_a_worker_goes_on_with_the_book_that_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    class Telling(Silent):
        begun: ClassVar[list[str]] = []

        def begin(self, name: str, detail: str) -> None:
            self.begun.append(name)

    monkeypatch.setattr("rollbook.build.print_books.cores", lambda: 1)
    shelf = Shelf(ShelfSettings(papers=("a5",), editions=("epub",)), (book("short", 5), book("long", 8)))
    assert all(printout.pdf for printout in print_books(shelf, Telling()))
    assert Telling.begun == ["pdf long", "epub long", "pdf short", "epub short"]


def test_a_long_book_may_take_more() -> None:
    short, long = limits_for(printing("small")), limits_for(printing("huge", 600))
    assert short.memory < long.memory
    assert short.seconds < long.seconds


def test_only_the_workers_need_weasyprint() -> None:
    """A system without Pango can still check and build a site, and nobody else waits for it to load."""
    program = "import sys, rollbook.commands.build, rollbook.commands.serve; sys.exit('weasyprint' in sys.modules)"
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)


# A system without the libraries that WeasyPrint loads, whose processes all begin with this.
NO_LIBRARIES = """
import cffi

def dlopen(self, name, *flags):
    raise OSError(f"cannot load library {name!r}")

cffi.FFI.dlopen = dlopen
"""


def test_without_pango_there_is_a_site_and_one_line_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(NO_LIBRARIES, encoding="utf-8")
    write_shelf(tmp_path)
    path = os.pathsep.join([str(tmp_path), str(ROOT / "generator")])
    command = [sys.executable, "-m", "rollbook", "build"]
    done = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    missing, built = done.stdout.splitlines()
    assert missing.startswith("no PDFs: they need the library Pango, which isn't here (cannot load library")
    assert "`apt install libpango-1.0-0" in missing
    assert "`brew install pango` (macOS)" in missing
    assert built.startswith("built 2 books")
    assert built.endswith("files: build/site")
    assert done.returncode == 1
    assert (tmp_path / "build/site/good/index.html").is_file()


def write_shelf(folder: Path) -> None:
    """A book that prints, and one whose table is wider than any paper that is turned."""
    wide = "| " + " | ".join(f"hour{hour:02}" for hour in range(120)) + " |\n" + "|---" * 120 + "|\n"
    for name, text in (("good", "Words."), ("wide", wide)):
        (folder / "content" / name).mkdir(parents=True)
        (folder / "content" / name / "one.md").write_text(f"# {name.title()}\n\n{text}\n", encoding="utf-8")


def test_a_pdf_that_fails_does_not_cost_the_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_shelf(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert main(["build"]) == 1
    out = capsys.readouterr().out
    assert "error[text-lost]" in out
    assert out.endswith("files: build/site and build/pdf, without wide.pdf\n")
    assert {path.name for path in (tmp_path / "build/pdf").iterdir()} == {"good.pdf"}
    assert (tmp_path / "build/site/good/good.pdf").is_file()
    assert "good.pdf" in (tmp_path / "build/site/good/index.html").read_text(encoding="utf-8")
    page = (tmp_path / "build/site/wide/index.html").read_text(encoding="utf-8")
    assert "wide.pdf" not in page


def test_an_error_in_the_content_still_costs_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_shelf(tmp_path)
    (tmp_path / "content/good/two.md").write_text("# Two\n\n<!-- $nonsense -->\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["build"]) == 1
    assert capsys.readouterr().out.endswith("nothing was written\n")
    assert not (tmp_path / "build").exists()
