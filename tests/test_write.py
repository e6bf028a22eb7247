"""The write step: whole or not at all, only into a folder of its own, nothing left over."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rollbook.model.diagnostic import WrongUse
from rollbook.model.files import OutputFile
from rollbook.write import tidy, write, write_new_folder
from rollbook.write.claim import lock
from rollbook.write.write_files import UnsafePathError

REPOSITORY = Path(__file__).parent.parent
OLD_BUILD = (
    OutputFile("site/index.html", b"old home"),
    OutputFile("site/old-book/index.html", b"old cover"),
    OutputFile("pdf/book.pdf", b"old print"),
    OutputFile("site/look.css", b"the same look"),
)
NEW_BUILD = (
    OutputFile("site/index.html", b"new home"),
    OutputFile("site/book/index.html", b"new cover"),
    OutputFile("pdf/book.pdf", b"new print"),
    OutputFile("site/look.css", b"the same look"),
)


@pytest.fixture
def memory() -> Iterator[Path]:
    """A folder in memory where there is one: for tests that write hundreds of builds, and not about the disk."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as folder:
        yield Path(folder)


def tree(folder: Path) -> dict[str, bytes]:
    """Folder -> every file in it, hidden ones too."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def built(folder: Path) -> dict[str, bytes]:
    """Output folder -> the build in it, without the marker; folders left over count as files."""
    entries = {path.name for path in folder.iterdir()}
    assert entries <= {".rollbook", "site", "pdf", "epub"}, entries
    return {path: content for path, content in tree(folder).items() if path != ".rollbook"}


def files(outputs: tuple[OutputFile, ...]) -> dict[str, bytes]:
    return {output.path: output.content for output in outputs}


def test_a_build_is_written_and_replaced_whole(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "build"
    write(OLD_BUILD, out)
    assert built(out) == files(OLD_BUILD)
    write(NEW_BUILD, out)
    assert built(out) == files(NEW_BUILD)
    assert [path.name for path in out.parent.iterdir()] == ["build"]


def test_a_build_without_pdfs_takes_the_former_ones_away(tmp_path: Path) -> None:
    write(OLD_BUILD, tmp_path)
    write(NEW_BUILD[:2], tmp_path)
    assert built(tmp_path) == files(NEW_BUILD[:2])
    assert not (tmp_path / "pdf").exists()


def test_other_files_in_an_output_folder_of_ours_stay(tmp_path: Path) -> None:
    (tmp_path / "bench.json").write_text("{}")
    write(OLD_BUILD, tmp_path)
    (tmp_path / "notes").mkdir()
    write(NEW_BUILD, tmp_path)
    assert (tmp_path / "bench.json").read_text() == "{}"
    assert (tmp_path / "notes").is_dir()


def test_a_foreign_folder_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "thesis.txt").write_text("years of work")
    for refuse in (lambda: tidy(tmp_path), lambda: write(NEW_BUILD, tmp_path)):
        with pytest.raises(WrongUse, match=r"not empty and wasn't written by Rollbook \(it holds 'site'"):
            refuse()
    assert tree(tmp_path) == {"site/thesis.txt": b"years of work"}


def test_a_file_in_the_place_of_the_output_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    with pytest.raises(WrongUse, match="is a file"):
        write(NEW_BUILD, tmp_path / "out")
    assert (tmp_path / "out").read_text() == "a file"


def test_tidying_creates_nothing(tmp_path: Path) -> None:
    tidy(tmp_path / "out")
    tidy(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_leaves_the_former_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(OLD_BUILD, tmp_path)
    real = Path.write_bytes

    def full(path: Path, content: bytes) -> int:
        if path.suffix == ".pdf":
            raise OSError(28, "No space left on device")
        return real(path, content)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(WrongUse, match="No space left"):
        write(NEW_BUILD, tmp_path)
    assert built(tmp_path) == files(OLD_BUILD)


# ---- what did not change


def inodes(folder: Path) -> dict[str, int]:
    """Output folder -> which file of the disk each of the build's is; a folder is one, too."""
    return {path.relative_to(folder).as_posix(): path.stat().st_ino for path in (folder / "site").rglob("*")}


ONE_CHANGED = (OutputFile("site/index.html", b"newer home"), *NEW_BUILD[1:])


def test_the_same_build_again_is_left_as_it_is(tmp_path: Path) -> None:
    write(NEW_BUILD, tmp_path)
    before = inodes(tmp_path)
    write(NEW_BUILD, tmp_path)
    assert (inodes(tmp_path), built(tmp_path)) == (before, files(NEW_BUILD))


def test_of_another_build_only_what_changed_is_written(tmp_path: Path) -> None:
    write(NEW_BUILD, tmp_path)
    before = inodes(tmp_path)
    write(ONE_CHANGED, tmp_path)
    assert built(tmp_path) == files(ONE_CHANGED)
    assert {path for path, inode in inodes(tmp_path).items() if before[path] == inode} == {
        "site/book/index.html",
        "site/look.css",
    }
    assert (tmp_path / "site/book/index.html").stat().st_nlink == 1


def edit(path: Path) -> None:
    """As some editors do: in place, with a text of the same size."""
    path.write_bytes(path.read_bytes().upper())


def hide(path: Path) -> None:
    path.chmod(0o600)


def link_elsewhere(path: Path) -> None:
    """Then whoever has the other name may write to it."""
    os.link(path, path.parents[3] / "elsewhere")


def replace_by_link(path: Path) -> None:
    path.rename(path.parents[3] / "elsewhere")
    path.symlink_to(path.parents[3] / "elsewhere")


