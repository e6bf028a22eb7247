"""The same input gives the same bytes: whatever the folder, time zone, language, hash seed or number of processes."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shelves import HANDBOOKS, ROOT

# Runs the command line with at most so many processors, and so that many processes for the PDFs. Of the cache it uses
# the toolkit alone.
WITH_CORES = """
import os, sys
from rollbook.command_line import main
from tests.make_toolkit import reuse_no_results
reuse_no_results()
if __name__ == "__main__":
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[: int(sys.argv[1])])
    sys.exit(main(sys.argv[2:]))
"""
HERE = {"TZ": "UTC", "LANG": "C", "LC_ALL": "C", "PYTHONHASHSEED": "1", "HOME": "/nonexistent", "TERM": "dumb"}
THERE = {"TZ": "Asia/Kathmandu", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "4242", "COLUMNS": "33"}


def build(content: Path, data: Path, folder: Path, environment: dict[str, str], cores: int) -> dict[str, str]:
    """Build in a process of its own, inside `folder` -> the hash of every file written."""
    script = folder / "with_cores.py"
    script.write_text(WITH_CORES)
    relative = [os.path.relpath(path, folder) for path in (content, data)]
    command = [
        sys.executable,
        script,
        str(cores),
        "build",
        "--content",
        relative[0],
        "--data",
        relative[1],
        "--out",
        "o",
    ]
    path = {name: os.environ[name] for name in ("PATH", "ROLLBOOK_CACHE")} | {
        "PYTHONPATH": os.pathsep.join((str(ROOT / "generator"), str(ROOT)))
    }
    done = subprocess.run(command, cwd=folder, env=path | environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    files = (path for path in sorted((folder / "o").rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def two_builds(content: Path, data: Path, tmp_path: Path) -> tuple[dict[str, str], dict[str, str]]:
    one, other = tmp_path / "one", tmp_path / "another" / "deeper down"
    one.mkdir()
    other.mkdir(parents=True)
    shutil.copytree(content, other / "content")
    shutil.copytree(data, other / "data")
    # Later and in another order on disk: neither may show.
    for path in sorted((other / "content").rglob("*.md"), reverse=True):
        os.utime(path, (1_000_000_000, 1_000_000_000))
    first = build(content, data, one, HERE, cores=1)
    return first, build(other / "content", other / "data", other, THERE, cores=2)


def test_a_new_shelf(tmp_path: Path) -> None:
    shelf = ROOT / "generator" / "rollbook" / "new_shelf"
    for book in ("toll-road", "second"):
        for part in ("content", "data"):
            shutil.copytree(shelf / part / "toll-road", tmp_path / part / book)
    first, second = two_builds(tmp_path / "content", tmp_path / "data", tmp_path)
    assert {"o/site/index.html", "o/pdf/second.pdf", "o/site/second/second.pdf"} <= first.keys()
    assert first == second


@pytest.mark.soak
def test_the_real_handbooks(tmp_path: Path) -> None:
    if not HANDBOOKS.is_dir():
        pytest.skip("the real handbooks are not beside this repository (../shared/handbooks)")
    first, second = two_builds(HANDBOOKS / "content", HANDBOOKS / "data", tmp_path)
    assert sum(path.startswith("o/pdf/") for path in first) == 5
    assert first == second
