"""Shelves that are right but odd are accepted, and all of their words arrive; what is spoiled in them is told of.

`make soak` tries a million chapters and data files of each kind, or as many as ROLLBOOK_SOAK_COUNT says from
ROLLBOOK_SOAK_FROM on, a hundred of them on a shelf. One shelf follows another in one process, as its versions do in a
preview: what they have in common is worked out once.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from random import Random

import pytest
from rollbook.build.examine import examine
from rollbook.build.order import Order
from rollbook.cache import Results
from rollbook.model.diagnostic import Diagnostic, Severity
from rollbook.progress import Silent
from rollbook.render.site import render_site
from rollbook.report import grade, has_errors

from tests.growing import write_shelf
from tests.odd_shelves import odd_shelf, wide_data, wide_shelf
from tests.shelves import to_read
from tests.soak import parts, seeds

FEW = 20
A_SHELF = 100
MANY = 1_000_000
FOLDER = {".md": "content/", ".yml": "data/"}
MARK = re.compile(r"mk\d+q")
# What an editor's hand, a merge or a bad disk may leave in a file.
SLIPS = (
    *("", " ", "\t", "\n", "\n\n", "|", "`", "*", "[", "](", ")", "<", ">", "<div>", "-->", "<!--", "$"),
    *("{", "}", ":", "- ", "#", "&#", "\0", "\ufeff", "\u2028"),
)


@pytest.fixture
def results(monkeypatch: pytest.MonkeyPatch) -> Results:
    """One process: how work is divided among several is tested elsewhere."""
    monkeypatch.setattr("rollbook.cache.ahead.cores", lambda: 1)
    return Results()


def made(
    files: dict[str, str], folder: Path, results: Results
) -> tuple[dict[str, bytes] | None, tuple[Diagnostic, ...]]:
    """The files of a shelf -> the pages of its site, None where it is refused, and what was found in it."""
    shutil.rmtree(folder, ignore_errors=True)
    write_shelf(files, folder)
    with results.in_use():
        found = examine(Order(folder / "content", folder / "data", ()), Silent())
        if has_errors(grade(found.diagnostics, strict=False)):
            return None, found.diagnostics
        pages = render_site(found.shelf, {}, to_read())
    return {page.path: page.content for page in pages if page.path.endswith(".html")}, found.diagnostics


def lost(marks: list[str], pages: dict[str, bytes]) -> set[str]:
    """The words that a site must hold, its pages -> those that are missing."""
    return set(marks).difference(*(MARK.findall(page.decode()) for page in pages.values()))


def try_odd(some: range, folder: Path, results: Results) -> int:
    """Seeds -> how many of their shelves were accepted; each word of those must be on their pages."""
    accepted = 0
    for seed in some:
        files, marks = odd_shelf(Random(seed))
        pages, _ = made(files, folder, results)
        if pages is None:
            continue
        accepted += 1
        assert lost(marks, pages) == set(), f"lost from the shelf of seed {seed}"
    return accepted


def try_spoiled(some: range, folder: Path, ending: str, results: Results) -> tuple[int, int]:
    """Seeds, the end of a file's name -> how many shelves with slips in such files, and how many of them were accepted.

    Nothing may raise, and every problem has its place in a file.
    """
    accepted = 0
    for seed in some:
        chance = Random(f"spoiled {seed}")
        files, _ = odd_shelf(Random(seed))
        files = {path: _spoiled(text, chance) if path.endswith(ending) else text for path, text in files.items()}
        pages, found = made(files, folder, results)
        accepted += pages is not None
        placed(found, files, folder)
    return len(some), accepted


def _spoiled(text: str, chance: Random) -> str:
    for _ in range(chance.choice((1, 1, 2, 3))):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice((0, 0, 1, 1, 5, 40)))
        text = text[:start] + chance.choice(SLIPS) + text[end:]
    return text


def test_odd_shelves_are_accepted_and_nothing_of_them_is_lost(tmp_path: Path, results: Results) -> None:
    assert try_odd(range(FEW), tmp_path / "odd", results) == FEW


@pytest.mark.parametrize("ending", [".md", ".yml"])
def test_slips_are_told_of_and_break_nothing(ending: str, tmp_path: Path, results: Results) -> None:
    tried, accepted = try_spoiled(range(FEW), tmp_path / "odd", ending, results)
    # Neither all nor none: the slips must go on reaching both ends.
    assert 0 < accepted < tried


def try_wide_slips(some: range, folder: Path, ending: str, results: Results) -> int:
    """Seeds -> how many of their chapters, or data files, are accepted though there are slips in them.

    One that is refused costs a shelf everything; so the others are made without it, and without those that are refused
    because it is gone."""
    files = wide_shelf(some)[0] if ending == ".md" else wide_data(some)
    chance = Random(f"spoiled {some.start}")
    spoiled = [path for path in files if path.endswith(ending) and path.startswith(FOLDER[ending])]
    files |= {path: _spoiled(files[path], chance) for path in spoiled}
    while any(path in files for path in spoiled):
        pages, found = made(files, folder, results)
        placed(found, files, folder)
        if pages is not None:
            return sum(path in files for path in spoiled)
        errors = [each.diagnostic for each in grade(found, strict=False) if each.severity is Severity.ERROR]
        refused = {Path(each.place.file).stem for each in errors}  # of a data file also the chapter that shows it
        files = {path: text for path, text in files.items() if Path(path).stem not in refused}
    return 0


def placed(found: tuple[Diagnostic, ...], files: dict[str, str], folder: Path) -> None:
    """Problems -> each has a place in a file, and words."""
    for problem in found:
        lines = files[problem.place.file.removeprefix(f"{folder}/")].count("\n") + 2
        assert 1 <= problem.place.line <= lines, problem
        assert problem.message, problem


def test_a_wide_shelf_is_accepted(tmp_path: Path, results: Results) -> None:
    files, marks = wide_shelf(range(5))
    pages, _ = made(files, tmp_path, results)
    assert pages is not None
    assert lost(marks, pages) == set()
    assert made(wide_data(range(5)), tmp_path, results)[0] is not None


@pytest.mark.soak
def test_a_million_odd_chapters(tmp_path: Path, results: Results) -> None:
    accepted = 0
    for part in parts(seeds(MANY), A_SHELF):
        files, marks = wide_shelf(part)
        pages, found = made(files, tmp_path, results)
        assert pages is not None, (part, found)
        assert lost(marks, pages) == set(), f"lost from the shelf of seed {part.start}"
        accepted += len(part)
    print(f"{accepted:,} odd chapters accepted and rendered")


@pytest.mark.soak
@pytest.mark.parametrize("ending", FOLDER)
def test_a_million_slips(ending: str, tmp_path: Path, results: Results) -> None:
    whole = seeds(MANY)
    accepted = sum(try_wide_slips(part, tmp_path / "odd", ending, results) for part in parts(whole, A_SHELF))
    print(f"slips in {ending}: {accepted:,} of {len(whole):,} accepted and rendered")
    assert 0 < accepted < len(whole)