def replace_folder_by_link(path: Path) -> None:
    path.parent.rename(path.parents[3] / "elsewhere")
    path.parent.symlink_to(path.parents[3] / "elsewhere")


def hide_folder(path: Path) -> None:
    path.parent.chmod(0o700)


def add(path: Path) -> None:
    path.with_name("more.html").touch()


def add_folder(path: Path) -> None:
    (path.parent / "more").mkdir()


@pytest.mark.parametrize("again", [NEW_BUILD, ONE_CHANGED])
@pytest.mark.parametrize(
    "meddle",
    [edit, hide, Path.unlink, link_elsewhere, replace_by_link, replace_folder_by_link, hide_folder, add, add_folder],
)
def test_what_others_did_to_a_build_is_undone(
    tmp_path: Path, meddle: Callable[[Path], None], again: tuple[OutputFile, ...]
) -> None:
    out, page = tmp_path / "out", tmp_path / "out/site/book/index.html"
    write(NEW_BUILD, out)
    rights = page.stat().st_mode, page.parent.stat().st_mode
    meddle(page)
    write(again, out)
    assert built(out) == files(again)
    assert (page.stat().st_mode, page.parent.stat().st_mode) == rights
    assert not any(path.is_symlink() for path in (page, page.parent))
    assert page.stat().st_nlink == 1
    assert sorted(path.name for path in page.parent.iterdir()) == ["index.html"]


def test_where_there_are_no_links_everything_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    write(NEW_BUILD, tmp_path)
    write(ONE_CHANGED, tmp_path)
    assert built(tmp_path) == files(ONE_CHANGED)


def test_a_file_that_is_edited_while_it_is_linked_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(NEW_BUILD, tmp_path)
    real = os.link

    def link_late(source: str, goal: str) -> None:
        edit(Path(source))
        real(source, goal)

    monkeypatch.setattr(os, "link", link_late)
    write(ONE_CHANGED, tmp_path)
    assert built(tmp_path) == files(ONE_CHANGED)


@pytest.mark.parametrize("way", ["exchange", "rename"])
def test_a_build_killed_at_any_moment_is_whole_after_the_next_start(memory: Path, way: str) -> None:
    out = memory / "out"
    command = [sys.executable, str(REPOSITORY / "tests" / "write_and_die.py"), str(out), way]
    moments = 0
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=REPOSITORY, env=_environment()
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        while True:
            write(OLD_BUILD, out)
            process.stdin.write("go\n")
            process.stdin.flush()
            if process.stdout.readline() != "killed\n":
                break
            moments += 1
            if way == "exchange":  # a reader never finds the site missing or half written
                assert tree(out / "site") in (_below("site", OLD_BUILD), _below("site", NEW_BUILD))
            tidy(out)
            assert built(out) in (files(OLD_BUILD), files(NEW_BUILD))
    assert process.returncode == 0
    assert built(out) == files(NEW_BUILD)
    assert moments > 20, "the killing should have hit each step of the write"


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(REPOSITORY / "generator"), "PYTHONDONTWRITEBYTECODE": "1"}


def _below(folder: str, outputs: tuple[OutputFile, ...]) -> dict[str, bytes]:
    return {path.removeprefix(f"{folder}/"): content for path, content in files(outputs).items() if folder in path}


def test_the_second_of_two_builds_waits_for_the_first(tmp_path: Path) -> None:
    write(OLD_BUILD, tmp_path)
    second = threading.Thread(target=write, args=(NEW_BUILD, tmp_path))
    with (tmp_path / ".rollbook").open() as marker:
        lock(marker.fileno())
        tidy(tmp_path)  # only looks: it must not wait for the long work of another build
        second.start()
        second.join(timeout=0.3)
        assert second.is_alive()
        assert built(tmp_path) == files(OLD_BUILD)
    second.join()
    assert built(tmp_path) == files(NEW_BUILD)


def test_a_reader_never_misses_the_site_while_builds_replace_it(memory: Path) -> None:
    write(OLD_BUILD, memory)
    builds = threading.Thread(target=lambda: [write(build, memory) for build in (NEW_BUILD, OLD_BUILD) * 100])
    builds.start()
    looks = 0
    while builds.is_alive():
        assert (memory / "site").is_dir()
        looks += 1
    assert looks > 100
    assert built(memory) == files(OLD_BUILD)


@pytest.mark.parametrize(
    "path",
    [
        "../x",
        "site/../../x",
        "/etc/x",
        "site//x",
        "site/./x",
        "site\\x",
        "site/c:x",
        "site/a\nb",
        "site",
        "other/x",
        "",
    ],
)
def test_a_path_that_escapes_is_refused(tmp_path: Path, path: str) -> None:
    with pytest.raises(UnsafePathError):
        write((OutputFile(path, b""),), tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("site/a.html", "site/a.html"),
        ("site/a.html", "site/A.html"),
        ("site/Book/a.html", "site/book/b.html"),
        ("site/caf\u00e9", "site/cafe\u0301"),
        ("site/a", "site/a/b"),
        ("site/a/b", "site/A"),
    ],
)
def test_files_that_could_not_live_side_by_side_are_refused(tmp_path: Path, first: str, second: str) -> None:
    with pytest.raises(UnsafePathError):
        write((OutputFile(first, b"1"), OutputFile(second, b"2")), tmp_path)


def test_a_new_folder_is_filled_once(tmp_path: Path) -> None:
    outputs = (OutputFile("README.md", b"hello"), OutputFile("content/book/one.md", b"# One"))
    write_new_folder(outputs, tmp_path / "shelf")
    assert tree(tmp_path / "shelf") == files(outputs)
    with pytest.raises(WrongUse, match="not empty"):
        write_new_folder(outputs, tmp_path / "shelf")
