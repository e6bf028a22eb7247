"""A reader with patience in a world that breaks: presses, tries again, reloads, and looks whether anything was lost."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from playwright.sync_api import Error, Locator, Page, expect
from rollbook.model.files import OutputFile
from rollbook.render.browser import render_offline

from tests.shelves import write_site

from .hosting import Host
from .living import CONTROLLED, PATIENCE, log_entries

if TYPE_CHECKING:
    from .conftest import Reader

HASH = re.compile(r"-[0-9a-f]{8,}")
PAUSE = 50


def one_in_fifty(seed: int) -> Callable[[str, int], bool]:
    """A seed -> which requests fail; the same ones each time, also when a change gives files other hashes."""
    return lambda path, times: Random(f"{seed} {HASH.sub('', path)} {times}").random() < 0.02


@dataclass(slots=True)
class Patient:
    """The host of the inn, a reader who tries again whenever that is offered, and how often they had to."""

    host: Host
    reader: Reader
    tried: int = 0

    def open(self, path: str = "inn/the-taproom.html") -> Page:
        """A page, at the first attempt that brings it: where none comes, the browser itself says so."""
        page = self.reader.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.reader.trouble.append(f"exception: {error}"))
        self.go(page, path)
        return page

    def go(self, page: Page, path: str) -> None:
        for _ in range(20):
            try:
                page.goto(self.host.url + path)
                return
            except Error:
                self.tried += 1
        raise AssertionError(f"{path} never came")

    def until(self, page: Page, wanted: Locator, again: Callable[[], object] = lambda: None) -> None:
        """Until something is seen: presses what is offered after a failure, or does `again` where only words are."""
        offered = page.get_by_role("button", name=re.compile("^(Try again|Reload)$")).filter(visible=True)
        lost = page.locator("#rb-tray", has_text="Try again when you are online").filter(visible=True)
        for _ in range(PATIENCE // PAUSE):
            if wanted.filter(visible=True).count():
                return
            if offered.count():
                self.tried += 1
                offered.first.click()
            elif lost.count():
                self.tried += 1
                again()
            page.wait_for_timeout(PAUSE)
        raise AssertionError(f"{wanted} never came: {page.locator('body').inner_text()[:2000]}")

    def until_kept(self, page: Page) -> None:
        """Visits that last until the shelf is kept: where saving fails, a browser begins again at the next page."""
        for turn in range(PATIENCE // PAUSE):
            # Not a promise of `ready`, which never comes where the saving has failed.
            if page.evaluate("() => Boolean(navigator.serviceWorker.controller)"):
                break
            if turn % 40 == 39:
                self.go(page, "inn/guests.html")
            page.wait_for_timeout(PAUSE)
        assert page.evaluate(CONTROLLED)


def roll(patient: Patient, page: Page) -> None:
    button = page.locator("main [data-roll='2d6']")
    button.click()
    patient.until(page, page.locator("main .roll-result output[data-read] .total"), button.click)


def wrestle(patient: Patient, page: Page) -> None:
    """A calculator, with what was typed into it."""
    page.locator("#calc-wrestle-1").fill("20")
    press = page.locator("[data-calc=wrestle] button.main")
    press.click()
    said = page.locator("[data-calc=wrestle] .outcome-text")
    patient.until(page, said, press.click)
    assert 21 <= int(said.inner_text().split(":")[0]) <= 26


def search(patient: Patient, page: Page) -> None:
    """The dialog is closed and opened again where the books did not come."""
    field = page.locator("#rb-search")

    def begin() -> None:
        page.keyboard.press("Control+k")

    begin()
    patient.until(page, field, begin)
    found, failed = page.locator("#rb-found a").first, page.locator(".search-note", has_text="can’t be")
    for _ in range(10):
        field.fill("wrestling")
        expect(found.or_(failed).first).to_be_visible()
        if found.is_visible():
            break
        patient.tried += 1
        page.keyboard.press("Escape")
        begin()
        expect(field).to_be_visible()
    expect(found).to_be_visible()
    page.keyboard.press("Escape")


def whats_rolled(page: Page) -> list[object]:
    """-> what the log has, the newest first."""
    return [entry["what"] for entry in log_entries(page)]


def deploy(
    folder: Path, target: Path, heading: str, *, worker: Callable[[list[OutputFile]], str] | None = None
) -> None:
    """A site -> its next version: another heading, other names for its scripts and styles, and none of the old ones.

    `worker`: the files -> the text of a service worker, if it isn't today's.
    """
    scripts = next(folder.glob("static/scripts-*")).name
    style = next(folder.glob("static/site-*.css")).name
    files = []
    for path in sorted(each for each in folder.rglob("*") if each.is_file() and each.name != "service-worker.js"):
        name, content = path.relative_to(folder).as_posix(), path.read_bytes()
        if path.suffix in (".html", ".js", ".mjs", ".json"):
            for old, new in ((scripts, f"{scripts}0"), (style, style.replace("site-", "site-0"))):
                content = content.replace(old.encode(), new.encode())
            content = content.replace(b"The taproom", heading.encode())
        name = name.replace(scripts, f"{scripts}0").replace(style, style.replace("site-", "site-0"))
        files.append(OutputFile(f"site/{name}", content))
    write_site(files, target)
    write_site(render_offline(files), target)
    if worker:
        (target / "service-worker.js").write_text(worker(files), encoding="utf-8")
