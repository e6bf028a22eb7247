"""Four little games, one of each family that the guide speaks of: nothing is wrong, and examples hold them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rollbook.command_line import main

from tests.shelves import CASES, ROOT

GAMES = CASES / "games"
FOLDERS = ("--content", str(GAMES / "content"), "--data", str(GAMES / "data"))


def test_the_games_have_no_problems(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--strict", *FOLDERS]) == 0
    assert capsys.readouterr().out.strip() == "no problems"


def test_what_the_guide_says_of_each_family_is_a_book_without_problems(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every snippet of the page in one book: its data, and chapters that show each sheet, creature and fight of it."""
    page = (ROOT / "content/guide/05-your-game.md").read_text(encoding="utf-8")
    data = "---\n".join(re.findall(r"```yaml\n(.*?)```", page, re.DOTALL))
    named = dict.fromkeys(re.findall(r"^(calculator|sheet|stat-block|table): (.*)$", data, re.MULTILINE))
    directives = {"calculator": "calc", "table": "data all.yml"}
    shown = [f"<!-- ${directives.get(kind, kind)} {name} -->" for kind, name in named if name != "everybody"]
    fights = re.findall(r"```markdown\n(.*?)```", page, re.DOTALL)
    assert len(shown) > 20
    assert len(fights) == 1
    for folder in ("content/all", "data/all"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "content/all/book.yml").write_text("title: All\n", encoding="utf-8")
    (tmp_path / "data/all/all.yml").write_text(data, encoding="utf-8")
    (tmp_path / "content/all/01-all.md").write_text("\n\n".join(["# All", *shown, *fights]), encoding="utf-8")
    assert main(["check", "--strict", "--content", str(tmp_path / "content"), "--data", str(tmp_path / "data")]) == 0
    assert capsys.readouterr().out.strip() == "no problems"
