"""`rollbook import`: repositories as authors keep them become shelves without an error, and no word of them is lost.

Each folder of cases/import is such a repository: handbooks with data, art and styles elsewhere, an mdBook, a MkDocs
site, folders of plain Markdown.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from rollbook.command_line import main
from rollbook.model.book import Shelf
from rollbook.model.diagnostic import Severity
from rollbook.move_in import find_books, make_shelf, read_repository
from rollbook.render.fragment import render_fragment
from rollbook.render.widgets import WidgetMarkup

from tests.shelves import CASES, ROOT, read_shelf
from tests.test_dialect import PlainMedium

REPOSITORIES = sorted(path for path in (CASES / "import").iterdir())
HANDBOOKS = ROOT.parent / "shared" / "handbooks"


def moved_in(repository: Path, shelf: Path) -> tuple[Shelf, list[str]]:
    """A repository -> the shelf that it becomes, and the codes of its problems."""
    assert main(["import", str(repository), "--to", str(shelf)]) == 0
    read, problems = read_shelf(shelf / "content", shelf / "data")
    assert [problem for problem in problems if problem.severity is Severity.ERROR] == []
    return read, sorted(problem.code for problem in problems)


def words_shown(shelf: Shelf) -> Counter[str]:
    """Every word that a reader of the shelf sees, pictures' descriptions included."""
    html = "".join(
        f"<p>{page.title}</p>" + render_fragment(page.blocks, PlainMedium(), widgets=WidgetMarkup(book, "print"))
        for book in shelf.books
        for page in book.pages
    )
    described = " ".join(re.findall(r'alt="([^"]*)"', html))
    return _words(re.sub(r"<[^>]*>", " ", html) + described)


def words_written(repository: Path) -> Counter[str]:
    """Every word of the Markdown and of the data that the books of a repository show."""
    read = read_repository(repository)
    chapters = [chapter.path for book in find_books(read).books for chapter in book.chapters]
    text = "\n".join(_prose(read.text(path)) for path in chapters)
    used = {name for path in chapters for name in re.findall(r"\$data\s+(\S+)", read.text(path))}
    tables = (read.text(read.find_by_name(name, "")) for name in used)
    rows = [line for table in tables for line in re.findall(r"^- (.*)", table, re.MULTILINE)]
    return _words("\n".join((text, *rows)))


def _prose(text: str) -> str:
    """A chapter as written -> its words, without settings, comments, addresses and the signs of boxes."""
    text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL)
    text = re.sub(r"<!-- \$object(.*?)-->", lambda found: found[1], text, flags=re.DOTALL)
    text = re.sub(r"<!--.*?-->|\{\{.*?\}\}|\{:.*?\}", "", text, flags=re.DOTALL)
    text = re.sub(r'<img[^>]*alt="([^"]*)"[^>]*>', r"\1", text)
    text = re.sub(r"\]\([^)]*\)|^(?:!!!|\?\?\?|:::) ?\w*|^```\w*|\[\^\w+\]:?", " ", text, flags=re.MULTILINE)
    text = re.sub(r"^name: ", "", text, flags=re.MULTILINE)
    return re.sub(r"</?[a-zA-Z][^>]*>", " ", text)


def _words(text: str) -> Counter[str]:
    return Counter(word.lower() for word in re.findall(r"[^\W\d_]{2,}", text))


@pytest.mark.parametrize("repository", REPOSITORIES, ids=lambda path: path.name)
def test_a_repository_becomes_a_shelf_and_no_word_is_lost(repository: Path, tmp_path: Path) -> None:
    shelf, _ = moved_in(repository, tmp_path / "shelf")
    assert words_written(repository) - words_shown(shelf) == Counter()


@pytest.mark.skipif(not HANDBOOKS.is_dir(), reason="the handbooks of ../shared are not here")
def test_the_handbooks_move_in(tmp_path: Path) -> None:
    shelf, codes = moved_in(HANDBOOKS, tmp_path / "shelf")
    assert len(shelf.books) == 5
    assert set(codes) <= {"cell-count", "dead-link", "range-overlap"}, "what the books themselves have"
    copies = {path.parent.name: path.read_text("utf-8") for path in (tmp_path / "shelf/content").rglob("*.md")}
    assert copies == {path.parent.name: path.read_text("utf-8") for path in (HANDBOOKS / "content").rglob("*.md")}


def test_handbooks_are_books_with_their_data_pictures_and_classes(tmp_path: Path) -> None:
    shelf, codes = moved_in(CASES / "import/handbooks", tmp_path / "shelf")
    assert [(book.id, book.title) for book in shelf.books] == [
        ("crew", "Crew Crew"),
        ("salt-and-rope", "Salt And Rope Handbook"),
        ("towns", "Towns Towns"),
    ]
    assert codes == []
    files = {path.relative_to(tmp_path / "shelf").as_posix() for path in (tmp_path / "shelf").rglob("*.*")}
    assert {"data/loads.yml", "data/crew/wages.yml", "content/towns/pictures/gate.svg"} <= files
    assert shelf.books[1].settings.classes == ("sidebar", "small", "ledger", "num", "shaded")


def test_lists_of_contents_give_order_and_titles(tmp_path: Path) -> None:
    shelf, codes = moved_in(CASES / "import/mdbook", tmp_path / "mdbook")
    assert [page.title for page in shelf.books[0].pages] == ["Before you row", "The river", "Currents", "Boats"]
    assert (shelf.books[0].title, shelf.books[0].settings.authors, codes) == ("The Ferry Game", ("R. Oarsman",), [])
    shelf, codes = moved_in(CASES / "import/mkdocs", tmp_path / "mkdocs")
    assert [page.title for page in shelf.books[0].pages] == ["Lantern Rules", "Light and dark", "Oil"]
    assert codes == ["dead-link", "front-matter"], "a linked PDF and a setting of another program"


def test_folders_of_plain_markdown_are_books(tmp_path: Path) -> None:
    shelf, codes = moved_in(CASES / "import/plain", tmp_path / "shelf")
    titles = {book.id: [page.title for page in book.pages] for book in shelf.books}
    assert titles == {"bestiary": ["Beasts", "Café", "Wolf"], "core-rules": ["Fights", "Wounds"]}
    assert codes == ["front-matter"]


def test_the_report_names_what_needs_a_decision() -> None:
    read = read_repository(CASES / "import/handbooks")
    _, notes = make_shelf(read, find_books(read))
    assert notes.decide == [
        "src/markdown/crew.md: the picture faces/nobody.png is missing, or of a kind that can't be shown",
        "salt-and-rope/salt-and-rope.md: <!-- $toc depth=2 --> refers to nothing here; it is now a plain comment",
    ]
    assert [note.partition(":")[0] for note in notes.left_out] == [
        "README.md",
        "src/data/unused.yml",
        "src/styles/print.css",
    ]


def test_nothing_is_overwritten_and_nothing_is_made_of_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there/file.txt").write_text("mine")
    assert main(["import", str(CASES / "import/plain"), "--to", str(tmp_path / "there")]) == 2
    assert "already exists and is not empty" in capsys.readouterr().err
    assert main(["import", str(tmp_path / "there")]) == 2
    assert "there is no Markdown file" in capsys.readouterr().err
    assert main(["import", str(tmp_path / "nowhere")]) == 2
    assert "there is no folder" in capsys.readouterr().err


def test_a_repository_is_only_read(tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in (CASES / "import").rglob("*") if path.is_file()}
    moved_in(CASES / "import/mkdocs", tmp_path / "shelf")
    assert {path: path.read_bytes() for path in (CASES / "import").rglob("*") if path.is_file()} == before
