"""Soft page changes in a real browser: the page is another, the engine the same."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .living import Living, log_entries, open_tray, roll_button

# Until the browser has found the reader's place in the page.
MOVED = "async () => { await navigation.transition?.finished; }"


def workers(page: Page) -> int:
    return len(page.workers)


def mark(page: Page) -> None:
    page.evaluate("() => { window.sameDocument = true; }")


def is_same_document(page: Page) -> bool:
    return bool(page.evaluate("() => window.sameDocument === true"))


def test_the_engine_lives_on_over_pages(living: Living) -> None:
    page = living.open()
    roll_button(page, "2d6").click()
    expect(page.locator(".roll-result .total").first).to_be_visible()
    mark(page)
    (worker,) = page.workers
    page.get_by_role("link", name="below the eaves").click()
    expect(page.locator("h1")).to_have_text("Eaves")
    expect(page).to_have_url(living.host.url + "roofs/eaves.html#below-the-eaves")
    assert page.title() == "Eaves · Roofs by Night"
    assert is_same_document(page)
    page.locator(".table-roll").first.click()
    expect(page.locator(".table-result .total").first).to_be_visible()
    assert page.workers == [worker]
    assert len(log_entries(page)) == 2


def test_back_and_forward_show_the_pages_where_they_were(living: Living) -> None:
    page = living.open()
    mark(page)
    page.set_viewport_size({"width": 800, "height": 400})
    page.evaluate("() => scrollTo(0, 300)")
    page.get_by_role("link", name="Next").click()
    expect(page.locator("h1")).to_have_text("Eaves")
    page.evaluate(MOVED)
    assert page.evaluate("() => scrollY") == 0
    page.go_back()
    expect(page.locator("h1")).to_have_text("Climbing")
    page.evaluate(MOVED)
    assert page.evaluate("() => scrollY") > 100
    page.go_forward()
    expect(page.locator("h1")).to_have_text("Eaves")
    assert is_same_document(page)


def test_a_reader_who_listens_is_told_and_starts_at_the_text(living: Living) -> None:
    page = living.open()
    page.get_by_role("link", name="Next").click()
    expect(page.locator("p[role='status'].unseen")).to_have_text("Eaves · Roofs by Night")
    assert page.evaluate("() => document.activeElement.id") == "rb-main"
    # From the shelf down and up again: every address is read from its own page's place.
    page.locator(".site-name").click()
    expect(page).to_have_url(living.host.url + "index.html")
    page.get_by_role("link", name="Roofs by Night").click()
    expect(page.get_by_role("link", name="Start reading")).to_be_visible()


def test_the_tray_and_the_theme_stay(living: Living) -> None:
    page = living.open()
    page.get_by_label("Colours").select_option("dark")
    tray = open_tray(page)
    tray.get_by_label("Dice to roll").fill("3d8")
    page.get_by_role("link", name="Next").click()
    expect(page.locator("h1")).to_have_text("Eaves")
    expect(tray).to_be_visible()
    assert tray.get_by_label("Dice to roll").input_value() == "3d8"
    assert page.get_by_label("Colours").input_value() == "dark"
    assert page.locator("#rb-tray").count() == 1


def test_another_version_of_the_site_is_loaded_whole(alone: Living) -> None:
    page = alone.open()
    mark(page)
    alone.host.faults["eaves.html"] = lambda status, kind, body: (status, kind, body.replace(b"site-", b"site-x", 1))
    alone.host.faults["site-x"] = lambda *_: (200, "text/css", b"")
    alone.reader.expected = ("Failed to load resource", "Refused to apply style")
    page.get_by_role("link", name="Next").click()
    expect(page.locator("h1")).to_have_text("Eaves")
    assert not is_same_document(page)


def test_a_page_that_is_gone_is_the_hosts_to_answer(alone: Living) -> None:
    page = alone.open()
    alone.reader.expected = ("Failed to load resource",)
    alone.host.faults["eaves.html"] = lambda *_: (404, "text/html", b"<title>Gone</title><h1>Gone</h1>")
    page.get_by_role("link", name="Next").click()
    expect(page.locator("h1")).to_have_text("Gone")


def test_a_modified_click_opens_a_tab_as_ever(living_with_windows: Living) -> None:
    page = living_with_windows.open()
    mark(page)
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Next").click(modifiers=["ControlOrMeta"])
    expect(opened.value.locator("h1")).to_have_text("Eaves")
    assert page.locator("h1").inner_text() == "Climbing"
