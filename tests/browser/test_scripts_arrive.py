"""The scripts come over a bad connection: they are asked for again, no press is lost, and giving up is said."""

from __future__ import annotations

from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from .hosting import Fault, Host
from .living import Living, open_tray, ready

CHAPTER = "roofs/climbing.html"
UNAVAILABLE = (503, "text/plain", b"Later")
# What Chromium itself writes into the console.
REFUSED = "Failed to load resource: the server responded with a status of 503"
NO_WORKER = ("Failed to load resource: the server responded with a status of 404", "A bad HTTP response code (404)")
# How a packed script begins; the engine's do not.
PACKED = b"export const needs="


@pytest.fixture
def weak(alone: Living) -> Living:
    """A new reader, and a host whose refusals are expected. It says nothing of caches: a refusal must not be kept."""
    alone.reader.expected = (REFUSED,)
    alone.host.headers = lambda path: {}
    return alone


def fail(times: int) -> Fault:
    """-> a fault of a host that answers well only after some refusals."""
    count = Counter[str]()

    def answer(status: int, kind: str, body: bytes) -> tuple[int, str, bytes]:
        count["asked"] += 1
        return UNAVAILABLE if count["asked"] <= times else (status, kind, body)

    return answer


def first_roll(page: Page) -> None:
    page.locator("main [data-roll]").first.click()


def rolled(page: Page) -> None:
    expect(page.locator(".roll-result").first).to_be_visible()


def part(host: Host) -> str:
    """-> the name of a file that the first module imports."""
    return next(path.rpartition("/")[2] for path in host.requests if "/part-" in path)


@pytest.mark.parametrize("name", ["page.mjs", "words-en.mjs"])
def test_a_script_that_fails_is_asked_for_again(weak: Living, name: str) -> None:
    weak.host.faults[name] = fail(2)
    page = weak.reader.open(weak.host.url + CHAPTER)
    first_roll(page)
    rolled(page)
    assert sum(path.endswith(name) for path in weak.host.requests) == 3


def test_a_part_of_a_script_that_fails_is_asked_for_again(weak: Living) -> None:
    # The worker that the first page leaves behind would fetch the part too, at a moment of its own.
    weak.reader.expected += NO_WORKER
    weak.host.faults["service-worker.js"] = lambda *_: (404, "text/html", b"")
    page = weak.open()
    name = part(weak.host)
    # The browser keeps what it has fetched, so somebody new must come.
    page.close()
    weak.host.requests.clear()
    weak.host.faults[name] = fail(1)
    cdp = weak.reader.context.new_cdp_session(page := weak.reader.context.new_page())
    cdp.send("Network.setCacheDisabled", {"cacheDisabled": True})
    page.goto(weak.host.url + CHAPTER)
    ready(page)
    assert sum(path.endswith(name) for path in weak.host.requests) == 2


def test_scripts_that_never_come_are_reported_and_asked_for_at_the_next_press(weak: Living) -> None:
    weak.host.faults["page.mjs"] = fail(5)
    page = weak.reader.open(weak.host.url + CHAPTER)
    first_roll(page)
    expect(page.locator("#rb-tray")).to_have_text(
        "The dice and the search could not be loaded. Try again when you are online."
    )
    expect(page.locator("#rb-tray")).to_be_visible()
    first_roll(page)
    rolled(page)


def fail_each_once() -> Fault:
    """-> a fault of a host that refuses each script of the page at its first request."""
    asked = Counter[bytes]()

    def answer(status: int, kind: str, body: bytes) -> tuple[int, str, bytes]:
        asked[body] += 1
        refused = asked[body] == 1 and body.startswith(PACKED)
        return UNAVAILABLE if refused else (status, kind, body)

    return answer


def try_again(page: Page) -> None:
    page.locator("#rb-notice").get_by_role("button", name="Try again").click()


# How deep the parts of a module lie in each other at most.
MOST_LAYERS = 3


@pytest.mark.parametrize("keeping", ["max-age=600", "no-store"])
def test_where_every_script_fails_once_each_comes_once(alone: Living, keeping: str) -> None:
    """Under no engine's memory, nor that of its cache: what has come is neither fetched nor made a second time."""
    alone.reader.expected = (REFUSED, *NO_WORKER)
    alone.host.headers = lambda path: {"Cache-Control": keeping}
    alone.host.faults |= {".mjs": fail_each_once(), "service-worker.js": lambda *_: (404, "text/html", b"")}
    page = alone.open(CHAPTER)
    open_tray(page)
    # First the module, then the parts that it shares with others, then what those need, if nothing else has asked yet.
    field, notice = page.get_by_label("Dice to roll"), page.locator("#rb-notice")
    try_again(page)
    for _ in range(MOST_LAYERS):
        expect(field.or_(notice).first).to_be_visible()
        if field.is_visible():
            break
        try_again(page)
    expect(field).to_be_visible()
    # The tray's part of the log is the page's: a second copy would hear of nothing.
    first_roll(page)
    expect(page.locator("#rb-tray .log-list > li")).to_have_count(1)
    asked = Counter(path for path in alone.host.requests if "/scripts-" in path and path.endswith(".mjs"))
    assert len(asked) > 10
    assert {path: times for path, times in asked.items() if times != 2} == {}


def test_a_press_is_kept_while_the_scripts_cannot_be_had_and_counts_once(weak: Living) -> None:
    weak.host.faults["page.mjs"] = fail(5)
    page = weak.reader.open(weak.host.url + CHAPTER)
    first_roll(page)
    expect(page.locator("#rb-tray")).to_be_visible()
    first_roll(page)
    rolled(page)
    expect(page.locator("#rb-tray")).to_be_hidden()
    open_tray(page)
    expect(page.locator("#rb-tray .log-list > li")).to_have_count(1)


def test_a_press_is_answered_when_the_connection_comes_back(weak: Living) -> None:
    weak.host.faults["page.mjs"] = fail(5)
    page = weak.reader.open(weak.host.url + CHAPTER)
    first_roll(page)
    expect(page.locator("#rb-tray")).to_be_visible()
    page.evaluate("() => window.dispatchEvent(new Event('online'))")
    rolled(page)
