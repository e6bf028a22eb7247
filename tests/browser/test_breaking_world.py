"""Connections that fail, hosts that keep errors, full storage, versions that meet: nothing is lost, what fails is said,
and when the world is mended, so is the page."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from rollbook.model.files import OutputFile
from rollbook.model.toolkit import Toolkit

from tests.once import Once
from tests.shelves import CASES, build_site

from .breaking import Patient, deploy, one_in_fifty, roll, search, whats_rolled, wrestle
from .conftest import Reader
from .hosting import Fault, Host
from .living import PATIENCE, ready, until_kept

# How many of each there are in `make soak`.
SOAK = int(os.environ.get("ROLLBOOK_SOAK_COUNT", "40"))
# What Chromium itself writes into the console, and the service worker when it could not keep all.
SAID = (
    "Failed to load resource",
    "Uncaught (in promise) Error: not what was built",
    "A bad HTTP response code",
    "An unknown error occurred when fetching the script",
    "Refused to apply style",
    "Refused to execute script",
    "Failed to load module script",
    "The script has an unsupported MIME type",
    "Uncaught (in promise) QuotaExceededError",
)
FIRST_WORKER = Path(__file__).with_name("first_service_worker.js")
ERRORS: dict[str, Fault] = {
    "not found": lambda *_: (404, "text/html", b"<!doctype html>Nothing here"),
    "broken": lambda *_: (500, "text/html", b"<!doctype html>Sorry"),
    "a page that says so": lambda *_: (200, "text/html", b"<!doctype html><h1>Sorry</h1>"),
}
STYLED = "() => getComputedStyle(document.querySelector('.site-header')).display === 'flex'"
FILL = """() => {
  for (let size = 1 << 22; size > 0; size >>= 1) {
    try { for (let i = 0; ; i++) localStorage.setItem(`full ${size} ${i}`, "x".repeat(size)); } catch { /* smaller */ }
  }
}"""
EMPTY = """() => {
  for (const name of Object.keys(localStorage)) if (name.startsWith("full")) localStorage.removeItem(name);
}"""
UPDATED = """async () => {
  const { installing, waiting } = await navigator.serviceWorker.getRegistration();
  const versions = (await caches.keys()).filter((name) => name.startsWith("rollbook-pages"));
  return versions.length === 2 && !installing && !waiting;
}"""
UNSTORED = "This browser can’t save what you do here"


@pytest.fixture(scope="session")
def inn_folder(toolkit: Toolkit, once: Once) -> Path:
    return once.folder("inn", lambda folder: build_site(CASES / "journeys", toolkit, folder))


@pytest.fixture
def service_workers() -> str:
    return "allow"


@pytest.fixture
def patient(inn_folder: Path, site_server: Callable[..., Host], reader: Reader) -> Patient:
    expect.set_options(timeout=PATIENCE)
    reader.expected = SAID
    return Patient(site_server(inn_folder, "play/"), reader)


def everything(patient: Patient, page: Page) -> None:
    roll(patient, page)
    wrestle(patient, page)
    search(patient, page)


# ---- connections


def test_one_request_in_fifty_fails(patient: Patient) -> None:
    travel(patient, seed=9)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 100 + SOAK))
def test_one_request_in_fifty_fails_in_many_ways(patient: Patient, seed: int) -> None:
    travel(patient, seed)


def travel(patient: Patient, seed: int) -> None:
    """A seed -> a whole journey, in which as many throws are written down as were pressed, and the shelf is kept."""
    failed: list[str] = []
    chance = one_in_fifty(seed)

    def unlucky(path: str, times: int) -> bool:
        if chance(path, times):
            failed.append(path)
            return True
        return False

    patient.host.unlucky = unlucky
    page = patient.open()
    everything(patient, page)
    assert page.evaluate(STYLED)
    assert [what for what in whats_rolled(page) if what == "2d6"] == ["2d6"]
    assert len(whats_rolled(page)) == 2
    patient.host.unlucky = lambda path, times: False
    patient.until_kept(page)
    patient.host.hosting = False
    patient.go(page, "inn/the-taproom.html")
    roll(patient, page)
    assert len(whats_rolled(page)) == 3
    assert failed or seed >= 100, "nothing failed, so nothing was tried"


@pytest.mark.parametrize(
    "gone",
    [
        pytest.param(("worker.mjs",), id="worker"),
        pytest.param((".wasm",), id="module"),
        pytest.param((".bin", ".zip"), id="memory", marks=pytest.mark.soak),
    ],
)
def test_a_connection_that_is_gone_in_the_middle_of_the_engine(patient: Patient, gone: tuple[str, ...]) -> None:
    patient.host.cut |= {*gone, "service-worker.js"}
    page = patient.open()
    page.locator("main [data-roll='2d6']").click()
    shown = page.locator("main .roll-result")
    expect(shown.locator(".problem")).to_be_visible()
    patient.host.cut.clear()
    shown.get_by_role("button", name="Try again").click()
    expect(shown.locator("output[data-read] .total")).to_be_visible()
    assert whats_rolled(page) == ["2d6"]


def test_a_connection_that_is_gone_in_the_middle_of_the_search(patient: Patient, inn_folder: Path) -> None:
    files = {path.name for path in (inn_folder / "static" / "search").iterdir()}
    patient.host.cut |= {*files, "service-worker.js"}
    page = patient.open()
    ready(page)
    page.keyboard.press("Control+k")
    page.locator("#rb-search").fill("wrestling")
    expect(page.locator(".search-note")).to_contain_text("can’t be")
    patient.host.cut.clear()
    page.keyboard.press("Escape")
    search(patient, page)


def test_a_connection_that_is_gone_in_the_middle_of_saving(patient: Patient) -> None:
    """What was saved before is not fetched again, and what was not is."""
    patient.host.cut |= {".woff2"}
    page = patient.open("inn/guests.html")
    ready(page)
    while not page.evaluate("() => navigator.serviceWorker.getRegistrations().then((found) => found.length === 0)"):
        page.wait_for_timeout(50)
    while not any(path.endswith("screen.html") for path in patient.host.requests):
        page.wait_for_timeout(50)
    patient.host.cut.clear()
    patient.host.requests.clear()
    page.reload()
    until_kept(page)
    assert not any(path.endswith((".wasm", ".bin")) for path in patient.host.requests)
    patient.host.hosting = False
    patient.go(page, "inn/the-taproom.html")
    everything(patient, page)


# ---- hosts, and browsers, that keep errors


@pytest.mark.parametrize("error", ["not found", "a page that says so", pytest.param("broken", marks=pytest.mark.soak)])
def test_an_error_that_the_browser_keeps_for_a_year(patient: Patient, error: str) -> None:
    patient.host.headers = lambda _: {"Cache-Control": "max-age=31536000"}
    for ending in (".css", ".mjs", ".js", ".json", ".wasm", ".bin", ".zip"):
        patient.host.faults[ending] = ERRORS[error]
    page = patient.open()
    page.wait_for_load_state("networkidle")
    assert page.locator("main h1").inner_text() == "The taproom"
    patient.host.faults.clear()
    page.close()
    page = patient.open()
    everything(patient, page)
    assert page.evaluate(STYLED)
    patient.until_kept(page)
    # Such a page is read as a script, until it is asked for again.
    trouble = patient.reader.trouble
    trouble[:] = [line for line in trouble if "Unexpected token '<'" not in line]


def test_an_error_that_somebody_before_the_host_keeps(patient: Patient) -> None:
    patient.host.stale |= {"start.js", ".css", ".mjs", ".json", ".wasm", ".bin", ".zip"}
    page = patient.open()
    everything(patient, page)
    assert page.evaluate(STYLED)
    patient.until_kept(page)


def test_a_start_that_never_comes_is_said_and_asked_for_at_the_next_press(patient: Patient) -> None:
    patient.host.faults["start.js"] = lambda *_: (503, "text/plain", b"later")
    page = patient.open()
    button = page.locator("main [data-roll='2d6']")
    button.click()
    expect(page.locator("#rb-tray")).to_have_text(
        "The dice and the search could not be loaded. Try again when you are online."
    )
    patient.host.faults.clear()
    button.click()
    expect(page.locator("main .roll-result output[data-read] .total")).to_be_visible()
    expect(page.locator("#rb-tray")).to_be_hidden()
    assert whats_rolled(page) == ["2d6"]


# ---- storage


def test_a_storage_that_is_full_is_said_and_kept_when_there_is_room(patient: Patient) -> None:
    page = patient.open("inn/guests.html")
    ready(page)
    page.evaluate(FILL)
    page.locator("[data-field=name] input").fill("Ann")
    page.locator("[data-field=Thirst] input").fill("5")
    expect(page.locator("#rb-unstored")).to_contain_text(UNSTORED)
    page.locator("#rb-unstored .notice-close").click()
    page.locator(".pager a[rel=prev]").click()
    expect(page.locator("h1")).to_have_text("The taproom")
    roll(patient, page)
    # Said once; the character is there on every page of this visit.
    expect(page.locator("#rb-unstored")).to_have_count(0)
    assert whats_rolled(page) == []
    page.evaluate(EMPTY)
    page.locator("main [data-roll='d20 + Thirst bonus']").click()
    expect(page.locator("main .roll-result output[data-read]").last).to_contain_text("(2)")
    assert len(whats_rolled(page)) == 2
    patient.go(page, "inn/guests.html")
    expect(page.locator("[data-field=name] input")).to_have_value("Ann")


def test_no_room_to_keep_the_shelf_leaves_it_usable_and_room_mends_it(patient: Patient) -> None:
    page = patient.open("404.html")
    origin = page.evaluate("() => location.origin")
    cdp = patient.reader.context.new_cdp_session(page)
    cdp.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 2_000_000})
    patient.go(page, "inn/the-taproom.html")
    roll(patient, page)
    wrestle(patient, page)
    while not page.evaluate("() => navigator.serviceWorker.getRegistrations().then((found) => found.length === 0)"):
        page.wait_for_timeout(50)
    cdp.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    page.reload()
    patient.until_kept(page)
    assert len(whats_rolled(page)) == 2


# ---- versions


def test_a_tab_that_outlived_its_files_says_so_and_loses_nothing(
    patient: Patient, inn_folder: Path, tmp_path: Path, site_server: Callable[..., Host]
) -> None:
    site = tmp_path / "site"
    shutil.copytree(inn_folder, site)
    patient.host = site_server(site, "play/")
    # Without a service worker, which would have kept them.
    patient.host.faults["service-worker.js"] = lambda *_: (404, "text/plain", b"")
    page = patient.open()
    roll(patient, page)
    shutil.rmtree(site)
    deploy(inn_folder, site, "The new taproom")
    page.locator(".for-dice").click()
    expect(page.locator("#rb-notice")).to_contain_text("The site has changed since you opened this page.")
    page.locator("#rb-notice").get_by_role("button", name="Reload").click()
    expect(page.locator("h1")).to_have_text("The new taproom")
    roll(patient, page)
    assert whats_rolled(page) == ["2d6", "2d6"]


def test_an_old_tab_and_a_new_one_work_side_by_side(
    patient: Patient, inn_folder: Path, tmp_path: Path, site_server: Callable[..., Host]
) -> None:
    site = tmp_path / "site"
    shutil.copytree(inn_folder, site)
    patient.host = site_server(site, "play/")
    old = patient.open()
    patient.until_kept(old)
    patient.go(old, "inn/the-taproom.html")
    new = settled(patient.open("inn/guests.html"))
    shutil.rmtree(site)
    deploy(inn_folder, site, "The new taproom")
    update(new)
    patient.go(new, "inn/the-taproom.html")
    expect(new.locator("h1")).to_have_text("The new taproom")
    expect(old.locator("h1")).to_have_text("The taproom")
    # All of it is fetched by the old tab only now, from what was kept.
    everything(patient, old)
    roll(patient, new)
    assert len(whats_rolled(old)) == 3


def settled(page: Page) -> Page:
    """A page that has asked for all it wants: while its service worker is at work, Chromium lets a newer one wait."""
    ready(page)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1_000)
    return page


def update(page: Page) -> None:
    """Until the pages of two versions are kept, and the newer service worker is in its place."""
    page.evaluate("() => navigator.serviceWorker.getRegistration().then((found) => found.update())")
    while not page.evaluate(UPDATED):
        page.wait_for_timeout(50)


def first_worker(files: Sequence[OutputFile]) -> str:
    """The files of a site -> the first service worker that there was, which keeps them."""
    listed = [
        {"path": path, "size": len(file.content), "sha256": hashlib.sha256(file.content).hexdigest()}
        for file in files
        if (path := file.path.removeprefix("site/")) and not path.endswith((".pdf", ".epub"))
    ]
    return f"const SHELF = {json.dumps({'version': 'first', 'files': listed})};\n{FIRST_WORKER.read_text('utf-8')}"


def test_who_comes_back_with_last_years_service_worker_gets_the_new_site(
    patient: Patient, inn_folder: Path, tmp_path: Path, site_server: Callable[..., Host]
) -> None:
    site = tmp_path / "site"
    deploy(inn_folder, site, "The old taproom", worker=first_worker)
    patient.host = site_server(site, "play/")
    page = patient.open()
    patient.until_kept(page)
    patient.go(page, "inn/the-taproom.html")
    roll(patient, page)
    settled(page)
    shutil.rmtree(site)
    shutil.copytree(inn_folder, site)
    update(page)
    page.reload()
    expect(page.locator("h1")).to_have_text("The taproom")
    roll(patient, page)
    assert whats_rolled(page) == ["2d6", "2d6"]
    patient.host.hosting = False
    patient.go(page, "inn/guests.html")
    expect(page.locator("h1")).to_have_text("Guests")
