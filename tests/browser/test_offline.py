"""After one visit the whole shelf reads and rolls without a connection, and an update never mixes two versions."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page
from rollbook.model.files import OutputFile
from rollbook.model.toolkit import Toolkit
from rollbook.render.browser import render_offline, render_online

from tests.shelves import write_site

from .conftest import Reader, bench_site
from .hosting import Host
from .living import until_kept
from .test_engine import ROLL, ask

HEADING = "() => document.querySelector('h1').textContent"
VERSION = "() => table.version"
# What a script of the same origin could do to every cache: all that is in it, and one page that was never there.
SPOIL = """async (base) => {
  const spoiled = (type) => new Response("document.title = 'spoiled'; <script>document.title = 'spoiled'</script>", {
    headers: { "content-type": type },
  });
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const { headers } = await cache.match(request);
      await cache.put(request, spoiled(headers.get("content-type")));
    }
    for (const path of ["never.html", "static/never.html"]) await cache.put(base + path, spoiled("text/html"));
  }
}"""
# The right bytes, sent elsewhere by a header.
REFRESH = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of (await cache.keys()).filter(({ url }) => url.endsWith("other.html"))) {
      const body = await (await cache.match(request)).arrayBuffer();
      const headers = { "content-type": "text/html; charset=utf-8", refresh: "0; url=404.html" };
      await cache.put(request, new Response(body, { headers }));
    }
  }
}"""
BOOK_IS_KEPT = """(book) => {
  const list = new URL(`${book}/files.json%3Fkept`, navigator.serviceWorker.controller.scriptURL);
  return caches.match(list).then(Boolean);
}"""
KEPT = """async (address) => {
  const response = await caches.match(address);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}"""


def visit(reader: Reader, host: Host) -> Page:
    """A visit that lasts until the shelf is kept."""
    page = reader.open(f"{host.url}?offline")
    until_kept(page)
    return page


def stop(host: Host) -> None:
    host.hosting = False
    host.requests.clear()


@pytest.fixture
def service_workers() -> str:
    return "allow"


@pytest.fixture
def folder(toolkit: Toolkit, tmp_path: Path) -> Path:
    write_site(bench_site(toolkit, "one"), tmp_path / "site")
    return tmp_path / "site"


def test_pages_never_opened_can_be_read_and_rolled_without_connection(
    folder: Path, site_server: Callable[..., Host], reader: Reader
) -> None:
    host = site_server(folder, "a/shelf/")
    page = visit(reader, host)
    stop(host)
    page.goto(host.url + "other.html")
    assert page.evaluate(HEADING) == "Another table to roll on"
    assert "roll" in ask(page, ROLL)
    page.goto(host.url)
    assert page.evaluate(HEADING) == "A table to roll on"


def test_a_page_that_does_not_exist_without_connection(
    folder: Path, site_server: Callable[..., Host], reader: Reader
) -> None:
    reader.expected = ("Failed to load resource",)
    host = site_server(folder)
    page = visit(reader, host)
    stop(host)
    response = page.goto(host.url + "nowhere.html")
    assert response is not None
    assert response.status == 404
    assert page.evaluate(HEADING) == "Nothing here"


def test_what_another_script_wrote_into_the_caches_is_never_served_and_is_mended(
    folder: Path, site_server: Callable[..., Host], reader: Reader
) -> None:
    reader.expected = ("Failed to load resource",)
    host = site_server(folder)
    page = visit(reader, host)
    assert "roll" in ask(page, ROLL)
    page.evaluate(SPOIL, host.url)
    for path, heading in (("", "A table to roll on"), ("other.html", "Another table to roll on")):
        page.goto(host.url + path)
        assert page.evaluate(HEADING) == heading
        assert page.evaluate(VERSION) == "one"
        assert "roll" in ask(page, ROLL)
        assert page.title() != "spoiled"
    for path in ("never.html", "static/never.html"):
        response = page.goto(host.url + path)
        assert response is not None
        assert response.status == 404
        assert page.title() != "spoiled"
    page.goto(host.url)
    # Now the caches hold again what was built, and serve it without the host.
    scripts = [path.relative_to(folder) for path in folder.glob("engine/**/*.mjs")]
    for path in ("other.html", "page.mjs", *map(str, scripts)):
        assert page.evaluate(KEPT, host.url + path) == hashlib.sha256((folder / path).read_bytes()).hexdigest()
    page.evaluate(REFRESH)
    page.goto(host.url + "other.html")
    page.wait_for_timeout(200)
    assert page.evaluate(HEADING) == "Another table to roll on"
    stop(host)
    page.goto(host.url + "other.html")
    assert "roll" in ask(page, ROLL)


