"""Shelves that are right but odd are accepted, and all of their words arrive; what is spoiled in them is told of.

`make soak` tries as many of each as ROLLBOOK_SOAK_COUNT says.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from rollbook.build.examine import examine
from rollbook.build.order import Order
from rollbook.model.diagnostic import Diagnostic
from rollbook.progress import Silent
from rollbook.render.site import render_site
from rollbook.report import grade, has_errors

from tests.growing import write_shelf
from tests.odd_shelves import odd_shelf
from tests.shelves import to_read

FEW = 20
SOAK = int(os.environ.get("ROLLBOOK_SOAK_COUNT", "2000"))
# What an editor's hand, a merge or a bad disk may leave in a file.
SLIPS = (
    *("", " ", "\t", "\n", "\n\n", "|", "`", "*", "[", "](", ")", "<", ">", "<div>", "-->", "<!--", "$"),
    *("{", "}", ":", "- ", "#", "&#", "\0", "\ufeff", "\u2028"),
)


def made(files: dict[str, str], folder: Path) -> tuple[dict[str, bytes] | None, tuple[Diagnostic, ...]]:
    """The files of a shelf -> the pages of its site, None where it is refused, and what was found in it."""
    shutil.rmtree(folder, ignore_errors=True)
    write_shelf(files, folder)
    found = examine(Order(folder / "content", folder / "data", ()), Silent())
    if has_errors(grade(found.diagnostics, strict=False)):
        return None, found.diagnostics
    pages = render_site(found.shelf, {}, to_read())
    return {page.path: page.content for page in pages if page.path.endswith(".html")}, found.diagnostics


def try_odd(seeds: range, folder: Path) -> int:
    """Seeds -> how many of their shelves were accepted; each word of those must be on their pages."""
    accepted = 0
    for seed in seeds:
        files, marks = odd_shelf(Random(seed))
        pages, _ = made(files, folder)
        if pages is None:
            continue
        accepted += 1
        text = b"".join(pages.values()).decode()
        assert [mark for mark in marks if mark not in text] == [], f"lost from the shelf of seed {seed}"
    return accepted


def try_spoiled(seeds: range, folder: Path, ending: str) -> tuple[int, int]:
    """Seeds, the end of a file's name -> how many shelves with slips in such files, and how many of them were accepted.

    Nothing may raise, and every problem has its place in a file.
    """
    accepted = 0
    for seed in seeds:
        chance = Random(f"spoiled {seed}")
        files, _ = odd_shelf(Random(seed))
        files = {path: _spoiled(text, chance) if path.endswith(ending) else text for path, text in files.items()}
        pages, found = made(files, folder)
        accepted += pages is not None
        for problem in found:
            lines = files[problem.place.file.removeprefix(f"{folder}/")].count("\n") + 2
            assert 1 <= problem.place.line <= lines, (seed, problem)
            assert problem.message, (seed, problem)
    return len(seeds), accepted


def _spoiled(text: str, chance: Random) -> str:
    for _ in range(chance.randint(1, 3)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice((0, 0, 1, 1, 5, 40)))
        text = text[:start] + chance.choice(SLIPS) + text[end:]
    return text


def test_odd_shelves_are_accepted_and_nothing_of_them_is_lost(tmp_path: Path) -> None:
    assert try_odd(range(FEW), tmp_path / "odd") == FEW


@pytest.mark.parametrize("ending", [".md", ".yml"])
def test_slips_are_told_of_and_break_nothing(ending: str, tmp_path: Path) -> None:
    tried, accepted = try_spoiled(range(FEW), tmp_path / "odd", ending)
    # Neither all nor none: the slips must go on reaching both ends.
    assert 0 < accepted < tried


def parts(count: int) -> Iterator[range]:
    """How many seeds -> ranges of a hundred."""
    return (range(start, min(start + 100, count)) for start in range(0, count, 100))


@pytest.mark.soak
def test_many_odd_shelves(tmp_path: Path) -> None:
    accepted = sum(try_odd(part, tmp_path / "odd") for part in parts(SOAK))
    print(f"\nodd shelves: {accepted:,} of {SOAK:,} accepted and rendered")
    assert accepted > SOAK * 0.9


@pytest.mark.soak
@pytest.mark.parametrize("ending", [".md", ".yml"])
def test_many_slips(ending: str, tmp_path: Path) -> None:
    accepted = sum(try_spoiled(part, tmp_path / "odd", ending)[1] for part in parts(SOAK))
    print(f"\nslips in {ending}: {accepted:,} of {SOAK:,} accepted and rendered")
    assert 0 < accepted < SOAK
