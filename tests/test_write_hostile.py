"""An output folder that somebody prepared: nothing outside is touched, and the former build never goes for it."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rollbook.command_line import main
from rollbook.model.diagnostic import WrongUse
from rollbook.write import tidy, write

from tests.shelves import ROOT
from tests.test_write import NEW_BUILD, OLD_BUILD, built, files, tree

OWN_NAMES = (".rollbook", ".rollbook-new", ".rollbook-swap", "site", "pdf", "epub")


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """An output folder with a build in it."""
    write(OLD_BUILD, tmp_path / "build")
    return tmp_path / "build"


@pytest.fixture
def broken_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """A shelf that can't be built, and we are in it."""
    assert main(["new", str(tmp_path / "shelf")]) == 0
    with (tmp_path / "shelf/content/toll-road/02-the-road.md").open("a", encoding="utf-8") as chapter:
        chapter.write("\n<!-- $data road.yml prizes -->\n")
    capsys.readouterr()
    monkeypatch.chdir(tmp_path / "shelf")
    return tmp_path / "shelf"


# ---- plans that no build made

PLANS = [
    "{}",
    "[]",
    "null",
    "{",
    "[" * 4000,
    '{"run": "", "folder": 0, "trees": {}}',
    '{"run": "x", "folder": 0, "trees": {}}',
    '{"run": "\\ud800", "folder": 0, "trees": {}}',
    '{"site": 1, "pdf": 2}',
    '{"run": "", "folder": 0, "trees": {"site": "x"}}',
]


@pytest.mark.parametrize("plan", PLANS)
def test_a_plan_that_no_build_made_counts_for_nothing(out: Path, plan: str) -> None:
    swap = out / ".rollbook-swap"
    swap.mkdir()
    (swap / "plan.json").write_text(plan)
    tidy(out)
    assert built(out) == files(OLD_BUILD)


def test_a_build_that_fails_leaves_the_former_one_whatever_plan_lies_there(
    broken_shelf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(OLD_BUILD, broken_shelf / "build")
    (broken_shelf / "build/.rollbook-swap").mkdir()
    (broken_shelf / "build/.rollbook-swap/plan.json").write_text("{}")
    assert main(["build"]) == 1
    assert capsys.readouterr().out.endswith("nothing was written\n")
    assert built(broken_shelf / "build") == files(OLD_BUILD)


def test_a_plan_that_came_with_its_own_marker_counts_for_nothing(out: Path) -> None:
    """Git overwrites ignored files without a word: somebody may have committed both."""
    with (out / ".rollbook").open("a", encoding="utf-8") as marker:
        marker.write("known to everybody")
    swap = out / ".rollbook-swap"
    swap.mkdir()
    (swap / "plan.json").write_text(json.dumps({"run": "known to everybody", "folder": 1, "trees": {}}))
    tidy(out)
    assert built(out) == files(OLD_BUILD)
    assert (out / ".rollbook").read_text().endswith("beside this file.\n")


def fifo(path: Path) -> None:
    os.mkfifo(path)


def full_folder(path: Path) -> None:
    path.mkdir()
    (path / "file").touch()
    (path / "link").symlink_to(path.parent.parent / "elsewhere")


@pytest.mark.parametrize("put_there", [fifo, full_folder, Path.touch])
def test_a_plan_of_another_kind_counts_for_nothing(out: Path, put_there: Callable[[Path], None]) -> None:
    (out / ".rollbook-swap").mkdir()
    put_there(out / ".rollbook-swap" / "plan.json")
    tidy(out)
    assert built(out) == files(OLD_BUILD)


@pytest.mark.parametrize("name", [".rollbook-new", ".rollbook-swap", "site", "pdf", "epub"])
@pytest.mark.parametrize("put_there", [fifo, full_folder, Path.touch])
def test_what_lies_in_the_place_of_a_build_is_replaced(
    tmp_path: Path, name: str, put_there: Callable[[Path], None]
) -> None:
    write(NEW_BUILD[:0], tmp_path / "out")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "thesis.txt").write_text("years of work")
    put_there(tmp_path / "out" / name)
    write(NEW_BUILD, tmp_path / "out")
    assert built(tmp_path / "out") == files(NEW_BUILD)
    assert tree(tmp_path / "elsewhere") == {"thesis.txt": b"years of work"}


# ---- links


@pytest.mark.parametrize("name", OWN_NAMES)
@pytest.mark.parametrize("target", ["elsewhere", "elsewhere/thesis.txt", "nowhere"])
def test_a_link_is_refused_and_what_it_leads_to_left_alone(out: Path, name: str, target: str) -> None:
    elsewhere = out.parent / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "thesis.txt").write_text("years of work")
    if (out / name).exists():
        (out / name).rename(out.parent / "moved away")
    (out / name).symlink_to(out.parent / target)
    before = tree(out)
    for refuse in (lambda: tidy(out), lambda: write(NEW_BUILD, out)):
        with pytest.raises(WrongUse, match=rf"build/{name} is a symbolic link.* nothing was changed"):
            refuse()
    assert tree(elsewhere) == {"thesis.txt": b"years of work"}
    assert tree(out) == before
    assert not (out.parent / "nowhere").exists()


def test_an_output_folder_that_is_a_link_is_refused(out: Path) -> None:
    (out.parent / "link").symlink_to(out)
    with pytest.raises(WrongUse, match=r"link is a symbolic link.* name the folder itself with --out"):
        write(NEW_BUILD, out.parent / "link")
    assert built(out) == files(OLD_BUILD)


def test_the_command_refuses_a_link_before_the_work(broken_shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (broken_shelf / "build").mkdir()
    (broken_shelf / "build/.rollbook-new").symlink_to(broken_shelf / "content")
    before = tree(broken_shelf)
    assert main(["build"]) == 2
    assert capsys.readouterr().err.startswith("rollbook: build/.rollbook-new is a symbolic link, ")
    assert tree(broken_shelf) == before


# ---- the world


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user can reach; those of pytest are closed to others."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.fixture
def powerless() -> Iterator[Callable[[], None]]:
    """Call it, and the permissions of files count for this process, also where root runs the tests."""
    yield lambda: os.seteuid(65534) if os.geteuid() == 0 else None
    os.seteuid(os.getuid())


@pytest.mark.parametrize("mode", [0o555, 0o000])
def test_an_output_folder_that_cannot_be_written_is_wrong_use(
    open_folder: Path, mode: int, powerless: Callable[[], None], capsys: pytest.CaptureFixture[str]
) -> None:
    out = open_folder / "build"
    write(OLD_BUILD, out)
    (out / ".rollbook").chmod(0o444)
    out.chmod(mode)
    powerless()
    new_shelf = ROOT / "generator" / "rollbook" / "new_shelf"
    command = ["build", "--content", str(new_shelf / "content"), "--data", str(new_shelf / "data"), "--out", str(out)]
    assert main(command) == 2
    assert capsys.readouterr().err == f"rollbook: can't write to {out}: Permission denied\n"
    with pytest.raises(WrongUse, match=r"can't write to .*/build: Permission denied"):
        write(NEW_BUILD, out)
    os.seteuid(os.getuid())
    out.chmod(0o755)
    assert built(out) == files(OLD_BUILD)


@pytest.mark.parametrize("put_there", [fifo, full_folder])
def test_a_marker_of_another_kind_is_refused(
    broken_shelf: Path, put_there: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    (broken_shelf / "build").mkdir()
    put_there(broken_shelf / "build/.rollbook")
    assert main(["build"]) == 2
    assert "build is not empty and wasn't written by Rollbook" in capsys.readouterr().err
