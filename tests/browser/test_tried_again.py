"""There was no engine: trying again brings one, and with it the answers to all that was asked in vain."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from .harbour import Watch, calculator, kept, sentence, sheet, value
from .living import Living, log_entries, open_tray, roll_button

# Either leaves a page without an engine; without the snapshot alone it would start from the beginning.
BROKEN = [(".wasm",), ("/worker.mjs",), (".bin", ".zip")]
EAVES = "roofs/eaves.html"


def break_engine(place: Living | Watch, endings: tuple[str, ...] = (".wasm",)) -> None:
    place.reader.expected = ("Failed to load resource",)
    for ending in endings:
        place.host.faults[ending] = lambda *_: (503, "text/html", b"later")


def try_again(place: Living | Watch, shown: Page | Locator) -> None:
    place.host.faults.clear()
    shown.get_by_role("button", name="Try again").first.click()


def without_plans(page: Page) -> None:
    """As if the book's rolls were more than the page itself can throw."""
    page.evaluate("() => { for (const each of document.querySelectorAll('[data-throw]')) delete each.dataset.throw; }")


def nothing_wrong(page: Page) -> None:
    expect(page.locator(".problem, .field-problem:visible, .widget-remark, .waiting")).to_have_count(0)
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)


@pytest.mark.parametrize("planned", [True, False], ids=["thrown by the page", "by the engine alone"])
@pytest.mark.parametrize("endings", BROKEN, ids=["wasm", "worker", "snapshot and library"])
def test_the_roll_that_failed_is_rolled(alone: Living, endings: tuple[str, ...], planned: bool) -> None:
    break_engine(alone, endings)
    page = alone.open()
    if not planned:
        without_plans(page)
    roll_button(page, "2d6").click()
    shown = page.locator(".roll-result")
    expect(shown.locator(".problem")).to_be_visible()
    expect(shown.locator(".total")).to_have_count(1 if planned else 0)
    before = log_entries(page)
    assert len(before) == (1 if planned else 0)
    try_again(alone, shown)
    expect(shown.locator("output[data-read] .total")).to_be_visible()
    nothing_wrong(page)
    (entry,) = log_entries(page)
    assert entry["what"] == "2d6"
    # Dice that have fallen stay as they fell.
    assert not planned or (entry["id"], entry["faces"]) == (before[0]["id"], before[0]["faces"])
    # The focus has not fallen to the top of the page.
    expect(roll_button(page, "2d6")).to_be_focused()


def test_it_may_fail_more_than_once(alone: Living) -> None:
    break_engine(alone)
    page = alone.open()
    roll_button(page, "2d6").click()
    shown = page.locator(".roll-result")
    expect(shown.locator(".problem")).to_be_visible()
    alone.host.faults["/worker.mjs"] = alone.host.faults.pop(".wasm")
    shown.get_by_role("button", name="Try again").click()
    expect(shown.get_by_role("button", name="Try again")).to_be_visible()
    try_again(alone, shown)
    expect(shown.locator("output[data-read]")).to_be_visible()
    nothing_wrong(page)
    assert len(log_entries(page)) == 1


@pytest.mark.parametrize("planned", [True, False], ids=["thrown by the page", "by the engine alone"])
def test_one_press_repeats_what_was_asked_in_every_place(alone: Living, planned: bool) -> None:
    break_engine(alone)
    page = alone.open(EAVES)
    if not planned:
        without_plans(page)
    for table in page.locator(".table-roll").all():
        table.click()
    expect(page.locator(".table-bar .problem")).to_have_count(page.locator(".table-bar").count())
    page.locator(".table-chances").first.click()
    # In the table: what it gave may show the same words beside it.
    page.locator("main td").get_by_role("button", name="1d4", exact=True).click()
    expect(page.locator(".roll-result .problem")).to_be_visible()
    try_again(alone, page.locator(".table-bar").last)
    expect(page.locator(".table-bar output[data-read] .total")).to_have_count(page.locator(".table-bar").count())
    expect(page.locator("table .chance").first).to_be_visible()
    expect(page.locator(".roll-result output[data-read] .total")).to_be_visible()
    nothing_wrong(page)
    assert len(log_entries(page)) == page.locator(".table-bar").count() + 1


def test_chances_alone_take_their_error_away(alone: Living) -> None:
    break_engine(alone)
    page = alone.open(EAVES)
    page.locator(".table-chances").first.click()
    expect(page.locator(".table-bar .problem")).to_be_visible()
    try_again(alone, page.locator(".table-bar").first)
    expect(page.locator("table .chance").first).to_be_visible()
    nothing_wrong(page)


