"""What workers share is made by one of them, whole, and again only if it failed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.once import Once
from tests.shelves import ROOT

WORKER = """
import pathlib, sys, time
from tests.once import Once

def fill(folder):
    (folder / "first").touch()
    time.sleep(0.3)
    with (folder.parent / "times").open("a") as times:
        times.write("x")
    (folder / "last").touch()

made = Once(pathlib.Path(sys.argv[1])).folder("book", fill)
print(sorted(path.name for path in made.iterdir()))
"""


def test_workers_that_come_together_find_the_same_folder_whole(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WORKER, str(tmp_path)]
    workers = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    assert [worker.communicate()[0] for worker in workers] == ["['first', 'last']\n"] * 3
    assert (tmp_path / "times").read_text() == "x"


def test_after_a_failure_the_next_starts_afresh(tmp_path: Path) -> None:
    once = Once(tmp_path)

    def fail(folder: Path) -> None:
        (folder / "half").touch()
        raise ValueError("half way")

    with pytest.raises(ValueError, match="half way"):
        once.folder("book", fail)
    made = once.folder("book", lambda folder: (folder / "whole").touch())
    assert [path.name for path in made.iterdir()] == ["whole"]
