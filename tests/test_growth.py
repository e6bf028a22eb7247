"""Twice the text takes twice the work, whatever an author has much of: counted in calls, never in time."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from types import FrameType

import pytest
from rollbook.build.examine import examine
from rollbook.build.order import Order
from rollbook.model.book import Shelf
from rollbook.progress import Silent
from rollbook.render.site import render_site
from rollbook.report import grade, has_errors

from tests.growing import COMBINED, LISTED, LONG, OTHERS, Family, grown, write_shelf
from tests.shelves import ROOT, to_read

# What a loop costs before it begins makes twice as much a little less than twice; lists that end somewhere, such as
# the chapters beside a page, make it a little more.
MOST = 2.5
FAMILIES = {**LISTED, **OTHERS, **COMBINED}
MANY = (100, 200, 400)

# A build of these texts takes seconds. Were each piece to look at all others, it would take days: this ends it before.
_LONG_PIECES = 60_000
_CPU_SECONDS = 120
_BUILD = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_CPU, ({_CPU_SECONDS}, {_CPU_SECONDS}))
from rollbook.command_line import main
sys.exit(main(["check", "--content", "content", "--data", "data"]))
"""


def examined(folder: Path) -> Shelf | None:
    """A folder with content/ and data/ -> its shelf, None where something is wrong with it."""
    found = examine(Order(folder / "content", folder / "data", ()), Silent())
    return None if has_errors(grade(found.diagnostics, strict=False)) else found.shelf


def calls(files: Mapping[str, str], folder: Path, *, rendered: bool) -> int:
    """The files of a shelf -> how many calls it takes to examine it, and to render its site."""
    write_shelf(files, folder)
    counted = 0

    def count(frame: FrameType, event: str, function: object) -> None:
        nonlocal counted
        counted += 1

    sys.setprofile(count)
    try:
        shelf = examined(folder)
        if shelf is not None and rendered:
            render_site(shelf, {}, to_read())
    finally:
        sys.setprofile(None)
    return counted


def growths(family: Family, sizes: Sequence[int], folder: Path) -> list[float]:
    """Sizes, each twice the one before -> how many times as many calls each takes, beside those of any shelf."""
    shelf = examined(write_shelf(grown(family, sizes[-1]), folder / "first"))
    if shelf is not None:
        render_site(shelf, {}, to_read())  # what is kept from one build to the next is there then
    least, *counted = (
        calls(grown(family, many), folder / str(many), rendered=shelf is not None) for many in (1, *sizes)
    )
    return [(twice - least) / (once - least) for once, twice in pairwise(counted)]


@pytest.mark.parametrize("name", LISTED)
def test_twice_as_much_takes_twice_the_work(name: str, tmp_path: Path) -> None:
    assert max(growths(LISTED[name], (60, 120), tmp_path)) < MOST


def test_there_are_two_hundred_families() -> None:
    assert len(FAMILIES) >= 200


@pytest.mark.soak
@pytest.mark.parametrize("name", FAMILIES)
def test_much_more_takes_no_more_work_for_each(name: str, tmp_path: Path) -> None:
    assert max(growths(FAMILIES[name], MANY, tmp_path)) < MOST


@pytest.mark.skipif(sys.platform == "win32", reason="there a process has no limit of processor time")
@pytest.mark.parametrize("name", LONG)
def test_a_long_text_is_read_once(name: str, tmp_path: Path) -> None:
    write_shelf(grown(LONG[name], _LONG_PIECES), tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", _BUILD], cwd=tmp_path, env={"PYTHONPATH": str(ROOT / "generator")}, check=False
    )
    assert done.returncode in (0, 1)
