"""The screen for everyone: axe-core in each state, fingers, paper, forced colours, no scripts, no connection."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.axe import LOOKS, bring_axe

from .conftest import KEEPS_SHELF, Reader
from .harbour import sentence
from .hosting import Host
from .keep import STORED, Keep, card
from .living import PATIENCE, ready, until_kept
from .test_widgets_everyone import findings_from_the_top, opened

# One stands on the screen's own page as well, and one is gone.
PINS = ["calc-sortie", "table-visitors", "table-larder", "calc-watch", "calc-gone"]


@pytest.fixture
def url(keep_shared: tuple[Host, object]) -> str:
    return f"{keep_shared[0].url}keep/"


def pinned(page: Page) -> None:
    """The page anew, with all sorts of cards on its screen."""
    value = json.dumps({"version": 1, "pins": [{"id": pin, "width": 1} for pin in PINS]})
    page.evaluate("([name, value]) => localStorage.setItem(name, value)", [STORED, value])
    page.reload()
    ready(page)
    expect(page.locator(".card")).to_have_count(len(PINS))


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_the_screen_in_every_state(browser: Browser, url: str, width: int, scheme: str) -> None:
    with opened(browser, f"{url}screen.html", width, scheme, bypass_csp=True) as page:
        ready(page)
        bring_axe(page)
        found = findings_from_the_top(page, "empty")
        pinned(page)
        page.evaluate("() => { location.hash = '#screen=calc-toll:1'; }")
        expect(page.locator(".board-offer")).to_be_visible()
        bring_axe(page)
        found += findings_from_the_top(page, "with cards and an offer")
        page.get_by_role("radio", name="Calculators").check()
        found += findings_from_the_top(page, "filtered")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert found == []


def test_tools_are_large_enough_for_a_finger(browser: Browser, url: str) -> None:
    with opened(browser, f"{url}screen.html", 390, "light", has_touch=True) as page:
        ready(page)
        pinned(page)
        reached = ".board :is(button:not([data-roll]), .card-place a), .index :is(button, label, li > a)"
        small = page.evaluate(
            "(reached) => [...document.querySelectorAll(reached)].filter(e => e.checkVisibility())"
            ".map(e => [e.outerHTML, e.getBoundingClientRect()])"
            ".filter(([, r]) => r.width < 24 || r.height < 24).map(([html]) => html)",
            reached,
        )
        assert small == []
        # One column: what comes next stands below.
        first, second = (card(page, name).bounding_box() for name in PINS[:2])
        assert first is not None
        assert second is not None
        assert second["y"] > first["y"] + first["height"] - 1
        assert not card(page, PINS[0]).locator("[data-do='wider']").is_visible()


def test_a_finger_drags(browser: Browser, url: str) -> None:
    with opened(browser, f"{url}screen.html", 390, "light", has_touch=True) as page:
        ready(page)
        pinned(page)
        page.set_viewport_size({"width": 390, "height": 6000})
        expect(page.locator(".card table")).to_have_count(2)
        start = card(page, "calc-sortie").locator("[data-do='drag']").bounding_box()
        goal = card(page, "table-visitors").bounding_box()
        assert start is not None
        assert goal is not None
        drag_by_touch(page, start["x"] + 8, start["y"] + 8, goal["y"] + goal["height"] - 10)
        order = page.locator(".card").evaluate_all("(cards) => cards.map((card) => card.dataset.pinned)")
        assert order == ["table-visitors", "calc-sortie", *PINS[2:]]


def drag_by_touch(page: Page, x: float, top: float, bottom: float) -> None:
    """A finger goes down, moves in steps and is lifted; the browser takes it for a touch, scrolling included."""
    session = page.context.new_cdp_session(page)

    def touch(kind: str, points: list[dict[str, float]]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        page.wait_for_timeout(30)

    touch("touchStart", [{"x": x, "y": top}])
    for step in range(1, 11):
        touch("touchMove", [{"x": x, "y": top + (bottom - top) * step / 10}])
    page.wait_for_timeout(100)
    touch("touchEnd", [])


def test_a_game_master_prints_the_screen_alone(browser: Browser, url: str) -> None:
    with opened(browser, f"{url}screen.html", 800, "light") as page:
        ready(page)
        pinned(page)
        page.evaluate("() => { window.print = () => { window.printed = document.documentElement.dataset.printing; }; }")
        page.get_by_role("button", name="Print").click()
        assert page.evaluate("() => window.printed") == "screen"
        page.emulate_media(media="print")
        expect(card(page, "table-larder").locator("table")).to_be_visible()
        expect(sentence(card(page, "calc-sortie"))).to_be_visible()
        for selector in (".index", ".opener", ".site-header", ".text > p", ".pager"):
            assert page.locator(selector).filter(visible=True).count() == 0, selector
        # Dice in a cell are words on paper.
        assert page.locator("main button:not([data-roll])").filter(visible=True).count() == 0
        page.evaluate("() => window.dispatchEvent(new Event('afterprint'))")
        assert page.evaluate("() => document.documentElement.dataset.printing ?? ''") == ""


def test_forced_colours_keep_edges_and_signs(browser: Browser, url: str) -> None:
    with opened(browser, f"{url}screen.html", 800, "light", forced_colors="active") as page:
        ready(page)
        pinned(page)
        assert card(page, "calc-sortie").evaluate("e => getComputedStyle(e).borderTopStyle") == "solid"
        sign = card(page, "calc-sortie").locator("[data-do='unpin']")
        drawn, behind = sign.evaluate(
            "e => [getComputedStyle(e, '::before').backgroundColor, getComputedStyle(e).backgroundColor]"
        )
        assert drawn != behind


def test_without_scripts_the_list_is_whole_and_can_be_filtered(browser: Browser, url: str) -> None:
    with opened(browser, f"{url}screen.html", 800, "light", java_script_enabled=False) as page:
        assert not page.locator(".board").is_visible()
        assert page.locator("[data-pin]").filter(visible=True).count() == 0
        expect(page.locator(".index li").filter(visible=True)).to_have_count(5)
        page.get_by_role("radio", name="Roll tables 1").check()
        expect(page.locator(".index li").filter(visible=True)).to_have_text(
            ["Who knocks Roll table · At the gate"], use_inner_text=True
        )
        expect(page.locator(".index-group").filter(visible=True)).to_have_count(1)
        page.get_by_role("link", name="Who knocks").click()
        page.wait_for_url("**/the-gate.html#table-visitors")
        # The links beside headings are plain links.
        expect(page.locator("#a-sortie + .anchor")).to_have_attribute("href", "#a-sortie")


@KEEPS_SHELF
def test_without_connection_the_screen_is_there(
    keep_folder: Path, site_server: Callable[..., Host], reader: Reader
) -> None:
    expect.set_options(timeout=PATIENCE)
    keep = Keep(site_server(keep_folder, "play/"), reader)
    page = keep.open(pins=["table-visitors", "calc-sortie"])
    until_kept(page)
    keep.host.hosting = False
    page.reload()
    ready(page)
    expect(card(page, "table-visitors").locator("table")).to_be_visible()
    card(page, "table-visitors").get_by_role("button", name="Roll d6").click()
    expect(card(page, "table-visitors").locator(".came-up").first).to_be_visible()


def test_what_cannot_be_fetched_is_said_and_tried_again(
    keep_folder: Path, site_server: Callable[..., Host], reader: Reader
) -> None:
    expect.set_options(timeout=PATIENCE)
    keep = Keep(site_server(keep_folder, "play/"), reader)
    reader.expected = ("Failed to load resource",)
    keep.host.faults["the-hall.html"] = lambda *_: (503, "text/html", b"busy")
    page = keep.open(pins=["table-larder", "calc-sortie"])
    expect(card(page, "table-larder")).to_contain_text("What there is to eat can’t be loaded right now.")
    expect(card(page, "calc-sortie").locator("form")).to_be_visible()
    keep.host.faults.clear()
    card(page, "table-larder").get_by_role("button", name="Try again").click()
    expect(card(page, "table-larder").locator("table")).to_be_visible()
