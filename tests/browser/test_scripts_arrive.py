"""The scripts come over a bad connection: they are asked for again, no press is lost, and giving up is said."""

from __future__ import annotations

from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from .hosting import Fault, Host
from .living import Living, ready

CHAPTER = "roofs/climbing.html"
UNAVAILABLE = (503, "text/plain", b"Later")
# What Chromium itself writes into the console.
REFUSED = "Failed to load resource: the server responded with a status of 503"


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
    page = weak.open()
    name = part(weak.host)
    # The browser keeps what it has fetched, so somebody new must come.
    page.close()
    weak.host.requests.clear()
    weak.host.faults[name] = fail(1)
    cdp = weak.reader.context.new_cdp_session(page := weak.reader.context.new_page())
    cdp.send("Network.setCacheDisabled", {"cacheDisabled": True})
    cdp.send("Network.setBypassServiceWorker", {"bypass": True})
    page.goto(weak.host.url + CHAPTER)
    ready(page)
    assert sum(path.endswith(name) for path in weak.host.requests) == 2


def test_scripts_that_never_come_are_reported_and_asked_for_at_the_next_press(weak: Living) -> None:
    weak.host.faults["page.mjs"] = fail(5)
    page = weak.reader.open(weak.host.url + CHAPTER)
    first_roll(page)
    expect(page.locator("#rb-tray")).to_have_text(
        "The dice and the search could not be fetched. Press again when you are connected."
    )
    expect(page.locator("#rb-tray")).to_be_visible()
    first_roll(page)
    rolled(page)
