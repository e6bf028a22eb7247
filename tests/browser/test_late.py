"""What a control needs comes when it is first wanted; if that fails once, it is told and the next use tries again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import Reader
from .harbour import Watch, calculator
from .hosting import Host
from .keep import Keep
from .living import PATIENCE, Living, log_entries, open_tray

LATER = "This can’t be loaded right now."


def fail(place: Living | Watch | Keep, script: str) -> None:
    """The host is busy whenever it is asked for this script. No service worker comes either, which would have it."""
    place.host.faults[script] = lambda *_: (503, "text/plain", b"later")
    # With the host's usual headers a browser would keep the failure itself for ten minutes.
    place.host.headers = lambda _: {"Cache-Control": "no-store"}
    # The second is what Chromium says of a service worker that could not be fetched, sooner or later.
    place.reader.expected = ("Failed to load resource", "An unknown error occurred when fetching the script")


def notice(page: Page, words: str = LATER) -> Locator:
    shown = page.locator("#rb-notice")
    expect(shown.locator("p")).to_have_text(words)
    expect(page.locator("p.unseen[role=status]", has_text=words)).to_have_count(1)
    return shown


def try_again(page: Page) -> None:
    notice(page).get_by_role("button", name="Try again").click()


@pytest.fixture
def lone_keep(keep_folder: Path, site_server: Callable[..., Host], reader: Reader) -> Keep:
    """A reader who has never been here, and a host that may be broken."""
    expect.set_options(timeout=PATIENCE)
    return Keep(site_server(keep_folder, "play/"), reader)


def test_the_search_opens_at_the_second_try(alone: Living) -> None:
    fail(alone, "search_dialog.mjs")
    page = alone.open()
    page.keyboard.press("Control+k")
    shown = notice(page, "The books can’t be searched right now.")
    alone.host.faults.clear()
    page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox", name="Search for")).to_be_focused()
    expect(shown).to_have_count(0)


def test_dice_that_nobody_sent_come_when_they_are_asked_for_again(alone: Living) -> None:
    fail(alone, "log_panel.mjs")
    page = alone.open()
    alone.host.faults.clear()
    alone.host.hosting = False
    tray = open_tray(page)
    notice(page)
    alone.host.hosting = True
    try_again(page)
    expect(tray.get_by_label("Dice to roll")).to_be_visible()
    expect(page.locator("#rb-notice")).to_have_count(0)


def test_a_page_whose_widgets_fail_lives_and_loses_no_click(lone_watch: Watch) -> None:
    fail(lone_watch, "/widgets.mjs")
    page = lone_watch.open()
    notice(page)
    strike = calculator(page, "strike")
    strike.get_by_role("button", name="Roll").click()
    assert page.url.endswith("brawls.html")
    lone_watch.host.faults.clear()
    try_again(page)
    expect(strike.locator(".widget-result .face").first).to_be_visible()
    assert len(log_entries(page)) == 1


def test_a_screen_that_fails_is_filled_when_tried_again(lone_keep: Keep) -> None:
    fail(lone_keep, "board.mjs")
    page = lone_keep.open()
    notice(page)
    lone_keep.host.faults.clear()
    try_again(page)
    expect(page.locator(".board-actions")).to_be_visible()
    expect(page.locator(".cards")).to_have_count(1)


def test_a_notice_that_is_closed_gives_the_focus_back(lone_keep: Keep) -> None:
    fail(lone_keep, "pins.mjs")
    page = lone_keep.open("the-gate")
    pin = page.locator("[data-pin='table-visitors']")
    pin.focus()
    page.keyboard.press("Enter")
    shown = notice(page)
    # From what was pressed, Tab leads to the offer.
    page.keyboard.press("Tab")
    expect(shown.get_by_role("button", name="Try again")).to_be_focused()
    page.keyboard.press("Escape")
    expect(shown).to_have_count(0)
    expect(pin).to_be_focused()
    lone_keep.host.faults.clear()
    page.keyboard.press("Enter")
    expect(pin).to_have_attribute("aria-pressed", "true")