def test_what_is_kept_is_not_fetched_twice_and_pdfs_not_at_all(
    folder: Path, site_server: Callable[..., Host], reader: Reader
) -> None:
    host = site_server(folder)
    visit(reader, host)
    assert not any(path.endswith((".pdf", ".zip")) for path in host.requests)
    assert sum(path.endswith(".wasm") for path in host.requests) == 1


def test_an_update_comes_whole_and_open_pages_keep_what_they_have(
    toolkit: Toolkit, folder: Path, site_server: Callable[..., Host], reader: Reader
) -> None:
    host = site_server(folder)
    page = visit(reader, host)
    page.reload()
    assert page.evaluate(VERSION) == "one"
    newer = _renamed(bench_site(toolkit, "two"))
    shutil.rmtree(folder)
    write_site(newer, folder)
    host.requests.clear()
    page.evaluate("() => navigator.serviceWorker.getRegistration().then((registration) => registration.update())")
    while not page.evaluate("() => caches.keys().then((names) => names.length === 3)") or _installing(page):
        page.wait_for_timeout(50)
    # The page that was open still finds its own engine, which the host has no more.
    assert page.evaluate(VERSION) == "one"
    stop(host)
    assert "roll" in ask(page, ROLL)
    page.reload()
    assert page.evaluate(VERSION) == "two"
    assert "roll" in ask(page, ROLL)


def test_a_host_in_the_middle_of_an_update_changes_nothing(
    toolkit: Toolkit, folder: Path, site_server: Callable[..., Host], reader: Reader
) -> None:
    host = site_server(folder)
    page = visit(reader, host)
    service_worker = next(file for file in bench_site(toolkit, "two") if file.path.endswith("service-worker.js"))
    (folder / "service-worker.js").write_bytes(service_worker.content)  # while page.mjs is still the old one
    reader.expected = ("Uncaught (in promise) Error: not what was built",)
    page.evaluate("() => navigator.serviceWorker.getRegistration().then((registration) => registration.update())")
    while _installing(page):
        page.wait_for_timeout(50)
    stop(host)
    page.reload()
    assert page.evaluate(VERSION) == "one"


def test_a_preview_takes_away_what_another_build_has_left(
    folder: Path, site_server: Callable[..., Host], reader: Reader
) -> None:
    host = site_server(folder)
    page = visit(reader, host)
    (folder / "service-worker.js").write_bytes(render_online().content)
    page.evaluate("() => navigator.serviceWorker.getRegistration().then((registration) => registration.update())")
    while page.evaluate("() => navigator.serviceWorker.getRegistration().then(Boolean)"):
        page.wait_for_timeout(50)
    (folder / "index.html").write_bytes((folder / "index.html").read_bytes().replace(b"A table to", b"Just saved, to"))
    fresh = reader.open(f"{host.url}?just-saved")
    assert fresh.evaluate(HEADING) == "Just saved, to roll on"


def test_the_list_holds_every_file_but_pdfs_and_spares_with_the_engine_first() -> None:
    outputs = [
        OutputFile("site/index.html", b"home"),
        OutputFile("site/engine/memory-a.bin", b"a"),
        OutputFile("site/engine/rules-b.zip", b"spare"),
        OutputFile("site/b/b.pdf", b"pdf"),
        OutputFile("pdf/b.pdf", b"pdf"),
    ]
    (file,) = render_offline(outputs)
    listed = json.loads(_shelf(file))
    assert file.path == "site/service-worker.js"
    assert [(entry["path"], entry["size"]) for entry in listed["files"]] == [
        ("engine/memory-a.bin", 1),
        ("index.html", 4),
    ]
    assert render_offline(outputs[::-1]) == (file,)
    (without_memory,) = render_offline([file for file in outputs if "memory" not in file.path])
    assert b"rules-b.zip" in without_memory.content
    changed = [OutputFile("site/index.html", b"Home"), *outputs[1:]]
    assert render_offline(changed)[0].content != file.content


