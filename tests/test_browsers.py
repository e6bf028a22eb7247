"""Which browser a test run takes, and what it says of one that isn't there."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.browsers import PROGRAMS, browser_lines, find_browser, skip_missing, version_of


def program(folder: Path, name: str, says: str) -> Path:
    """A folder -> a program in it that says one line."""
    path = folder / name
    path.write_text(f"#!{sys.executable}\nprint({says!r})\n")
    path.chmod(0o755)
    return path


def test_the_first_on_the_path_is_taken_unless_a_variable_names_another(tmp_path: Path) -> None:
    own, other = program(tmp_path, "chromium", "Chromium 150.0.1"), program(tmp_path, "newest", "Chromium 156.0.2")
    path = {"PATH": str(tmp_path)}
    assert find_browser("Chromium", path) == str(own)
    assert find_browser("Chromium", {**path, "ROLLBOOK_CHROMIUM": str(other)}) == str(other)
    assert find_browser("Firefox", path) is None
    assert version_of("Chromium", str(other)) == "156.0.2"


def test_a_run_says_which_browsers_it_uses(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ROLLBOOK_CHROMIUM", str(program(tmp_path, "one", "Chromium 150.0.7871.100 built on Debian")))
    monkeypatch.setenv("ROLLBOOK_FIREFOX", str(program(tmp_path, "two", "Mozilla Firefox 140.12.0esr")))
    *known, last = browser_lines()
    assert known == [
        f"Chromium: 150.0.7871.100 ({tmp_path}/one)",
        f"Chromium without windows: 150.0.7871.100 ({tmp_path}/one)",
        f"Firefox: 140.12.0 ({tmp_path}/two)",
    ]
    assert last.startswith("WebKit: ")
    assert len(PROGRAMS) == 4


def test_most_tests_read_without_windows_where_that_can_be_had(tmp_path: Path) -> None:
    whole, path = program(tmp_path, "chromium", "Chromium 150.0.1"), {"PATH": str(tmp_path)}
    assert find_browser("Chromium without windows", path) == str(whole)
    shell = program(tmp_path, "chromium-headless-shell", "Chromium 150.0.1")
    assert find_browser("Chromium without windows", path) == str(shell)
    assert find_browser("Chromium", path) == str(whole)


def test_what_is_missing_is_skipped_here_and_fails_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="Firefox is not installed: `make test` installs it"):
        skip_missing("Firefox is not installed")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="Firefox is not installed"):
        skip_missing("Firefox is not installed")
