"""The whole shelf as a machine reads it: valid HTML, and headings that a list of them makes sense of."""

from __future__ import annotations

import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.shelves import ROOT

VALIDATOR = ROOT / "site_templates" / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"


def test_the_nu_validator_finds_no_error_on_any_page(shelf_folder: Path) -> None:
    if shutil.which("java") is None:
        pytest.skip("the Nu validator needs Java")
    command = ["java", "-jar", str(VALIDATOR), "--errors-only", "--skip-non-html", str(shelf_folder)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.stderr.splitlines() == []
    assert result.returncode == 0


class Headings(HTMLParser):
    """The order in which a page is read aloud: its landmarks, and the levels of its headings."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.levels: list[int] = []
        self.landmarks: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if len(tag) == 2 and tag[0] == "h" and tag[1].isdigit():
            self.levels.append(int(tag[1]))
        if tag == "main" or (tag == "header" and ("class", "site-header") in attrs):
            self.landmarks.append(tag)


def test_headings_never_skip_a_level_and_the_text_follows_the_bar(
    shelf_folder: Path, every_page: tuple[str, ...]
) -> None:
    for path in every_page:
        read = Headings((shelf_folder / path).read_text("utf-8"))
        assert read.landmarks == ["header", "main"], path
        assert read.levels[:1] == [1], path
        assert read.levels.count(1) == 1, path
        steps = zip(read.levels, read.levels[1:], strict=False)
        assert [pair for pair in steps if pair[1] > pair[0] + 1] == [], path
