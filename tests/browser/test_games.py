"""Four little games of four families, on one engine: every roll, table, calculator, example and sheet answers."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

from playwright.sync_api import Page, expect
from rollbook.model.toolkit import Toolkit

from tests.once import Once
from tests.shelves import CASES, build_site

from .conftest import Reader
from .hosting import Host
from .living import PATIENCE, go_softly, press_rolls, ready
from .pressing import ask_all_odds, pages_with, press_all


def test_everything_in_four_games_plays(
    toolkit: Toolkit, once: Once, site_server: Callable[..., Host], reader: Reader
) -> None:
    folder = once.folder("games", lambda into: build_site(CASES / "games", toolkit, into))
    host = site_server(folder, "play/")
    page = reader.open(host.url + "index.html")
    page.set_default_timeout(PATIENCE)
    ready(page)
    assert sum(press_rolls(page, host.url + path)[0] for path in pages_with(folder, " data-roll")) > 15
    assert sum(press_all(page, host.url + path) for path in pages_with(folder, 'class="widget ')) > 10
    assert sum(ask_all_odds(page, host.url + path) for path in pages_with(folder, "data-rolls=")) == 11
    _read_cards(page, host.url, folder)
    _play_with_a_sheet(page, host.url, folder)
    _fight_hounds(page, host.url, folder)


def _read_cards(page: Page, address: str, folder: Path) -> None:
    """Favours as cards: none lies on another, however wide the page is."""
    (faces,) = pages_with(folder / "ferry-street", 'data-records="favours"', "*.html")
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        go_softly(page, f"{address}ferry-street/{faces}")
        boxes = [card.bounding_box() for card in page.locator("[data-records='favours'] .record").all()]
        apart = [(box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]) for box in boxes if box]
        assert len(apart) == 3
        for one, other in combinations(apart, 2):
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def _play_with_a_sheet(page: Page, address: str, folder: Path) -> None:
    """A scoundrel pushes themselves: the calculator takes the sheet's dots and writes the stress down."""
    (sheets,) = pages_with(folder / "low-tide", 'data-sheet="scoundrel"', "*.html")
    go_softly(page, f"{address}low-tide/{sheets}")
    page.locator("[data-sheet='scoundrel']").get_by_label("Prowl", exact=True).fill("3")
    page.locator("[data-sheet='scoundrel']").get_by_label("Name", exact=True).fill("Nell")
    expect(page.locator("[data-sheet='scoundrel'] .sheet-who option:checked")).to_have_text("Nell")
    (actions,) = pages_with(folder / "low-tide", 'data-calc="action"', "*.html")
    go_softly(page, f"{address}low-tide/{actions}")
    action = page.locator("[data-calc='action']")
    expect(action.locator(".sentence")).to_contain_text("3 dice")
    action.get_by_role("button", name="More").click()
    action.get_by_label("Push yourself").check()
    action.locator("button.main").click()
    action.get_by_role("button", name="Add 2 to Stress").click()
    expect(action).to_contain_text("0 → 2 of 9")


def _fight_hounds(page: Page, address: str, folder: Path) -> None:
    """Hounds as their stat block says: each has its own hit points, and one bites another by its own action."""
    (fight,) = pages_with(folder / "quarry-road", "data-tracker", "*.html")
    go_softly(page, f"{address}quarry-road/{fight}")
    bite = page.locator("[data-stat-block] button[data-do='act']")
    bite.click()
    expect(page.locator("[data-stat-block] .widget-result").first).not_to_be_empty()
    tracker = page.locator("[data-tracker]")
    tracker.get_by_label("How many").fill("2")
    tracker.get_by_role("button", name="Add", exact=True).click()
    expect(tracker.locator(".fighter-name")).to_have_text(["Quarry hound", "Quarry hound 2"])
    tracker.get_by_role("button", name="Roll initiative").click()
    tracker.locator("button.hit").click()
    expect(tracker.locator(".fight-said")).to_contain_text(" attacks Quarry hound")
