"""The cache: what comes out of it is what this user's Rollbook put in, or nothing; and it never stops a build."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from rollbook.cache import NO_CACHE, Cache, cache, open_cache, user_cache_folder
from rollbook.command_line import main
from rollbook.model.files import stored_file
from rollbook.model.toolkit import Toolkit

from tests.shelves import ROOT

RESULT = b"a result" * 1000


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "caches" / "rollbook"


@pytest.fixture
def filled(folder: Path) -> Cache:
    """A cache with one result in it."""
    opened = open_cache(folder)
    opened.put("key", RESULT)
    return opened


def entry(folder: Path) -> Path:
    """The only entry of a cache."""
    (found,) = (path for path in folder.iterdir() if len(path.name) == 64)
    return found


# ---- where it is


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("linux", {}, "/home/ann/.cache/rollbook"),
        ("linux", {"XDG_CACHE_HOME": "/big/caches"}, "/big/caches/rollbook"),
        ("linux", {"XDG_CACHE_HOME": "caches"}, "/home/ann/.cache/rollbook"),
        ("darwin", {"XDG_CACHE_HOME": "/big/caches"}, "/home/ann/Library/Caches/rollbook"),
        ("win32", {"LOCALAPPDATA": "/users/ann/local"}, "/users/ann/local/rollbook"),
        ("win32", {}, "/home/ann/AppData/Local/rollbook"),
        ("win32", {"ROLLBOOK_CACHE": "/elsewhere"}, "/elsewhere"),
        ("linux", {"ROLLBOOK_CACHE": ""}, "/home/ann/.cache/rollbook"),
    ],
)
def test_each_system_has_its_place_for_caches(platform: str, environment: dict[str, str], expected: str) -> None:
    assert user_cache_folder(environment, platform, "/home/ann") == Path(expected)


@pytest.mark.parametrize("inside", [".cache", "content/book/.cache/rollbook"])
def test_nothing_in_a_checkout_is_a_cache(tmp_path: Path, inside: str) -> None:
    """Entry, secret and all could have come with the checkout, from anybody."""
    checkout = tmp_path / "checkout"
    shutil.copytree(_filled_elsewhere(tmp_path), checkout / inside)
    subprocess.run(["git", "init", "-q", str(checkout)], check=True)
    opened = open_cache(checkout / inside)
    assert opened.get("key") is None
    assert "is inside the git checkout" in opened.remark
    (tmp_path / "link").symlink_to(checkout / inside)
    assert open_cache(tmp_path / "link").get("key") is None


def _filled_elsewhere(tmp_path: Path) -> Path:
    opened = open_cache(tmp_path / "elsewhere")
    opened.put("key", RESULT)
    assert opened.get("key") == RESULT
    return tmp_path / "elsewhere"


def test_a_path_that_depends_on_where_we_are_is_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _filled_elsewhere(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert open_cache(Path("elsewhere")).remark == "the cache elsewhere is not used: it is not an absolute path"


def test_a_home_that_does_not_exist_is_not_made(tmp_path: Path) -> None:
    opened = open_cache(tmp_path / "home" / ".cache" / "rollbook")
    assert "No such file or directory" in opened.remark
    assert list(tmp_path.iterdir()) == []


# ---- what comes out


def test_a_result_comes_back_by_its_key_in_every_later_run(filled: Cache, folder: Path) -> None:
    assert filled.get("key") == RESULT
    assert open_cache(folder).get("key") == RESULT
    assert open_cache(folder).get("another") is None
    filled.put("key", b"")
    assert open_cache(folder).get("key") == b""


def test_only_this_user_can_read_it(filled: Cache, folder: Path) -> None:
    assert folder.stat().st_mode & 0o777 == 0o700
    assert [path.stat().st_mode & 0o777 for path in folder.iterdir()] == [0o600, 0o600]


def flip(content: bytes) -> bytes:
    return content[:50] + bytes([content[50] ^ 1]) + content[51:]


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda content: content[:-1], id="truncated"),
        pytest.param(lambda content: content[:20], id="truncated in its seal"),
        pytest.param(lambda content: b"", id="empty"),
        pytest.param(flip, id="flipped"),
        pytest.param(lambda content: flip(content[::-1])[::-1], id="flipped at the end"),
        pytest.param(lambda content: content + b"x", id="longer"),
    ],
)
def test_a_damaged_entry_counts_as_none_and_is_replaced(
    filled: Cache, folder: Path, damage: Callable[[bytes], bytes]
) -> None:
    entry(folder).write_bytes(damage(entry(folder).read_bytes()))
    assert filled.get("key") is None
    filled.put("key", RESULT)
    assert filled.get("key") == RESULT


def test_an_entry_of_another_cache_counts_as_none(filled: Cache, folder: Path, tmp_path: Path) -> None:
    """The key is no secret; the seal is."""
    shutil.copy(entry(_filled_elsewhere(tmp_path)), entry(folder))
    assert filled.get("key") is None


def test_an_entry_under_another_name_counts_as_none(filled: Cache, folder: Path) -> None:
    good = entry(folder)
    filled.put("other", b"another result")
    other = next(path for path in folder.iterdir() if len(path.name) == 64 and path != good)
    shutil.copy(good, other)
    assert filled.get("other") is None


def fifo(path: Path) -> None:
    os.mkfifo(path)


def link(path: Path) -> None:
    target = path.with_name("target")
    target.write_bytes(b"somebody's file")
    path.symlink_to(target)


def huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(cache._LARGEST_ENTRY + 1)


@pytest.mark.parametrize("put_there", [fifo, link, huge])
def test_an_entry_of_another_kind_counts_as_none_and_is_replaced(
    filled: Cache, folder: Path, put_there: Callable[[Path], None]
) -> None:
    path = entry(folder)
    path.unlink()
    put_there(path)
    assert filled.get("key") is None
    filled.put("key", RESULT)
    assert filled.get("key") == RESULT


def test_a_folder_in_the_place_of_an_entry_is_no_reason_to_fail(filled: Cache, folder: Path) -> None:
    path = entry(folder)
    path.unlink()
    (path / "deeper").mkdir(parents=True)
    assert filled.get("key") is None
    filled.put("key", RESULT)
    assert filled.get("key") is None
    assert [found.name for found in folder.iterdir() if found.name.startswith("unfinished")] == []
    assert filled.clear() == 1
    assert not folder.exists()


# ---- the secret


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda path: path.chmod(0o644), id="readable"),
        pytest.param(lambda path: path.write_bytes(b"short"), id="short"),
        pytest.param(lambda path: path.write_bytes(bytes(33)), id="long"),
        pytest.param(lambda path: (path.unlink(), fifo(path)), id="fifo"),
        pytest.param(lambda path: (path.unlink(), link(path)), id="link"),
        pytest.param(lambda path: path.unlink(), id="gone"),
    ],
)
def test_a_secret_that_others_may_know_seals_nothing(
    filled: Cache, folder: Path, spoil: Callable[[Path], object]
) -> None:
    spoil(folder / "secret")
    renewed = open_cache(folder)
    assert renewed.remark == ""
    assert renewed.get("key") is None
    renewed.put("key", RESULT)
    assert open_cache(folder).get("key") == RESULT
    assert (folder / "secret").stat().st_mode & 0o777 == 0o600


def test_builds_that_start_the_first_cache_together_share_one_secret(folder: Path) -> None:
    opened: list[Cache] = []
    starts = [threading.Thread(target=lambda: opened.append(open_cache(folder))) for _ in range(16)]
    for start in starts:
        start.start()
    for start in starts:
        start.join()
    assert [one.remark for one in opened] == [""] * 16
    assert len({one.secret for one in opened}) == 1
    assert [path.name for path in folder.iterdir()] == ["secret"]


# ---- a folder that can't be used


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_another_user_is_not_used(filled: Cache, folder: Path) -> None:
    os.chown(folder, 65534, 65534)
    opened = open_cache(folder)
    assert opened.remark == f"the cache {folder} is not used: it belongs to another user"
    assert opened.get("key") is None


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o1777])
def test_a_folder_that_others_can_write_to_is_not_used(filled: Cache, folder: Path, mode: int) -> None:
    folder.chmod(mode)
    opened = open_cache(folder)
    assert opened.remark == f"the cache {folder} is not used: it can be written to by others"
    assert opened.get("key") is None
    opened.put("key", b"x")
    assert filled.get("key") == RESULT


@pytest.mark.parametrize("put_there", [fifo, link, Path.touch])
def test_a_folder_of_another_kind_is_not_used(tmp_path: Path, put_there: Callable[[Path], None]) -> None:
    put_there(tmp_path / "cache")
    opened = open_cache(tmp_path / "cache")
    assert opened.remark.startswith(f"the cache {tmp_path / 'cache'} is not used: ")
    assert opened.get("key") is None


def test_a_folder_in_the_place_of_the_secret_is_no_reason_to_fail(folder: Path) -> None:
    (folder / "secret").mkdir(parents=True)
    folder.chmod(0o700)
    assert open_cache(folder).remark.startswith(f"the cache {folder} is not used: ")


def test_a_folder_that_cannot_be_written_is_read(filled: Cache, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(cache, "write_whole", full)
    opened = open_cache(folder)
    opened.put("other", b"x")
    assert opened.get("other") is None
    assert opened.get("key") == RESULT


# ---- its size, and emptying it


def test_what_was_not_used_for_longest_goes_first(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = open_cache(folder)
    for number in range(9):
        opened.put(f"result {number}", bytes(1000))
        os.utime(folder / cache._name(f"result {number}"), (number, number))
    assert opened.get("result 0") is not None
    monkeypatch.setattr(cache, "_ROOM", 4200)
    again = open_cache(folder)
    left = [number for number in range(9) if again.get(f"result {number}") is not None]
    assert left == [0, 6, 7, 8]


def test_clean_empties_it_and_leaves_what_is_not_ours(
    filled: Cache, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ROLLBOOK_CACHE", str(folder))
    (folder / "unfinished-x1").write_bytes(b"of a killed build")
    (folder / "photo.jpg").write_bytes(b"precious")
    assert main(["clean"]) == 0
    assert capsys.readouterr().out == f"2 entries removed from the cache {folder}\n"
    assert [path.name for path in folder.iterdir()] == ["photo.jpg"]
    (folder / "photo.jpg").unlink()
    assert main(["clean"]) == 0
    assert not folder.exists()


def test_clean_does_not_touch_what_may_be_somebody_elses(
    filled: Cache, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder.chmod(0o777)
    monkeypatch.setenv("ROLLBOOK_CACHE", str(folder))
    assert main(["clean"]) == 2
    assert capsys.readouterr().err.startswith(f"rollbook: the cache {folder} is not used: ")
    assert entry(folder).exists()


def test_without_a_cache_nothing_is_kept() -> None:
    NO_CACHE.put("key", RESULT)
    assert NO_CACHE.get("key") is None
    assert (NO_CACHE.clear(), NO_CACHE.remark) == (0, "")


# ---- the build


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main(["new", str(tmp_path / "shelf")]) == 0
    capsys.readouterr()
    monkeypatch.chdir(tmp_path / "shelf")
    return tmp_path / "shelf"


@pytest.mark.usefixtures("shelf")
def test_a_build_goes_on_without_a_cache_and_says_so(
    folder: Path, toolkit: Toolkit, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Without Node and with fonts that are cut already there is nothing that takes long, and so nothing to wait for.
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr("rollbook.toolkit.make.cut_fonts", lambda whole: toolkit.fonts)
    folder.parent.mkdir()
    fifo(folder)
    monkeypatch.setenv("ROLLBOOK_CACHE", str(folder))
    assert main(["build", "--no-pdf"]) == 0
    assert f"cache: warning: the cache {folder} is not used: " in capsys.readouterr().err
    assert main(["build", "--no-pdf", "--fresh"]) == 0
    assert "the cache" not in capsys.readouterr().err


KILLED = """
import os, sys
from pathlib import Path
from rollbook.cache import open_cache
opened = open_cache(Path(sys.argv[1]))
moment = int(sys.argv[2])
seen = 0
def count(event, _):
    global seen
    if event == "open" or event.startswith(("os.", "tempfile.")):
        seen += 1
        if seen == moment:
            os.kill(os.getpid(), 9)
