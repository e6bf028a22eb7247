"""The whole build: what lands where, what an error leaves alone, which books are chosen."""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rollbook.build.build import Built, build
from rollbook.build.examine import choose_books, examine
from rollbook.build.order import Order
from rollbook.build.print_books import print_books
from rollbook.cache import open_cache, user_cache_folder
from rollbook.command_line import main
from rollbook.model.book import Book, Shelf
from rollbook.model.diagnostic import Diagnostic, WrongUse
from rollbook.model.settings import BookSettings, ShelfSettings
from rollbook.model.source import Place
from rollbook.progress import Silent

REPOSITORY = Path(__file__).parent.parent
NEW_SHELF = REPOSITORY / "generator" / "rollbook" / "new_shelf"


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two books on one shelf, and we are in it."""
    for book in ("one", "two"):
        for part in ("content", "data"):
            shutil.copytree(NEW_SHELF / part / "toll-road", tmp_path / part / book)
    add(tmp_path / "content/two/book.yml", "papers: [a5, plain]\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*books: str, with_pdfs: bool = False, strict: bool = False, out: str = "build") -> Built:
    order = Order(Path("content"), Path("data"), books)
    cache = open_cache(user_cache_folder())
    return build(order, Path(out), with_pdfs=with_pdfs, strict=strict, progress=Silent(), cache=cache)


def tree(folder: Path) -> dict[str, bytes]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def add(path: Path, text: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(text)


def test_a_build_with_pdfs(shelf: Path) -> None:
    built = run(with_pdfs=True, strict=True)
    assert built.findings == ()
    written = tree(shelf / "build")
    assert set(written) == {".rollbook", *(output.path for output in built.outputs)}
    assert {"site/index.html", "site/404.html", "site/one/index.html", "site/two/index.html"} <= set(written)
    for book in ("one", "two"):
        assert written[f"pdf/{book}.pdf"].startswith(b"%PDF-")
        assert written[f"site/{book}/{book}.pdf"] == written[f"pdf/{book}.pdf"]
    assert written["site/two/two-plain.pdf"] == written["pdf/two-plain.pdf"] != written["pdf/two.pdf"]
    assert b'href="two-plain.pdf"' in written["site/two/index.html"]


def test_an_address_on_the_command_line_goes_before_the_shelfs_own(
    shelf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (shelf / "content/shelf.yml").write_text("address: https://elsewhere.example/\n", encoding="utf-8")
    assert main(["build", "--no-pdf", "--address", "https://example.org/games"]) == 0
    page = (shelf / "build/site/one/index.html").read_text(encoding="utf-8")
    assert '<link rel="canonical" href="https://example.org/games/one/">' in page
    assert "elsewhere.example" not in page
    assert main(["build", "--address", "http://example.org"]) == 2
    assert "starting with https://" in capsys.readouterr().err


def test_with_one_book_only_its_old_addresses_are_kept(shelf: Path) -> None:
    (shelf / "content/one/moved.yml").write_text("old.html: ../two/01-carters.md\n", encoding="utf-8")
    (shelf / "content/two/moved.yml").write_text("old.html: 01-carters.md\n", encoding="utf-8")
    run("two")
    assert (shelf / "build/site/two/old.html").is_file()
    assert (shelf / "build/site/one/old.html").is_file(), "it leads to the book that is there"
    run("one")
    assert not (shelf / "build/site/one/old.html").exists()


def test_a_build_without_pdfs_leaves_no_old_ones(shelf: Path) -> None:
    run()
    (shelf / "build" / "pdf").mkdir()
    (shelf / "build" / "pdf" / "one.pdf").write_bytes(b"from yesterday")
    run()
    assert not [path for path in tree(shelf / "build") if path.endswith(".pdf")]


def test_a_page_that_is_damaged_in_the_cache_is_made_again_and_one_that_was_edited_is_put_right(shelf: Path) -> None:
    add(shelf / "content/one/02-the-road.md", f"\nOnly in {shelf.name}.\n")
    page = shelf / "build/site/one/the-road.html"
    run()
    before = tree(shelf / "build")
    page.write_bytes(before["site/one/the-road.html"].replace(b"Only", b"Never"))
    run()
    assert tree(shelf / "build") == before
    sha256 = hashlib.sha256(page.read_bytes()).hexdigest()
    entry = user_cache_folder() / hashlib.sha256(f"file {sha256}".encode()).hexdigest()
    entry.write_bytes(entry.read_bytes()[:-1])
    run()
    assert tree(shelf / "build") == before, "nobody looked at it"
    page.unlink()
    run()
    assert tree(shelf / "build") == before


def test_an_error_leaves_the_former_build_as_it_was(shelf: Path) -> None:
    run()
    before = tree(shelf / "build")
    add(shelf / "content/one/02-the-road.md", "\nNew words.\n\n<!-- $data road.yml prizes -->\n")
    built = run()
    assert [finding.diagnostic.code for finding in built.findings] == ["unknown-table"]
    assert built.outputs == ()
    assert tree(shelf / "build") == before


def test_an_error_in_the_first_build_creates_nothing(shelf: Path) -> None:
    add(shelf / "content/one/02-the-road.md", "\n<!-- $data road.yml prizes -->\n")
    run()
    assert not (shelf / "build").exists()


def test_a_warning_stops_only_a_strict_build(shelf: Path) -> None:
    add(shelf / "content/one/02-the-road.md", "\n[nowhere](nowhere.md)\n")
    assert run(strict=True).outputs == ()
    assert not (shelf / "build").exists()
    assert run().outputs
    assert (shelf / "build/site/index.html").is_file()


def test_a_foreign_output_folder_is_refused_before_the_work(shelf: Path) -> None:
    (shelf / "mine").mkdir()
    (shelf / "mine" / "photo.jpg").write_bytes(b"precious")
    shutil.rmtree(shelf / "content")  # the refusal must come first
    with pytest.raises(WrongUse, match="wasn't written by Rollbook"):
        run(out="mine")
    assert tree(shelf / "mine") == {"photo.jpg": b"precious"}


# ---- choosing books


def test_only_the_chosen_book_is_built_and_reported(shelf: Path) -> None:
    add(shelf / "content/one/02-the-road.md", "\n<!-- $data road.yml prizes -->\n")
    add(shelf / "content/two/02-the-road.md", "\n[To the other book](../one/01-carters.md)\n")
    built = run("two", strict=True)
    assert built.findings == ()
    assert built.books == 1
    assert (shelf / "build/site/two/index.html").is_file()
    assert not (shelf / "build/site/one").exists()
    assert [finding.diagnostic.code for finding in run("one").findings] == ["unknown-table"]


def book(name: str) -> Book:
    return Book(name, name.title(), BookSettings(), (), (), ())


def test_problems_belong_to_the_book_whose_folder_they_are_in() -> None:
    content, data = Path("content"), Path("data")
    places = [
        "content/one/a.md",
        "content/two/a.md",
        "content/bad",
        "content/shelf.yml",
        "data/one/t.yml",
        "data/t.yml",
    ]
    found = tuple(Diagnostic("dead-link", "", Place(place)) for place in places)
    whole = Shelf(ShelfSettings(), (book("one"), book("two")))

    def files(*books: str) -> list[str]:
        chosen, concerning = choose_books(whole, found, content, data, books)
        assert [book.id for book in chosen.books] == [book for book in ("one", "two") if book in books or not books]
        return [problem.place.file for problem in concerning]

    assert files() == places
    assert files("one") == ["content/one/a.md", "content/shelf.yml", "data/one/t.yml", "data/t.yml"]
    assert files("two") == ["content/two/a.md", "content/shelf.yml", "data/t.yml"]
    assert files("bad") == ["content/bad", "content/shelf.yml", "data/t.yml"]  # unreadable, so not on the shelf
    with pytest.raises(WrongUse, match="there is no book 'tow': did you mean 'two'"):
        files("tow")


def test_books_in_the_folder_where_we_are_are_told_apart_too() -> None:
    found = (Diagnostic("dead-link", "", Place("one/a.md")), Diagnostic("dead-link", "", Place("two/a.md")))
    whole = Shelf(ShelfSettings(), (book("one"), book("two")))
    assert choose_books(whole, found, Path(), Path("data"), ("two",))[1] == found[1:]


# ---- PDFs side by side


class Told:
    """Remembers what it is told."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.ended: list[str] = []

    def begin(self, name: str, detail: str) -> None:
        self.begun.append(name)

    def end(self, name: str) -> None:
        self.ended.append(name)


