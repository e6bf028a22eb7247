"""A power cut at any moment leaves a whole build: what counts is on disk before anything else relies on it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rollbook.model.diagnostic import WrongUse
from rollbook.write import swap, tidy, write

from tests.fault_power import mounted
from tests.shelves import ROOT
from tests.test_write import NEW_BUILD, OLD_BUILD, built, files

Event = tuple[str, str]


@pytest.fixture
def events(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """What is asked of the system from now on: (what, path below the output folder, with its size when synced)."""
    if not Path("/proc/self/fd").exists():
        pytest.skip("only Linux tells which file a descriptor stands for")
    seen: list[Event] = []
    guard = threading.Lock()
    out = tmp_path / "out"

    def note(what: str, path: Path) -> None:
        with guard:
            seen.append((what, path.relative_to(out).as_posix()))

    def watch(module: object, name: str, path_of: Callable[..., Path]) -> None:
        real = getattr(module, name)

        def watched(*arguments: object) -> object:
            note(name, path_of(*arguments))
            return real(*arguments)

        monkeypatch.setattr(module, name, watched)

    def synced(descriptor: int) -> Path:
        path = Path(os.readlink(f"/proc/self/fd/{descriptor}"))
        return path if path.is_dir() else path.with_name(f"{path.name} {os.fstat(descriptor).st_size}")

    watch(os, "fsync", synced)
    watch(os, "rename", lambda old, new: old)
    watch(swap, "exchange", lambda new, current, aside: current)
    watch(shutil, "rmtree", lambda path, **_: path)
    return seen


def test_each_step_is_on_disk_before_the_next(tmp_path: Path, events: list[Event]) -> None:
    out = tmp_path / "out"
    out.mkdir()
    write(OLD_BUILD, out)
    events.clear()
    write(NEW_BUILD, out)
    counts = events.index(("rename", ".rollbook-new"))
    first, last = (events.index(("exchange", tree)) for tree in ("pdf", "site"))
    gone = events.index(("rmtree", ".rollbook-swap"))
    assert counts < first < last < gone

    before = {path for what, path in events[:counts] if what == "fsync"}
    written = {f".rollbook-new/{output.path} {len(output.content)}" for output in NEW_BUILD}
    folders = {".rollbook-new", *(f".rollbook-new/{name}" for name in ("pdf", "site", "site/book"))}
    assert written | folders <= before
    assert {path.split()[0] for path in before - written - folders} == {".rollbook", ".rollbook-new/plan.json"}
    assert ("fsync", ".") in events[counts:first], "the new build counts for sure before the first exchange"
    assert {("fsync", "."), ("fsync", ".rollbook-swap")} <= set(events[last:gone]), "and is in before the former goes"


def test_a_disk_that_fails_while_syncing_leaves_the_former_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(OLD_BUILD, tmp_path)

    def fail(descriptor: int) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        with pytest.raises(WrongUse, match="Input/output error"):
            write(NEW_BUILD, tmp_path)
    tidy(tmp_path)
    assert built(tmp_path) == files(OLD_BUILD)


# ---- a real file system whose disk is a file: its copy is what a power cut leaves


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small ext4 disk as a file, mounted beside it as `live`."""
    image = tmp_path / "disk.img"
    with image.open("wb") as file:
        file.truncate(16 * 1024 * 1024)
    if os.geteuid() != 0 or shutil.which("mkfs.ext4") is None:
        pytest.skip("only root can mount a disk, and mkfs.ext4 makes it")
    subprocess.run(["mkfs.ext4", "-q", "-F", str(image)], check=True)
    try:
        with mounted(image, tmp_path / "live"):
            pass
    except subprocess.CalledProcessError:
        pytest.skip("this machine has no loop devices")
    with mounted(image, tmp_path / "live"):
        yield image


def after_power_cut(image: Path) -> dict[str, bytes]:
    """A disk in use -> what its build is when the machine starts again and tidies up."""
    cut = image.with_name("cut.img")
    shutil.copyfile(image, cut)
    with mounted(cut, image.with_name("again")) as disk:
        tidy(disk / "out")
        return built(disk / "out")


@pytest.mark.soak
@pytest.mark.parametrize("way", ["exchange", "rename"])
def test_after_a_power_cut_at_any_moment_the_build_is_whole(disk: Path, way: str) -> None:
    out = disk.with_name("live") / "out"
    command = [sys.executable, str(ROOT / "tests" / "write_and_die.py"), str(out), way]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "generator"), "PYTHONDONTWRITEBYTECODE": "1"}
    moments = 0
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        said = "killed\n"
        while said == "killed\n":
            write(OLD_BUILD, out)
            os.sync()
            process.stdin.write("go\n")
            process.stdin.flush()
            said = process.stdout.readline()
            moments += 1
            assert after_power_cut(disk) in (files(OLD_BUILD), files(NEW_BUILD))
            # Somebody else's file makes the file system write down its names, though not what is in the files.
            with (out.parent / "other").open("w") as other:
                os.fsync(other.fileno())
            assert after_power_cut(disk) in (files(OLD_BUILD), files(NEW_BUILD))
        assert after_power_cut(disk) == files(NEW_BUILD), "what was called built is there"
    assert moments > 20