sys.addaudithook(count)
opened.put("key", b"new" * 100_000)
"""


def test_a_build_killed_while_it_writes_an_entry_leaves_the_former_or_the_new_one(filled: Cache, folder: Path) -> None:
    for moment in range(1, 20):
        done = subprocess.run([sys.executable, "-c", KILLED, str(folder), str(moment)], cwd=ROOT, check=False)
        assert filled.get("key") in (RESULT, b"new" * 100_000)
        if done.returncode == 0:
            break
    assert done.returncode == 0
    assert moment > 3, "the killing should have hit each step of the write"
    assert filled.get("key") == b"new" * 100_000


def test_writers_and_readers_at_once_do_not_disturb_each_other(filled: Cache, folder: Path) -> None:
    results = [bytes([number]) * 200_000 for number in range(8)]
    filled.put("key", results[0])
    seen: list[bytes | None] = []
    writers = [
        threading.Thread(target=lambda result=result: [open_cache(folder).put("key", result) for _ in range(20)])
        for result in results
    ]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        seen.append(filled.get("key"))
    assert set(seen) <= set(results)
    assert len(list(folder.iterdir())) == 2


def test_a_stored_file_that_is_only_read_is_not_kept_in_memory() -> None:
    fetched: list[bytes] = []

    def fetch() -> bytes:
        fetched.append(b"two")
        return fetched[-1]

    file = stored_file("site/two.html", "0", 3, fetch)
    assert (file.read(), file.read(), len(fetched)) == (b"two", b"two", 2)
    assert (file.content, file.read(), len(fetched)) == (b"two", b"two", 3)
