"""The live preview, as a real process with a real browser."""

from __future__ import annotations

import hashlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect
from rollbook.cache import Cache, open_cache
from rollbook.command_line import main
from rollbook.commands.serve import _interrupt
from rollbook.commands.serve.server import Preview, PreviewServer
from rollbook.commands.serve.sites import Site, keep_site, recall_site
from rollbook.commands.serve.watch import watch
from rollbook.model.files import OutputFile, PendingFile

REPOSITORY = Path(__file__).parent.parent


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    assert main(["new", str(tmp_path / "shelf")]) == 0
    return tmp_path / "shelf"


@pytest.fixture
def address(shelf: Path) -> Iterator[str]:
    """The address of a preview of the shelf."""
    with previewed(shelf) as address:
        yield address


@contextmanager
def previewed(shelf: Path, stop: signal.Signals = signal.SIGINT) -> Iterator[str]:
    """A shelf -> the address of a preview of it; stopped by Ctrl-C or another signal, which must be a clean end."""
    command = [sys.executable, "-m", "rollbook", "serve", "--port", "0"]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY / "generator")}
    with subprocess.Popen(
        command, cwd=shelf, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        line = process.stdout.readline()
        assert line.startswith("preview: http://127.0.0.1:"), process.stderr.read()
        yield line.split()[1]
        process.send_signal(stop)
        _, errors = process.communicate()
    assert process.returncode == 0, errors
    assert "Traceback" not in errors
    assert not (shelf / "build").exists()


def get(address: str, path: str, host: str | None = None) -> tuple[int, str, str]:
    connection = http.client.HTTPConnection(urlsplit(address).netloc)
    connection.request("GET", path, headers={"Host": host or urlsplit(address).netloc})
    answer = connection.getresponse()
    text = answer.read().decode("utf-8", "replace")
    connection.close()
    return answer.status, answer.headers["Content-Type"], text


def test_pages_files_and_wrong_addresses(address: str) -> None:
    status, kind, home = get(address, "/")
    assert (status, kind) == (200, "text/html; charset=utf-8")
    assert 'src="/.rollbook/preview.mjs"' in home
    assert "rollbook-problems" not in home
    assert get(address, "/toll-road/?x=1")[0] == 200
    assert get(address, "/toll-road")[0] == 200
    assert get(address, "/.rollbook/preview.mjs")[1] == "text/javascript; charset=utf-8"
    assert get(address, "/nowhere.html")[0] == 404
    assert get(address, "/../../content/toll-road/book.yml")[0] == 404
    assert get(address, "/", host="evil.example")[0] == 421


def test_the_page_follows_the_text_and_shows_problems(address: str, shelf: Path, browser: Browser) -> None:
    chapter = shelf / "content/toll-road/01-carters.md"
    good = chapter.read_text(encoding="utf-8")
    page = browser.new_page()
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text) if message.type == "error" else None)
    page.goto(f"{address}toll-road/carters.html")
    expect(page.locator("body")).to_contain_text("Everything that you own is on it,")
    problems = page.get_by_role("complementary", name="Problems")
    expect(problems).to_have_count(0)

    chapter.write_text(good.replace("Everything that you own", "All that you own"), encoding="utf-8")
    expect(page.locator("body")).to_contain_text("All that you own is on it,")

    chapter.write_text(good + "\n<!-- $data road.yml prizes -->\n", encoding="utf-8")
    expect(problems).to_contain_text(f"01-carters.md:{good.count(chr(10)) + 2}:21: error[unknown-table]")
    expect(page.locator("body")).to_contain_text("All that you own is on it,")  # the last good page stays

    chapter.write_text(good, encoding="utf-8")
    expect(problems).to_have_count(0)
    expect(page.locator("body")).to_contain_text("Everything that you own is on it,")
    assert refused == []  # the site's own strict policy holds in the preview too
    page.close()


def test_what_is_saved_while_the_first_checks_run_is_followed(address: str, shelf: Path) -> None:
    chapter = shelf / "content/toll-road/01-carters.md"
    good = chapter.read_text(encoding="utf-8")
    chapter.write_text(good.replace("Everything that you own", "All that you own"), encoding="utf-8")
    patience = time.monotonic() + 120
    while "All that you own is on it," not in get(address, "/toll-road/carters.html")[2]:
        assert time.monotonic() < patience
        time.sleep(0.1)


