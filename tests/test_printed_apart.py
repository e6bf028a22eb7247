"""Books printed apart, each on a machine of its own, and joined by one build: the same bytes as a build made alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rollbook.build.examine import examine
from rollbook.build.order import Order
from rollbook.build.print_books import print_books
from rollbook.build.printed_apart import read_printed
from rollbook.command_line import main
from rollbook.progress import Silent


class Told:
    """Progress that remembers what was laid out."""

    def __init__(self) -> None:
        self.begun: list[str] = []

    def begin(self, name: str, detail: str) -> None:
        self.begun.append(name)

    def end(self, name: str) -> None:
        pass


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two books that link to each other."""
    monkeypatch.chdir(tmp_path)
    texts = {
        "content/shelf.yml": "title: Two\npapers: [a5]\neditions: [epub]\n",
        "content/one/a.md": "# One\n\nRoll 2d6, then read [the other](../two/b.md).\n",
        "content/two/b.md": "# Two\n\nBack to [the first](../one/a.md).\n",
    }
    for name, text in texts.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    (tmp_path / "data").mkdir()
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def laid_out(*parts: str) -> list[str]:
    """Folders of what was printed -> what a build without a cache still lays out."""
    told = Told()
    found = examine(Order(Path("content"), Path("data"), ()), Silent())
    print_books(found.shelf, told, apart=read_printed(map(Path, parts)))
    return sorted(told.begun)


@pytest.mark.usefixtures("toolkit")
def test_books_printed_apart_and_joined_equal_one_build(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "--out", "alone"]) == 0
    for book in ("one", "two"):
        assert main(["print", "--book", book, "--out", f"parts/{book}"]) == 0
    assert "printed 2 files: parts/two" in capsys.readouterr().out
    assert main(["build", "--out", "joined", "--printed", "parts/one", "--printed", "parts/two"]) == 0
    assert contents(shelf / "joined") == contents(shelf / "alone")
    assert laid_out("parts/one", "parts/two") == []
    assert laid_out("parts/one") == ["epub two", "pdf two"]
    # A book that changed since it was printed is printed again; the other is taken.
    (shelf / "content/two/b.md").write_text("# Two\n\nOther words.\n", "utf-8")
    assert laid_out("parts/one", "parts/two") == ["epub two", "pdf two"]


@pytest.mark.usefixtures("shelf")
def test_what_can_not_be_read_is_not_printed(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (shelf / "content/two/b.md").write_text("# Two\n\n<!-- $calc nothing -->\n", "utf-8")
    assert main(["print", "--out", "parts"]) == 1
    assert capsys.readouterr().out.endswith("nothing was printed\n")
    assert not (shelf / "parts").exists()


DAMAGE = {
    "no list": (lambda folder: None, "can't read parts/printed.json (No such file or directory)"),
    "no JSON": (lambda folder: write(folder, "{"), "parts/printed.json can't be read as JSON"),
    "no list of files": (lambda folder: write(folder, "[]"), "parts/printed.json is not a list of printed files"),
    "says too little": (lambda folder: write(folder, '{"a.pdf": {}}'), "parts/printed.json says too little of a.pdf"),
    "elsewhere": (lambda folder: write(folder, '{"../a.pdf": {}}'), "names '../a.pdf', which is not a file beside it"),
    "altered": (lambda folder: write(folder, entry()), "parts/a.pdf is not the file that was printed there"),
    "missing": (lambda folder: write(folder, entry("b.pdf")), "can't read parts/b.pdf (No such file or directory)"),
}


def entry(name: str = "a.pdf") -> str:
    return json.dumps({name: {"made_from": "x", "edition": "a5", "pages": 1, "sha256": "0"}})


def write(folder: Path, text: str) -> None:
    (folder / "printed.json").write_text(text, "utf-8")


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_folder_is_refused_before_anything_is_written(
    damage: str, shelf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = shelf / "parts"
    parts.mkdir()
    (parts / "a.pdf").write_bytes(b"%PDF")
    harm, words = DAMAGE[damage]
    harm(parts)
    assert main(["build", "--printed", "parts"]) == 2
    assert words in capsys.readouterr().err
    assert not (shelf / "build").exists()
