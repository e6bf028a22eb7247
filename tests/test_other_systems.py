"""What only shows on another system, simulated on this one: modules, letters, line ends, names and paths of theirs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest
from rollbook.build.examine import _owner
from rollbook.command_line import main
from rollbook.load import load
from rollbook.model.files import is_portable

# Windows has none of these. Every module is imported once, so that what comes from others is there; then they go, and
# Rollbook is imported anew without them, and makes, compares, checks and builds a shelf.
MODULES = ("fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty")
OF_OS = (
    *("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_DIRECTORY", "fork", "getuid", "geteuid", "getpgid", "killpg"),
    *("symlink", "link", "uname", "register_at_fork", "sched_getaffinity", "chown"),
)
SIGNALS = ("SIGKILL", "SIGALRM", "SIGHUP", "SIGXCPU")
ON_WINDOWS = f"""
import importlib, os, pkgutil, shutil, signal, sys, types, warnings

def import_everything():
    import rollbook
    for found in pkgutil.walk_packages(rollbook.__path__, "rollbook."):
        if not found.name.endswith("__main__"):
            __import__(found.name)

import_everything()
for name in [name for name in sys.modules if name.partition(".")[0] == "rollbook"]:
    del sys.modules[name]
for part, names in ((os, {OF_OS}), (signal, {SIGNALS})):
    for name in names:
        part.__dict__.pop(name, None)
# Folders are removed by their names there; shutil decides that when it is loaded.
os.supports_dir_fd.clear()
importlib.reload(shutil)
for name in {MODULES}:
    sys.modules[name] = None
# As far as locks need it.
sys.modules["msvcrt"] = types.SimpleNamespace(locking=lambda *given: None, LK_NBLCK=2)
sys.platform = "win32"
# No text is read or written by what the system takes for letters: on Windows that is no UTF-8.
warnings.filterwarnings("error", category=EncodingWarning, module="rollbook")
import_everything()
from rollbook.command_line import main
os.chdir(sys.argv[1])
for words in (["new", "x", "--github"], ["diff", "x", "x"], ["roll", "4d6kh3"]):
    assert main(words) == 0, words
os.chdir("x")
for words in (["check", "--strict"], ["schemas"], ["build", "--no-pdf"]):
    assert main(words) == 0, words
"""


@pytest.mark.usefixtures("toolkit")  # made before, since Node is started in this system's way
def test_what_windows_lacks_nothing_needs(tmp_path: Path) -> None:
    """The locale is one that knows ASCII alone, as far as Python lets it."""
    settings = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "ROLLBOOK_TRACEBACK": "1"}
    command = [sys.executable, "-X", "warn_default_encoding", "-c", ON_WINDOWS, str(tmp_path)]
    done = subprocess.run(
        command, env={**os.environ, **settings}, capture_output=True, encoding="utf-8", errors="replace", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "x/build/site/toll-road/the-road.html").exists()


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_a_console_of_few_letters_shows_every_message(encoding: str, tmp_path: Path) -> None:
    (tmp_path / "content/book").mkdir(parents=True)
    (tmp_path / "content/book/one.md").write_text("# A “book” 🎲 żółw\n\n[żółw](nowhere.md)\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "rollbook", "check", "--strict"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    said = done.stdout.decode(encoding)
    assert "content/book/one.md:3:1: error[dead-link]" in said
    assert "nowhere.md" in said


def test_a_shelf_with_line_ends_of_windows_is_the_same_shelf(tmp_path: Path) -> None:
    for name in ("unix", "windows"):
        assert main(["new", str(tmp_path / name)]) == 0
    for path in (tmp_path / "windows").rglob("*"):
        if path.is_file() and path.suffix in (".md", ".yml"):
            path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    unix, windows = (load(tmp_path / name / "content", tmp_path / name / "data")[0] for name in ("unix", "windows"))
    assert len(unix.texts) > 8
    for one, other in zip(unix.texts.values(), windows.texts.values(), strict=True):
        assert one.text == other.text
        assert one.name == other.name


@pytest.mark.parametrize("name", ["CON", "aux.md", "nul.tar.gz", "Lpt1.png", "com¹", "prn .txt", "a:b", "end.", "a\\b"])
def test_names_that_windows_cannot_have(name: str) -> None:
    assert not is_portable(name)


@pytest.mark.parametrize("name", ["console.md", "auxiliary", "com10.png", "lpt", "con-2.html", "nullify.yml"])
def test_names_that_only_look_so(name: str) -> None:
    assert is_portable(name)


def test_a_chapter_named_like_a_device_has_a_page_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "content/book").mkdir(parents=True)
    (tmp_path / "content/book/one.md").write_text("# Con\n\n[See](#nul).\n\n# Nul\n\nRoll 2d6.\n", encoding="utf-8")
    assert main(["build", "--no-pdf", "--strict"]) == 0
    names = {path.stem for path in (tmp_path / "build/site/book").glob("*.html")}
    assert {"con-2", "nul-2"} <= names
    written = [path.relative_to(tmp_path) for path in (tmp_path / "build").rglob("*")]
    assert [path for path in written if not all(map(is_portable, path.parts))] == []


@pytest.mark.parametrize(
    ("file", "owner"),
    [
        ("C:/shelf/content/saga/one.md", "saga"),
        ("C:/shelf/content/shelf.yml", ""),
        ("C:/shelf/data/saga/gear.yml", "saga"),
        ("C:/shelf/data/all.yml", ""),
    ],
)
def test_whose_a_file_is_shows_by_paths_of_windows_too(file: str, owner: str) -> None:
    content, data = PureWindowsPath(r"C:\shelf\content"), PureWindowsPath(r"C:\shelf\data")
    assert _owner(PurePosixPath(file), content, data) == owner