def test_the_next_preview_shows_the_same_pages_also_those_that_nobody_had_asked_for(shelf: Path) -> None:
    seen, unseen = ("/", "/toll-road/", "/toll-road/carters.html"), "/toll-road/the-road.html"
    with previewed(shelf) as address:
        first = [get(address, path) for path in seen]
    with previewed(shelf) as address:
        assert [get(address, path) for path in seen] == first
        status, _, road = get(address, unseen)
        assert (status, "<main" in road) == (200, True)
        assert get(address, "/nowhere.html")[0] == 404
    chapter = shelf / "content/toll-road/02-the-road.md"
    chapter.write_text(chapter.read_text(encoding="utf-8") + "\nOne more line.\n", encoding="utf-8")
    with previewed(shelf) as address:
        assert "One more line." in get(address, unseen)[2]


def test_a_preview_ends_cleanly_whatever_it_is_loading(shelf: Path) -> None:
    with previewed(shelf) as address:
        get(address, "/")
    # From now on the former pages are shown at once, and the program is loaded behind them.
    for moment in range(12):
        with previewed(shelf, signal.SIGTERM if moment % 2 else signal.SIGINT):
            time.sleep(moment / 50)


def test_an_interrupt_waits_until_a_module_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Python 3.11 would make a RuntimeError of it where a class is named to its fields.
    text = """
import signal


class Field:
    def __set_name__(self, owner, name):
        signal.raise_signal(signal.SIGINT)


class Owner:
    field = Field()
"""
    (tmp_path / "pressed_while_loaded.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    former = signal.signal(signal.SIGINT, _interrupt)
    try:
        with pytest.raises(KeyboardInterrupt):
            _load_and_wait("pressed_while_loaded")
    finally:
        signal.signal(signal.SIGINT, former)
    assert sys.modules.pop("pressed_while_loaded").Owner.field


def _load_and_wait(module: str) -> None:
    import_module(module)
    for _ in range(3_000):
        time.sleep(0.01)


def a_site(cache: Cache) -> Site:
    files = {name: OutputFile(f"site/{name}", name.encode() * 1_000) for name in ("a.html", "b.html")}
    pending = [PendingFile(file.path, partial(lambda each: each, file), partial(int)) for file in files.values()]
    site = Site([*pending, OutputFile("site/c.css", b"c")])
    assert site["/a.html"] == b"a.html" * 1_000
    keep_site(cache, "these files", site)
    return site


def test_a_page_that_was_not_made_before_is_waited_for(tmp_path: Path) -> None:
    cache = open_cache(tmp_path / "caches" / "rollbook")
    site = a_site(cache)
    assert recall_site(cache, "other files") is None
    former = recall_site(cache, "these files")
    assert former is not None
    assert set(former) == set(site)
    assert (former["/a.html"], former["/c.css"]) == (b"a.html" * 1_000, b"c")
    assert "/d.html" not in former
    got: list[bytes] = []
    asking = threading.Thread(target=lambda: got.append(former["/b.html"]))
    asking.start()
    asking.join(timeout=0.2)
    assert asking.is_alive()
    former.give_way(site)
    asking.join()
    assert got == [site["/b.html"]]


def test_a_damaged_file_of_a_former_site_is_waited_for_and_a_missing_one_means_no_former_site(tmp_path: Path) -> None:
    cache = open_cache(tmp_path / "caches" / "rollbook")
    site = a_site(cache)
    former = recall_site(cache, "these files")
    assert former is not None
    assert cache.folder is not None
    sha256 = hashlib.sha256(site["/a.html"]).hexdigest()
    entry = cache.folder / hashlib.sha256(f"file {sha256}".encode()).hexdigest()
    entry.write_bytes(entry.read_bytes()[:-1])
    former.give_way(site)
    assert former["/a.html"] == site["/a.html"]
    assert recall_site(cache, "these files") is None, "what was damaged is gone by now"


def _hears(changes: Iterator[None]) -> bool:
    look = threading.Thread(target=next, args=(changes,), daemon=True)
    look.start()
    look.join(timeout=30)
    return not look.is_alive()


def test_the_watch_begins_when_it_is_set_and_not_with_the_first_look(tmp_path: Path) -> None:
    changes = watch([tmp_path], pause=0.01)
    (tmp_path / "saved.md").write_text("# Saved\n", encoding="utf-8")
    assert _hears(changes)


def _silent(*folders: Path, **options: object) -> Iterator[set[object]]:
    while True:
        time.sleep(0.01)
        yield set()


def _failing(*folders: Path, **options: object) -> Iterator[set[object]]:
    raise OSError("no more events")


@pytest.mark.parametrize("events", ["as they come", "none arrive", "none to be had", "not installed"])
def test_every_save_is_noticed_whether_the_system_tells_of_it_or_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, events: str
) -> None:
    if events == "not installed":
        monkeypatch.setitem(sys.modules, "watchfiles", None)
    elif events != "as they come":
        monkeypatch.setattr("watchfiles.watch", _silent if events == "none arrive" else _failing)
    changes = watch([tmp_path, tmp_path / "missing yet"], pause=0.01)
    (tmp_path / "first.md").write_text("# First\n", encoding="utf-8")
    assert _hears(changes)
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "second.md").write_text("# Second\n", encoding="utf-8")
    assert _hears(changes)
    (tmp_path / "missing yet").mkdir()
    (tmp_path / "missing yet" / "third.md").write_text("# Third\n", encoding="utf-8")
    assert _hears(changes)
    os.replace(tmp_path / "first.md", tmp_path / "new" / "second.md")
    assert _hears(changes)
    (tmp_path / "new" / "second.md").unlink()
    assert _hears(changes)


