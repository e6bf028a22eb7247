"""Every diagnostic code has a folder under tests/cases/diagnostics: a small shelf, and the exact report expected.

A folder holds `content/`, `data/` if it needs one, and `expected.txt`: what `rollbook check --content content --data
data` prints when it runs in that folder. A code that only shows in print has `arguments.txt` beside it with what to run
instead; OUT in it is a fresh folder. `make golden` writes expected.txt anew: read the difference before you commit it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from rollbook.command_line import main
from rollbook.model.diagnostic import SEVERITIES, Severity

CASES = Path(__file__).parent / "cases" / "diagnostics"
FOLDERS = sorted(folder.name for folder in CASES.iterdir() if folder.is_dir())


@pytest.mark.parametrize("code", FOLDERS)
def test_golden_report(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert code in SEVERITIES, "a folder is named after a code"
    monkeypatch.chdir(CASES / code)
    exit_code = main(arguments(CASES / code, tmp_path))
    report = capsys.readouterr().out.replace(str(tmp_path), "OUT")
    # How many files a site has is no matter of the case, and changes with every picture and script.
    report = re.sub(r"\d+ files: ", "N files: ", report)
    if os.environ.get("ROLLBOOK_GOLDEN"):
        (CASES / code / "expected.txt").write_text(report, encoding="utf-8")
    assert report == (CASES / code / "expected.txt").read_text(encoding="utf-8")
    assert codes_in(report) == {code}, "a case shows its own code and no other"
    assert exit_code == (1 if SEVERITIES[code] is Severity.ERROR else 0)


@pytest.mark.parametrize("code", sorted(SEVERITIES))
def test_every_code_has_a_case(code: str) -> None:
    assert (CASES / code / "expected.txt").is_file(), f"add the folder tests/cases/diagnostics/{code}"


def arguments(folder: Path, out: Path) -> list[str]:
    """A case's folder -> what to run in it."""
    own = folder / "arguments.txt"
    usual = "check --content content --data data"
    words = (own.read_text(encoding="utf-8") if own.is_file() else usual).split()
    return [str(out / "out") if word == "OUT" else word for word in words]


def codes_in(report: str) -> set[str]:
    """The text of a report -> the codes in its first lines: file:line:column: error[code]: …"""
    found = set()
    for line in report.splitlines():
        for severity in Severity:
            before, mark, after = line.partition(f": {severity.value}[")
            if mark and before.split(":")[-1].isdigit():
                found.add(after.partition("]")[0])
    return found
