"""The guide's first book, made literally as its page says: every file, every command, and what each is said to tell."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from rollbook.command_line import main

GUIDE = Path(__file__).parents[1] / "content" / "guide"
PAGE = (GUIDE / "01-your-first-book.md").read_text(encoding="utf-8")
_BLOCK = re.compile(r"(?P<before>[^\n]+)\n\n```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"`((?:content|data)/[\w./-]+\.\w+)`")


def test_following_the_page_makes_a_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    written: list[str] = []
    for block in _BLOCK.finditer(PAGE):
        if block["kind"] == "sh":
            _carry_out(block["text"].splitlines(), monkeypatch, capsys)
        elif block["kind"] in ("markdown", "yaml"):
            [name] = _FILE.findall(block["before"])
            path = Path(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            adds = block["before"].rpartition(". ")[2].startswith("Add")
            assert adds == path.exists(), f"{name}: what is there is added to, what is not is made"
            with path.open("a", encoding="utf-8") as file:
                file.write(block["text"])
            written.append(name)
        else:
            assert block["kind"] == "text"
            _make_the_mistake(block["text"], capsys)
    assert len(written) == 10
    home = Path("build/site/night-ferry/index.html").read_text(encoding="utf-8")
    assert "The Night Ferry" in home
    river = Path("build/site/night-ferry/the-river.html").read_text(encoding="utf-8")
    assert 'data-roll="2d6 + Nerve"' in river
    assert "you land unseen" in river


def _carry_out(lines: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for line in lines:
        program, *words = shlex.split(line)
        if program == "cd":
            monkeypatch.chdir(words[0])
        elif words != ["serve"]:  # it would not end; tests/test_serve.py serves
            if words == ["build"]:
                words.append("--no-pdf")
            assert (program, main(words)) == ("rollbook", 0), capsys.readouterr()
            said = capsys.readouterr().out
            assert words != ["check"] or said.endswith("no problems\n"), said


def _make_the_mistake(told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Write `nevre` for `nerve`, as the page says -> the very words that it shows; then it is put right again."""
    path = Path("data/night-ferry/rules.yml")
    right = path.read_text(encoding="utf-8")
    path.write_text(right.replace("- total: 2d6 + nerve", "- total: 2d6 + nevre"), encoding="utf-8")
    assert main(["check"]) == 1
    assert capsys.readouterr().out.startswith(told)
    path.write_text(right, encoding="utf-8")


def test_the_shelfs_own_game_can_be_deleted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where a book of one's own stands, nothing asks for The Toll Road any more."""
    main(["new", str(tmp_path / "x")])
    (tmp_path / "x/content/mine").mkdir()
    (tmp_path / "x/content/mine/one.md").write_text("# One\n\nRoll 2d6.\n", encoding="utf-8")
    for part in ("content", "data"):
        shutil.rmtree(tmp_path / "x" / part / "toll-road")
    shelf = [f"--{part}={tmp_path}/x/{part}" for part in ("content", "data")]
    assert main(["check", "--strict", *shelf]) == 0, capsys.readouterr().out
