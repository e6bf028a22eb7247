"""What opens over and in a page for everyone: axe-core finds nothing in any state that a reader brings it into.

Calculators, sheets, the screen, lists, terms and the search have theirs in tests/browser; here is what lies around.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.axe import bring_axe, findings
from tests.browser.hosting import Host
from tests.browser.living import PATIENCE, open_tray

from .conftest import CHAPTER, open_page

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "color_scheme": "dark"}
DESK = {"viewport": {"width": 1280, "height": 900}, "color_scheme": "light"}
SCREEN = "microluxe20/gamemasters-screen.html"


@pytest.fixture(params=[PHONE, DESK], ids=["phone", "desk"])
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    context = browser.new_context(bypass_csp=True, reduced_motion="reduce", service_workers="block", **request.param)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    yield page
    context.close()


def has_fingers(page: Page) -> bool:
    return bool(page.evaluate("() => matchMedia('(pointer: coarse)').matches"))


def press(page: Page, control: Locator) -> None:
    control.tap() if has_fingers(page) else control.click()


def test_a_chapter_that_is_played(page: Page, host: Host) -> None:
    open_page(page, host.url + CHAPTER)
    bring_axe(page)
    found = {state: findings(page) for state in play(page)}
    assert len(found) == 7
    assert {state: problems for state, problems in found.items() if problems} == {}


def play(page: Page) -> Iterator[str]:
    """A chapter -> the name of each state, once it is in it."""
    roll = page.locator("main [data-roll]").first
    roll.scroll_into_view_if_needed()
    if not has_fingers(page):
        roll.hover()
        expect(page.locator(".roll-tip")).to_be_visible()
        yield "the tip"
    press(page, roll)
    expect(page.locator("main .roll-result .total").first).to_be_visible()
    press(page, page.get_by_role("button", name="Change this roll").first)
    expect(page.locator(".roll-choices").first).to_be_visible()
    yield "the menu of a roll"
    number = page.locator("[data-calc='melee-attack'] .said > input[type='number']").first
    press(page, number)
    expect(page.locator(".stepper")).to_be_visible()
    yield "a number that is stepped"
    if has_fingers(page):
        press(page, page.locator(".stepper-value"))
        expect(number).to_be_focused()
        yield "a number that is typed"
    attack = page.locator("[data-calc='melee-attack']")
    press(page, page.locator("h1"))
    for words in ("Roll", "Odds", "More"):
        press(page, attack.get_by_role("button", name=words).first)
    expect(attack.locator(".widget-result > .unseen").first).not_to_be_empty()
    expect(attack.locator(".widget-odds svg").first).to_be_visible()
    yield "a calculator, all open"
    tray = open_tray(page)
    expect(tray.get_by_label("Dice to roll")).to_be_visible()
    yield "the dice box and the log"
    press(page, tray.get_by_role("button", name="Close"))
    page.get_by_role("switch", name="In short").check()
    yield "in short"
    page.get_by_role("switch", name="In short").uncheck()
    page.locator("[data-editor-view]").check()
    yield "the editor's view"


def test_a_fight(page: Page, host: Host) -> None:
    open_page(page, host.url + SCREEN)
    bring_axe(page)
    tracker = page.locator("[data-tracker]")
    for _ in range(2):
        press(page, tracker.get_by_role("button", name="Add", exact=True))
    expect(tracker.locator(".fighter")).to_have_count(2)
    found = findings(page)
    press(page, tracker.get_by_role("button", name="Roll initiative"))
    expect(tracker.locator(".fighter.now")).to_have_count(1)
    press(page, tracker.get_by_role("button", name="Status for").first)
    found += findings(page)
    press(page, tracker.get_by_role("group", name="Status for").first.get_by_role("button", name="Downed"))
    press(page, tracker.locator(".fighter summary").first)
    expect(tracker.get_by_role("button", name="One more round")).to_be_visible()
    found += findings(page)
    assert found == []
