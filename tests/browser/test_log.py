"""The roll log in a real browser: over pages, over tabs, and whatever someone put into the storage."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from .living import Living, log_entries, open_tray, ready, roll_button


def roll(page: Page, words: str, count: int) -> None:
    """Rolls, and waits until the log holds so many."""
    roll_button(page, words).click()
    while len(log_entries(page)) < count:
        page.wait_for_timeout(50)


def test_an_entry_leads_back_to_its_place(living: Living) -> None:
    page = living.open()
    roll(page, "1d20 + Grip bonus + situation modifiers", 1)
    page.goto(living.host.url + "index.html")
    ready(page)
    tray = open_tray(page)
    link = tray.get_by_role("link", name="Climbing: At night")
    assert urlsplit(str(link.get_attribute("href"))).path == "/play/roofs/climbing.html"
    link.click()
    expect(page).to_have_url(living.host.url + "roofs/climbing.html#at-night")
    expect(page.locator("h1")).to_have_text("Climbing")


def test_two_tabs_share_the_log(living: Living) -> None:
    first, second = living.open(), living.open("roofs/eaves.html")
    tray = open_tray(second)
    expect(tray.get_by_text("Nothing has been rolled yet.")).to_be_visible()
    roll(first, "2d6", 1)
    expect(tray.locator(".log-list > li")).to_have_count(1)
    second.locator(".table-roll").first.click()
    while len(log_entries(first)) < 2:
        first.wait_for_timeout(50)


def test_a_roll_is_rolled_again_copied_and_saved(living: Living) -> None:
    page = living.open()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    roll(page, "2d6", 1)
    tray = open_tray(page)
    tray.get_by_role("button", name="Roll again: 2d6").click()
    expect(tray.locator(".log-list > li")).to_have_count(2)
    tray.get_by_role("button", name="Copy: 2d6").first.click()
    expect(tray.get_by_text("Copied.")).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == f"{log_entries(page)[0]['sentence']} (Climbing)"
    with page.expect_download() as saved:
        tray.get_by_role("button", name="Save as file").click()
    lines = Path(saved.value.path()).read_text(encoding="utf-8").splitlines()
    assert [line.split("\t")[1] for line in lines] == [entry["sentence"] for entry in reversed(log_entries(page))]


def test_a_cleared_log_can_be_brought_back(living: Living) -> None:
    page = living.open()
    roll(page, "2d6", 1)
    tray = open_tray(page)
    before = log_entries(page)
    tray.get_by_role("button", name="Clear").click()
    expect(tray.locator(".log-list > li")).to_have_count(0)
    assert log_entries(page) == []
    tray.get_by_role("button", name="Restore").click()
    expect(tray.locator(".log-list > li")).to_have_count(1)
    assert log_entries(page) == before


GOOD = {"id": "1", "at": 1, "title": "T", "what": "2d6", "shown": "7", "sentence": "7", "path": "", "book": ""}
POISON = [
    "no json",
    "null",
    "[]",
    json.dumps({"version": 99, "entries": [GOOD]}),
    json.dumps({"version": 1, "entries": "many"}),
    json.dumps({"version": 1, "entries": [None, 3, "x", {}, {**GOOD, "sentence": 5}]}),
    "x" * 2_000_000,
]


def test_a_press_counts_though_the_log_changes_under_it(living: Living) -> None:
    """As it does when the engine has come and confirms what was rolled."""
    page, other = living.open(), living.open()
    keep = "(text) => localStorage.setItem('rollbook-log:/play/', text)"
    other.evaluate(keep, json.dumps({"version": 1, "entries": [GOOD]}))
    tray = open_tray(page)
    tray.locator(".log-list > li").evaluate("(line) => line.setAttribute('data-old', '')")
    tray.get_by_role("button", name="Clear").hover()
    page.mouse.down()
    other.evaluate(keep, json.dumps({"version": 1, "entries": [{**GOOD, "at": 2}]}))
    expect(tray.locator("[data-old]")).to_have_count(0)
    page.mouse.up()
    expect(tray.locator(".log-list > li")).to_have_count(0)


def test_nonsense_in_the_storage_does_no_harm(living: Living) -> None:
    page = living.open()
    for poison in POISON:
        page.evaluate("(text) => localStorage.setItem('rollbook-log:/play/', text)", poison)
        page.reload()
        ready(page)
        tray = open_tray(page)
        expect(tray.get_by_text("Nothing has been rolled yet."), poison[:80]).to_be_visible()


def test_markup_and_foreign_links_in_the_storage_stay_text(living: Living) -> None:
    page = living.open()
    bad = "<img src=x onerror=alert(1)>"
    entries = [
        {**GOOD, "title": bad, "what": bad, "sentence": bad * 200, "path": path, "request": {"kind": "load"}}
        for path in ("javascript:alert(1)", "https://example.org/", "//example.org/x", "../../elsewhere.html", "a.html")
    ]
    text = json.dumps({"version": 1, "entries": entries})
    page.evaluate("(text) => localStorage.setItem('rollbook-log:/play/', text)", text)
    page.reload()
    ready(page)
    tray = open_tray(page)
    expect(tray.locator(".log-list > li")).to_have_count(5)
    assert tray.locator("img").count() == 0
    assert tray.locator("a").evaluate_all("links => links.map(a => a.href)") == [living.host.url + "a.html"]
    assert all(len(text) <= 1_000 for text in tray.locator(".log-sentence").all_inner_texts())
    assert tray.get_by_role("button", name="Roll again").count() == 0
