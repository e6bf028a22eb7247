"""Faults that one browser had and the others hid, and whether the drivers would hear of the next one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.hosting import Host
from tests.browsers import need_browser

from .driver import Driver, until
from .journeys import HAS_TEXT, READY, Visit, roll
from .webkit import console_while_loading

# On this host's page, not on the one before it.
HAS_ARRIVED = """(host, name) => performance.getEntriesByType('resource')
  .some((each) => each.name.startsWith(host) && each.name.endsWith(name))"""
PAGES = ("index", "inn/index", "inn/the-taproom", "inn/guests", "inn/screen")
BREAK_THE_POLICY = """() => {
  const picture = Object.assign(new Image(), { src: "http://127.0.0.1:9/foreign.png" });
  document.body.append(picture);
}"""


@pytest.mark.parametrize(
    ("deed", "told"),
    [
        ("() => { console.error('a told error'); }", "a told error"),
        ("() => { console.warn('a told warning'); }", "a told warning"),
        ("() => { setTimeout(() => { throw new Error('an exception'); }); }", "an exception"),
        (BREAK_THE_POLICY, "foreign.png"),
    ],
)
def test_each_driver_hears_what_goes_wrong(driver: Driver, inn: Host, deed: str, told: str) -> None:
    Visit(driver, inn).open()
    assert driver.trouble() == []
    driver.evaluate(deed)
    heard: list[str] = []
    while not any(told in line for line in heard):
        driver.evaluate("() => new Promise((then) => setTimeout(then, 20))")
        heard += driver.trouble()


def test_no_page_breaks_its_policy_when_it_loads(driver: Driver, inn: Host) -> None:
    # Firefox fetched what <link rel="next"> named.
    visit = Visit(driver, inn)
    for page in PAGES:
        visit.open(page)
        driver.evaluate("() => new Promise((then) => setTimeout(then, 100))")
        # Leaving a page cuts off what its service worker still fetches for it, and Firefox says so.
        assert [line for line in driver.trouble() if "ServiceWorker intercepted" not in line] == [], page


def test_webkit_writes_nothing_to_its_console_while_a_page_loads(
    lone_inn: Host, tmp_path: Path, webkit: Driver
) -> None:
    asked = lone_inn.requests
    address = f"{lone_inn.url}inn/the-taproom.html"
    # The service worker is the last thing that a page asks for.
    told = console_while_loading(
        need_browser("WebKit"), tmp_path, address, lambda: any(path.endswith("service-worker.js") for path in asked)
    )
    # WebKit does not know this part of the policy, which the other two need for the manifest.
    known = "Unrecognized Content-Security-Policy directive 'manifest-src'."
    assert [line for line in told if not line.endswith(known)] == []


def test_who_leaves_while_the_engine_starts_can_roll_on_the_next_page(driver: Driver, inn: Host) -> None:
    # Firefox 140 compiled no WebAssembly any more in that tab.
    visit = Visit(driver, inn)
    for milliseconds in (0, 20, 60, 150):
        visit.open("inn/guests")
        until(driver, "() => Boolean(document.querySelector('[data-sheet]'))")
        driver.evaluate("(time) => new Promise((then) => setTimeout(then, time))", milliseconds)
    driver.trouble()
    roll(visit)


def test_who_goes_on_and_comes_back_while_a_script_is_read_finds_the_page_alive(driver: Driver, lone_inn: Host) -> None:
    # Firefox brings such a page back as it was left, but for the script.
    visit = Visit(driver, lone_inn)
    long_to_read = "\n".join(
        f"export const nobody{n} = (a, b) => a.map((each) => each * b + {n});" for n in range(30_000)
    )
    lone_inn.faults["page.mjs"] = lambda status, kind, body: (status, kind, body + b"\n" + long_to_read.encode())
    # Right away: a driver's own ways take until the script has been read.
    driver.evaluate("(address) => { location.href = address; }", f"{lone_inn.url}inn/the-taproom.html")
    until(driver, HAS_ARRIVED, lone_inn.url, "page.mjs")
    driver.evaluate("() => document.querySelector('.pager a[rel=next]').click()")
    until(driver, HAS_TEXT, "h1", "Guests")
    until(driver, READY)
    driver.evaluate("() => history.back()")
    until(driver, HAS_TEXT, "h1", "The taproom")
    until(driver, READY)
    driver.click("main [data-roll='2d6']")
    assert 2 <= visit.number("main .roll-result .total") <= 12