def test_the_dice_box_and_its_odds(alone: Living) -> None:
    break_engine(alone)
    page = alone.open()
    tray = open_tray(page)
    tray.get_by_label("Dice to roll").fill("3d6 + 1")
    tray.get_by_role("button", name="Roll", exact=True).click()
    tray.get_by_role("button", name="Odds", exact=True).click()
    expect(tray.locator(".field-problem")).to_be_visible()
    try_again(alone, tray)
    expect(tray.locator("output .total")).to_be_visible()
    expect(tray.locator(".box-odds .chart").first).to_be_visible()
    nothing_wrong(page)
    assert [entry["what"] for entry in log_entries(page)] == ["3d6 + 1"]


def test_a_roll_of_the_log(alone: Living) -> None:
    page = alone.open()
    roll_button(page, "2d6").click()
    expect(page.locator(".roll-result .total")).to_be_visible()
    # As on a later day: what was kept is gone, and there is no engine.
    page.evaluate("() => caches.delete('rollbook-files')")
    break_engine(alone, ("/worker.mjs",))
    alone.host.headers = lambda _: {"Cache-Control": "no-store"}
    alone.reader.context.new_cdp_session(page).send("Network.clearBrowserCache")
    page.reload()
    tray = open_tray(page)
    tray.get_by_role("button", name="Roll again: 2d6").click()
    expect(tray.locator(".log-said")).not_to_be_empty()
    try_again(alone, tray)
    expect(tray.locator(".log-list > li")).to_have_count(2)


def test_a_calculator_rolls_with_what_its_fields_show_by_then(lone_watch: Watch) -> None:
    break_engine(lone_watch)
    page = lone_watch.open()
    strike = calculator(page, "strike")
    strike.get_by_label("Bonus to hit").fill("9")
    strike.get_by_role("button", name="Roll").click()
    expect(strike.locator(".widget-result .problem")).to_be_visible()
    strike.get_by_label("Bonus to hit").fill("10")
    try_again(lone_watch, strike.locator(".widget-result"))
    expect(strike.locator(".outcome-text")).to_be_visible()
    # What the fields lead to follows as well.
    expect(sentence(strike)).to_contain_text("At +10")
    expect(sentence(strike)).to_contain_text("hits 95 %")
    nothing_wrong(page)
    (entry,) = log_entries(page)
    assert entry["request"]["inputs"]["bonus"] == "10"  # type: ignore[index]


def test_an_example_and_a_calculator_without_dice(lone_watch: Watch) -> None:
    break_engine(lone_watch)
    page = lone_watch.open()
    calculator(page, "haul").get_by_label("Hands on the rope").fill("5")
    example = page.locator("[data-example]").first
    example.get_by_role("button", name="Checked").click()
    example.get_by_role("button", name="Play it").click()
    expect(example.locator(".problem")).to_be_visible()
    try_again(lone_watch, example)
    expect(example.locator(".outcome-text")).to_have_text("18 hits for 5.")
    expect(sentence(calculator(page, "haul"))).to_contain_text("10 tons lift it.")
    nothing_wrong(page)


def test_a_sheet_is_filled_in_and_what_was_typed_meanwhile_stays(lone_watch: Watch) -> None:
    break_engine(lone_watch)
    page = lone_watch.open("crew")
    found = page.locator("[data-sheet]")
    expect(found.locator(".widget-result .problem")).to_be_visible()
    found.get_by_label("Name").fill("Ada")
    found.get_by_label("Home port").select_option("Northquay")
    found.get_by_label("Grit", exact=True).fill("4")
    found.get_by_label("Wits", exact=True).fill("2")
    found.get_by_label("Experience gained").fill("12")
    found.get_by_role("button", name="Add", exact=True).click()
    try_again(lone_watch, found.locator(".widget-result"))
    expect(value(sheet(page), "Grit bonus")).to_have_text("2")
    expect(found.locator("[data-xp]")).to_have_text("Experience: 12 of 10")
    expect(found.get_by_label("Experience gained")).to_have_value("")
    expect(found.get_by_label("Name")).to_have_value("Ada")
    nothing_wrong(page)
    (entry,) = kept(page)["entries"]  # type: ignore[misc]
    assert entry["label"] == "Ada"
    assert entry["character"]["fields"]["Grit"] == 4
