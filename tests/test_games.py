"""Four little games, one of each family that the guide speaks of: nothing is wrong, and examples hold them."""

from __future__ import annotations

import pytest
from rollbook.command_line import main

from tests.shelves import CASES

GAMES = CASES / "games"
FOLDERS = ("--content", str(GAMES / "content"), "--data", str(GAMES / "data"))


def test_the_games_have_no_problems(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--strict", *FOLDERS]) == 0
    assert capsys.readouterr().out.strip() == "no problems"