def library(toolkit: Toolkit, version: str) -> tuple[OutputFile, ...]:
    """A shelf of two books, kept as a large one is: what they share, and a book when it is read."""
    shared = [file for file in bench_site(toolkit, version) if not file.path.endswith("service-worker.js")]
    page = next(file.content.decode() for file in shared if file.path == "site/index.html").replace(
        "page.mjs", "../page.mjs"
    )
    books = [
        OutputFile(f"site/{book}/{name}.html", page.replace("A table", f"{name} of {book}").encode())
        for book in ("read", "unread")
        for name in ("First", "Second")
    ]
    files = (*shared, *books, OutputFile("site/static/search/read-0123456789.json", b"{}"))
    return (*files, *render_offline(files, whole_up_to=0))


def until_book_is_kept(page: Page, book: str) -> None:
    """Until the list of the book's files lies beside them, which it does last."""
    while not page.evaluate(BOOK_IS_KEPT, book):
        page.wait_for_timeout(50)


def test_of_a_large_shelf_the_books_that_are_read_are_kept(
    toolkit: Toolkit, tmp_path: Path, site_server: Callable[..., Host], reader: Reader
) -> None:
    reader.expected = ("Failed to load resource",)
    write_site(library(toolkit, "one"), tmp_path / "site")
    host = site_server(tmp_path / "site")
    page = reader.open(f"{host.url}read/First.html?offline")
    until_kept(page)
    until_book_is_kept(page, "read")
    assert not any("unread" in path for path in host.requests)
    newer = library(toolkit, "two")
    shutil.rmtree(tmp_path / "site")
    write_site(newer, tmp_path / "site")
    host.requests.clear()
    page.evaluate("() => navigator.serviceWorker.getRegistration().then((registration) => registration.update())")
    while not page.evaluate("() => caches.keys().then((names) => names.length === 3)") or _installing(page):
        page.wait_for_timeout(50)
    # The update brought the book that was kept, and only that.
    assert not any("unread" in path for path in host.requests)
    stop(host)
    page.goto(f"{host.url}read/Second.html")
    assert page.evaluate(HEADING) == "Second of read to roll on"
    assert page.evaluate(VERSION) == "two"
    assert page.evaluate("() => fetch('../static/search/read-0123456789.json').then((answer) => answer.ok)")
    response = page.goto(f"{host.url}unread/First.html")
    assert response is not None
    assert response.status == 404
    host.hosting = True
    page.goto(f"{host.url}unread/First.html")
    until_book_is_kept(page, "unread")
    stop(host)
    page.goto(f"{host.url}unread/Second.html")
    assert page.evaluate(HEADING) == "Second of unread to roll on"


def test_a_large_shelf_lists_its_books_apart() -> None:
    outputs = [
        OutputFile("site/index.html", b"home"),
        OutputFile("site/static/site-0123456789.css", b"css"),
        OutputFile("site/search.json", b"{}"),
        OutputFile("site/static/search/an-old-book-0123456789.json", b"{}"),
        OutputFile("site/an-old-book/one.html", b"one"),
    ]
    (whole,) = render_offline(outputs)
    worker, listed = render_offline(outputs, whole_up_to=10)
    assert b"an-old-book/one.html" in whole.content
    assert b"an-old-book/one.html" not in worker.content
    assert listed.path in f"site/{json.loads(_shelf(worker))['books'][0]['list']['path']}"
    shared = [entry["path"] for entry in json.loads(_shelf(worker))["files"]]
    assert shared == ["index.html", "search.json", "static/site-0123456789.css"]
    own = [entry["path"] for entry in json.loads(listed.content)]
    assert own == ["an-old-book/one.html", "static/search/an-old-book-0123456789.json"]
    # A change in one book changes its list and the version, and no other book's list.
    changed = render_offline([*outputs[:-1], OutputFile("site/an-old-book/one.html", b"One")], whole_up_to=10)
    assert changed[1].path != listed.path
    assert changed[0] != worker


def _shelf(worker: OutputFile) -> str:
    return worker.content.decode().partition("const SHELF = ")[2].partition(";\n")[0]


def _installing(page: Page) -> bool:
    busy = "() => navigator.serviceWorker.getRegistration().then((r) => Boolean(r.installing || r.waiting))"
    return bool(page.evaluate(busy))


def _renamed(files: tuple[OutputFile, ...]) -> tuple[OutputFile, ...]:
    """The same site with another name for the folder of the engine's modules, as after a change in them."""
    old = next(file.path for file in files if file.path.endswith("/worker.mjs")).split("/")[2]
    kept = [file for file in files if not file.path.endswith("service-worker.js")]
    moved = [
        OutputFile(file.path.replace(old, "start-newer"), file.content.replace(old.encode(), b"start-newer"))
        for file in kept
    ]
    return (*moved, *render_offline(moved))