@pytest.mark.usefixtures("shelf")
def test_pdfs_come_in_the_order_of_the_shelf_whatever_the_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    examined = examine(Order(Path("content"), Path("data"), ()), Silent())
    printed = []
    in_order = [
        *("one.pdf", "one-sheet.pdf", "one-sheet-blank.pdf", "one-screen.pdf", "one.epub"),
        *("two.pdf", "two-plain.pdf", "two-sheet.pdf", "two-sheet-blank.pdf", "two-screen.pdf", "two.epub"),
    ]
    for cores in (1, 2):
        monkeypatch.setattr("rollbook.build.print_books.cores", lambda cores=cores: cores)
        told = Told()
        printed.append(print_books(examined.shelf, told))
        named = [" ".join(reversed(name.rsplit(".", 1))) for name in in_order]
        assert sorted(told.begun) == sorted(told.ended) == sorted(named)
    assert [one.pdf.name for one in printed[0] if one.pdf] == in_order
    assert printed[0] == printed[1]


def test_a_killed_build_leaves_no_process_and_no_folder_behind(shelf: Path) -> None:
    run()
    before = tree(shelf / "build")
    command = [sys.executable, "-m", "rollbook", "build"]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY / "generator")}
    with subprocess.Popen(
        command, cwd=shelf, env=environment, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line.startswith("pdf"):
                break
        process.send_signal(signal.SIGKILL)
    _wait_until_ended(process.pid)
    assert tree(shelf / "build") == before
    run()
    assert {path.name for path in (shelf / "build").iterdir()} == {".rollbook", "site"}


def _wait_until_ended(group: int) -> None:
    """Until no process of the group is left; the workers notice within moments that their build is gone."""
    for _ in range(2_400):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    os.killpg(group, signal.SIGKILL)
    pytest.fail("the build's workers outlived it")
