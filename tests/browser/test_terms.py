"""A word that the glossary explains shows what it means: to a pointer, to the keyboard, to a finger, offline."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from rollbook.model.toolkit import Toolkit

from tests.axe import LOOKS, bring_axe, findings
from tests.once import Once
from tests.shelves import CASES, build_site

from .conftest import KEEPS_SHELF, Reader, reading, staged
from .hosting import Host
from .living import Living, log_entries, ready, until_kept

SAILING = "river/sailing.html"


@pytest.fixture(scope="module")
def river_folder(toolkit: Toolkit, once: Once) -> Path:
    return once.folder("river", lambda folder: build_site(CASES / "terms", toolkit, folder))


@pytest.fixture(scope="module")
def river_shared(river_folder: Path, browser: Browser) -> Iterator[tuple[Host, BrowserContext]]:
    with staged(river_folder, browser) as stage:
        yield stage


@pytest.fixture
def river_host(river_shared: tuple[Host, BrowserContext]) -> Host:
    return river_shared[0]


@pytest.fixture
def river(river_shared: tuple[Host, BrowserContext]) -> Iterator[Living]:
    host, context = river_shared
    with reading(context) as reader:
        yield Living(host, reader)


def term(page: Page, word: str) -> Locator:
    return page.locator("main").get_by_role("link", name=word, exact=True).and_(page.locator("a.term")).first


def card(page: Page) -> Locator:
    return page.locator("#rb-term")


def away(page: Page) -> None:
    page.mouse.move(5, 700)


def test_nothing_of_it_is_fetched_before_someone_points(river: Living) -> None:
    asked = len(river.host.requests)
    page = river.open(SAILING)
    first = river.host.requests[asked:]
    assert any(path.endswith("/page.mjs") for path in first)
    assert not any(path.endswith(("term_card.mjs", "glossary.html")) for path in first)
    expect(card(page)).to_have_count(0)


def test_a_pointer_shows_the_meaning_and_can_move_into_it(river: Living) -> None:
    page = river.open(SAILING)
    term(page, "draught").hover()
    expect(card(page)).to_be_visible()
    expect(card(page).locator(".term-name")).to_have_text("Draught")
    expect(card(page).locator(".term-meaning")).to_have_text("How deep a boat sits in the water. Cargo adds to it.")
    described = page.evaluate("() => document.querySelector('a.term').getAttribute('aria-describedby')")
    assert page.locator(f"#{described}").inner_text().startswith("How deep")
    card(page).get_by_role("link", name="Cargo").hover()
    page.wait_for_timeout(600)
    expect(card(page)).to_be_visible()
    away(page)
    expect(card(page)).to_be_hidden()
    assert term(page, "draught").get_attribute("aria-describedby") is None


def test_a_pointer_that_passes_by_shows_nothing(river: Living) -> None:
    page = river.open(SAILING)
    term(page, "draught").hover()
    away(page)
    page.wait_for_timeout(500)
    expect(card(page)).to_be_hidden()


def test_another_term_takes_the_card_over(river: Living) -> None:
    page = river.open(SAILING)
    term(page, "draught").hover()
    expect(card(page).locator(".term-name")).to_have_text("Draught")
    term(page, "aground").hover()
    expect(card(page).locator(".term-name")).to_have_text("Aground")
    expect(page.locator("a.term[aria-describedby]")).to_have_text(["aground"])
    expect(page.locator(".term-card")).to_have_count(1)


def test_the_keyboard_shows_it_enters_it_and_leaves_it(river: Living) -> None:
    page = river.open(SAILING)
    page.locator("main").focus()
    while page.evaluate("() => !document.activeElement.matches('a.term')"):
        page.keyboard.press("Tab")
    expect(card(page)).to_be_visible()
    expect(card(page).locator(".term-name")).to_have_text("Draught")
    expect(card(page).locator(".term-meaning")).to_have_attribute("aria-live", "off")
    page.keyboard.press("Tab")
    expect(card(page).get_by_role("link", name="Cargo")).to_be_focused()
    page.keyboard.press("Tab")
    expect(card(page).get_by_role("link", name="Open the glossary")).to_be_focused()
    page.keyboard.press("Escape")
    expect(card(page)).to_be_hidden()
    expect(term(page, "draught")).to_be_focused()
    page.keyboard.press("Tab")
    expect(card(page).locator(".term-name")).to_have_text("Aground")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Glossary")
    expect(page.locator("dt:target")).to_have_text("Aground")
    expect(card(page)).to_be_hidden()


def test_escape_sends_it_away_though_the_pointer_stays(river: Living) -> None:
    page = river.open(SAILING)
    term(page, "draught").hover()
    expect(card(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(card(page)).to_be_hidden()
    page.wait_for_timeout(500)
    expect(card(page)).to_be_hidden()


def test_its_links_lead_where_they_lead_in_the_glossary(river: Living) -> None:
    page = river.open("river/locks.html")
    term(page, "aground").hover()
    expect(card(page)).to_be_visible()
    leads = card(page).get_by_role("link", name="Cargo").evaluate("link => link.href")
    assert leads == river.host.url + "river/sailing.html#cargo"
    card(page).get_by_role("link", name="Open the glossary").click()
    expect(page.locator("h1")).to_have_text("Glossary")
    expect(card(page)).to_be_hidden()
    expect(page.locator("main a.term")).to_have_count(0)


def test_its_dice_roll_and_are_written_down_under_the_terms_own_section(river: Living) -> None:
    page = river.open(SAILING)
    term(page, "aground").hover()
    card(page).get_by_role("button", name="1d20").click()
    expect(card(page).locator(".total")).to_be_visible()
    (entry,) = log_entries(page)
    assert (entry["what"], entry["title"], entry["path"]) == ("1d20", "Sailing", "river/sailing.html")
    ids = page.evaluate("() => [...document.querySelectorAll('[id]')].map(({ id }) => id)")
    assert len(ids) == len(set(ids))


def test_a_table_that_is_scrolled_takes_its_card_away_and_the_page_takes_it_along(river: Living) -> None:
    page = river.open(SAILING)
    page.set_viewport_size({"width": 390, "height": 500})
    cell = page.locator("td a.term")
    cell.scroll_into_view_if_needed()
    cell.hover()
    expect(card(page)).to_be_visible()
    apart = """() => {
      const top = (each) => document.querySelector(each).getBoundingClientRect().top;
      return top("td a.term") - top("#rb-term");
    }"""
    before = page.evaluate(apart)
    page.evaluate("() => scrollBy(0, -40)")
    assert page.evaluate(apart) == pytest.approx(before, abs=1)
    region = page.locator(".table-scroll")
    scrolled = region.evaluate("region => { const at = region.scrollLeft; region.scrollBy(-60, 0); return at; }")
    assert scrolled > 0
    expect(card(page)).to_be_hidden()


@pytest.fixture
def finger(browser: Browser, river_host: Host) -> Iterator[Living]:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, service_workers="block"
    )
    with reading(context) as reader:
        yield Living(river_host, reader)
    context.close()


def test_the_first_tap_shows_the_second_follows(finger: Living) -> None:
    page = finger.open(SAILING)
    term(page, "draught").tap()
    expect(card(page).locator(".term-name")).to_have_text("Draught")
    expect(card(page).locator(".term-meaning")).to_have_attribute("aria-live", "polite")
    assert page.url.endswith(SAILING)
    page.locator("h2").last.tap()
    expect(card(page)).to_be_hidden()
    term(page, "draught").tap()
    expect(card(page)).to_be_visible()
    term(page, "draught").tap()
    expect(page.locator("dt:target")).to_have_text("Draught")
    expect(card(page)).to_be_hidden()


def test_a_tap_follows_the_link_where_the_meaning_cannot_be_had(
    browser: Browser, river_folder: Path, site_server: Callable[..., Host]
) -> None:
    host = site_server(river_folder, "play/")
    host.faults["glossary.html"] = lambda status, kind, body: (
        200,
        kind,
        b"<!doctype html><title>x</title><link rel=icon href='data:,'><h1>Elsewhere</h1>",
    )
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, service_workers="block"
    )
    with reading(context) as reader:
        page = Living(host, reader).open(SAILING)
        term(page, "draught").tap()
        expect(page.locator("h1")).to_have_text("Elsewhere")
    context.close()


@KEEPS_SHELF
def test_it_is_there_without_a_connection(river_folder: Path, site_server: Callable[..., Host], reader: Reader) -> None:
    host = site_server(river_folder, "play/")
    page = Living(host, reader).open(SAILING)
    until_kept(page)
    host.hosting = False
    page.goto(host.url + "river/locks.html")
    ready(page)
    term(page, "aground").hover()
    expect(card(page).locator(".term-meaning")).to_contain_text("Stuck on the bottom.")


def test_in_german(river: Living) -> None:
    page = river.open("fluss/fahrt.html")
    term(page, "Tiefgang").hover()
    expect(card(page)).to_contain_text("Wie tief ein Boot im Wasser liegt.")
    expect(card(page).get_by_role("link", name="Im Glossar nachschlagen")).to_be_visible()


def test_without_scripts_it_is_a_link(browser: Browser, river_host: Host) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(river_host.url + SAILING)
    term(page, "draught").click()
    assert page.url.endswith("river/glossary.html#term-draught")
    context.close()


def test_a_printed_page_shows_no_marks(river: Living) -> None:
    page = river.open(SAILING)
    page.emulate_media(media="print")
    assert page.evaluate("() => getComputedStyle(document.querySelector('a.term')).textDecorationLine") == "none"
    page.emulate_media(media="screen")
    assert page.evaluate("() => getComputedStyle(document.querySelector('a.term')).textDecorationLine") == "underline"


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_axe_finds_nothing_in_the_card_and_the_glossary(
    browser: Browser, river_host: Host, scheme: str, width: int
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 700}, color_scheme=scheme, bypass_csp=True, service_workers="block"
    )
    page = context.new_page()
    page.goto(river_host.url + SAILING)
    ready(page)
    bring_axe(page)
    # Far enough down: over half of a breadcrumb it would make axe complain of a small target.
    term(page, "adrift").hover()
    expect(card(page)).to_be_visible()
    assert findings(page) == []
    box = card(page).bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert page.evaluate("() => document.documentElement.scrollWidth") == width
    card(page).get_by_role("link", name="Open the glossary").click()
    expect(page.locator("dt:target")).to_be_visible()
    assert findings(page) == []
    context.close()