def test_without_a_good_build_every_address_shows_the_problems() -> None:
    answer = Preview({}, "a.md:1:1: error[x]: <b> & so on\n").answer("/any/where.html")
    assert answer.status == 200
    assert b"&lt;b&gt; &amp; so on" in answer.content


def test_a_page_is_made_when_it_is_asked_for_and_once() -> None:
    made: list[str] = []

    def make() -> OutputFile:
        made.append("page")
        return OutputFile("site/page.html", b"<body>here</body>")

    page = PendingFile("site/page.html", make, partial(make))
    site = Site([page, OutputFile("pdf/a.pdf", b""), OutputFile("site/a.css", b"a")])
    assert set(site) == {"/page.html", "/a.css"}
    assert made == []
    assert [Preview(site, "").answer("/page.html").status for _ in range(2)] == [200, 200]
    assert made == ["page"]


def test_a_page_is_marked_by_what_it_shows() -> None:
    def mark(page: str, report: str = "") -> str:
        content = Preview({"/index.html": page.encode()}, report).answer("/").content.decode()
        return content.partition('data-page="')[2].partition('"')[0]

    page = '<link rel="stylesheet" href="a.css"><body>here</body>'
    assert len(mark(page)) == 64
    # Problems and styles are exchanged in place.
    assert mark(page) == mark(page, "a problem") == mark(page.replace("a.css", "b.css"))
    assert mark(page) != mark(page.replace("here", "there"))


def test_many_requests_at_once_all_get_their_answer() -> None:
    """They stand in line before the first is looked at; a line that is too short would turn people away."""
    with PreviewServer(Preview({"/index.html": b"<p>here</p></body>"}, ""), 0) as server, ExitStack() as stack:
        address = urlsplit(server.address)
        waiting = [
            stack.enter_context(socket.create_connection((address.hostname, address.port), timeout=20))
            for _ in range(200)
        ]
        for connection in waiting:
            connection.sendall(b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n")
        threading.Thread(target=server.serve_forever, daemon=True).start()
        answers = [connection.makefile("rb").read() for connection in waiting]
        server.shutdown()
    assert [answer for answer in answers if b" 200 OK" not in answer or b"<p>here</p>" not in answer] == []


def test_a_taken_port_is_explained(address: str, shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    port = urlsplit(address).port
    arguments = ["serve", "--port", str(port), "--content", str(shelf / "content"), "--data", str(shelf / "data")]
    assert main(arguments) == 2
    assert f"rollbook: can't listen on port {port}: " in capsys.readouterr().err
