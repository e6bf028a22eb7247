"""The living page for everyone: by finger, by ear, on paper, without scripts, without a connection."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.axe import LOOKS, bring_axe, findings

from .conftest import KEEPS_SHELF
from .hosting import Host
from .living import PATIENCE, Living, log_entries, open_tray, ready, roll_button, until_kept


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_axe_finds_nothing_after_a_roll_and_after_an_error(
    browser: Browser, shared: tuple[Host, object], scheme: str, width: int
) -> None:
    host, _ = shared
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme=scheme,
        bypass_csp=True,
        reduced_motion="reduce",
        service_workers="block",
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(host.url + "roofs/climbing.html")
    ready(page)
    bring_axe(page)
    roll_button(page, "d20 + Grip bonus").click()
    expect(page.locator(".roll-result .total")).to_be_visible()
    assert findings(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") == width
    page.get_by_role("link", name="Next").click()
    expect(page.locator("h1")).to_have_text("Eaves")
    page.locator(".table-roll").first.click()
    page.locator(".table-chances").first.click()
    expect(page.locator(".chance").first).to_be_visible()
    assert findings(page) == []
    tray = open_tray(page)
    tray.get_by_label("Dice to roll").fill("2d6 +")
    tray.get_by_label("Dice to roll").press("Enter")
    expect(tray.locator(".field-problem")).to_be_visible()
    assert findings(page) == []
    tray.get_by_label("Dice to roll").fill("2d6")
    tray.get_by_role("button", name="Odds").click()
    expect(tray.locator(".box-odds")).to_contain_text("16.7 %")
    assert findings(page) == []
    context.close()


def test_a_finger_rolls_and_reads_the_range_with_the_result(browser: Browser, shared: tuple[Host, object]) -> None:
    host, _ = shared
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, service_workers="block"
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(host.url + "roofs/climbing.html")
    ready(page)
    roll_button(page, "2d6").tap()
    page.get_by_role("button", name="Change this roll").tap()
    expect(page.locator(".roll-reach")).to_have_text("2 to 12, average 7")
    expect(page.locator(".roll-reach")).to_be_visible()
    small = page.evaluate(
        "() => [...document.querySelectorAll('main button')].filter(e => e.checkVisibility())"
        ".map(e => [e.textContent, e.getBoundingClientRect()])"
        ".filter(([, r]) => r.width < 24 || r.height < 24).map(([name]) => name)"
    )
    assert small == []
    context.close()


def test_without_scripts_every_roll_shows_its_range_and_average(browser: Browser, shared: tuple[Host, object]) -> None:
    host, _ = shared
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(host.url + "roofs/climbing.html")
    text = page.locator(".text").inner_text()
    for words in (
        "rolls d20 + Grip bonus (1 to 20, average 10.5, with Grip bonus at 0).",
        "costs 2d6 (2 to 12, average 7) of blood",
        "a fall 3d6 + 4 (7 to 22, average 14.5)",
        "takes 1d6 (with a minimum of 3) (3 to 6, average 4)",
        "10 + Grip bonus + 1d6 (11 to 16, average 13.5, with Grip bonus at 0)",
    ):
        assert words in text
    page.goto(host.url + "roofs/eaves.html")
    assert page.locator(".table-bar").first.is_hidden()
    assert page.get_by_role("button", name="Dice", exact=True).count() == 0
    context.close()


def test_on_paper_the_formulas_stand_alone(living: Living) -> None:
    page = living.open()
    roll_button(page, "d20 + Grip bonus").click()
    expect(page.locator(".roll-result .total")).to_be_visible()
    open_tray(page)
    page.emulate_media(media="print")
    for selector in ("#rb-tray", ".roll-result", ".roll-choices", ".roll-note", ".site-header"):
        assert page.locator(selector).first.is_hidden(), selector
    assert page.locator(".text p").first.inner_text() == (
        "Whoever climbs rolls d20 + Grip bonus. A slip costs 2d6 of blood, and a fall 3d6 + 4; "
        "a cat takes 1d6 (with a minimum of 3)."
    )


@KEEPS_SHELF
def test_after_one_visit_it_reads_and_rolls_without_a_connection(alone: Living) -> None:
    page = alone.open("index.html")
    until_kept(page)
    alone.host.hosting = False
    alone.reader.expected = ("Failed to load resource",)
    page.goto(alone.host.url + "roofs/eaves.html")
    ready(page)
    page.locator(".table-roll").first.click()
    expect(page.locator(".table-result .total").first).to_be_visible()
    page.get_by_role("link", name="Previous").click()
    roll_button(page, "2d6").click()
    expect(page.locator(".roll-result .total")).to_be_visible()
    assert len(log_entries(page)) == 2
