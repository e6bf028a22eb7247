"""Records that are picked, sorted and followed, and a stat block with six copies, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.axe import bring_axe, findings

from .harbour import Watch
from .hosting import Host
from .living import PATIENCE, log_entries, ready


def open_shore(watch: Watch) -> Page:
    page = watch.reader.open(f"{watch.host.url}smugglers/the-shore.html")
    page.set_default_timeout(PATIENCE)
    ready(page)
    return page


def shown(records: Locator) -> list[str]:
    return [text.strip() for text in records.locator(".record:not([hidden]) .record-title").all_inner_texts()]


def test_records_are_picked_searched_sorted_and_followed(watch: Watch) -> None:
    page = open_shore(watch)
    tricks = page.locator("[data-records='tricks']")
    bar = page.get_by_role("search", name="Find in Tricks of the trade")
    assert shown(tricks)[:2] == ["Slip knot", "False light"]
    bar.get_by_role("combobox", name="Kind").select_option("lamp")
    assert shown(tricks) == ["False light", "Cold lantern", "Long wick"]
    expect(bar.locator("output")).to_have_text("3 of 8 shown")
    bar.get_by_role("combobox", name="Sort by").select_option(label="Tier")
    assert shown(tricks) == ["Cold lantern", "False light", "Long wick"]
    bar.get_by_role("searchbox").fill("come back")
    assert shown(tricks) == ["Long wick"]
    # A link may be anybody's: one that cannot be read changes nothing, and is no error.
    page.evaluate("() => { location.hash = '%E0%A4%A' }")
    assert shown(tricks) == ["Long wick"]
    # Whoever follows a link to a record sees it, whatever was picked before.
    page.evaluate("() => { location.hash = 'record-tricks.bowline' }")
    expect(page.locator("[id='record-tricks.bowline']")).to_be_visible()
    assert shown(tricks)[:2] == ["Slip knot", "False light"]
    tricks.locator("[data-roll='1d4']").click()
    expect(tricks.locator(".roll-result .total")).to_be_visible()
    # A table's titles sort it: up, down, as written.
    wares = page.locator("#table-wares")
    price = wares.get_by_role("columnheader", name="Price")

    def first_ware() -> str:
        return wares.locator("tbody tr").first.locator("td").first.inner_text().strip()

    price.get_by_role("button").click()
    expect(price).to_have_attribute("aria-sort", "ascending")
    assert first_ware() == "Salt"
    price.get_by_role("button").click()
    expect(price).to_have_attribute("aria-sort", "descending")
    assert first_ware() == "Lace"
    price.get_by_role("button").click()
    assert price.get_attribute("aria-sort") is None


def test_six_wreckers_attack_are_hurt_and_found_again(watch: Watch) -> None:
    page = open_shore(watch)
    wrecker = page.locator("[data-stat-block='wrecker']")
    wrecker.get_by_role("button", name="Knife").click()
    result = wrecker.locator(".stat-action output").first
    expect(result.locator(".run-lines")).to_contain_text("5")
    told = log_entries(page)[0]
    assert told["what"] == "Wrecker: Knife"
    # Eyes get the Markdown of labels and outcomes, the log their words; dice in it can be thrown.
    expect(result.locator(".outcome-rich strong")).to_have_text("5")
    expect(result.locator(".outcome-rich li")).to_have_text(["run", "bleed for 1d6 rounds"])
    expect(result.locator(".run-label em")).to_have_text("Damage")
    assert "You lose 5. Choose: • run • bleed for 1d6 rounds Damage done: 5." in str(told["sentence"])
    expect(wrecker.locator(".stat-odds strong").first).to_have_text("cut")
    wrecker.locator(".run-changes [data-roll]").click()
    expect(wrecker.locator(".roll-result .total")).to_be_visible()
    # What is asked for changes what is rolled.
    wrecker.get_by_label("You dodge").check()
    wrecker.get_by_role("button", name="Stones").click()
    stones = wrecker.locator(".stat-action").nth(1).locator(".widget-result")
    expect(stones.locator(".run-lines")).to_contain_text("0")
    expect(stones).to_contain_text("Nothing but a torn coat.")
    # Each copy has hit points of its own.
    third = wrecker.get_by_label("Wrecker 3, Hit points", exact=True)
    wrecker.get_by_label("Change by").fill("5")
    wrecker.get_by_role("button", name="Less: Wrecker 3, Hit points").click()
    expect(third).to_have_value("2")
    assert log_entries(page)[0]["sentence"] == "Wrecker 3, Hit points: 7 → 2 of 7."
    wrecker.get_by_role("button", name="Less: Wrecker 1, Hit points").click()
    wrecker.get_by_role("button", name="Undo").click()
    expect(wrecker.get_by_label("Wrecker 1, Hit points", exact=True)).to_have_value("7")
    wrecker.get_by_label("How many").fill("4")
    wrecker.get_by_label("How many").press("Enter")
    copies = wrecker.locator(".stat-rows > li")
    expect(copies).to_have_count(4)
    # Two beside each other, and level.
    tops = copies.evaluate_all("(copies) => copies.map((copy) => copy.getBoundingClientRect().top)")
    assert [tops[0], tops[2]] == [tops[1], tops[3]]
    page.reload()
    ready(page)
    expect(third).to_have_value("2")
    expect(wrecker.locator(".stat-rows > li")).to_have_count(4)


@pytest.mark.parametrize("scripts", [True, False])
def test_lists_and_stat_blocks_are_for_everyone(browser: Browser, harbour: tuple[Host, object], scripts: bool) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844},
        java_script_enabled=scripts,
        bypass_csp=True,
        color_scheme="dark",
        service_workers="block",
    )
    page = context.new_page()
    page.goto(f"{harbour[0].url}smugglers/the-shore.html")
    if scripts:
        ready(page)
        bring_axe(page)
        assert findings(page) == []
    else:
        assert page.locator(".record").count() == 8
        expect(page.get_by_text("Knife", exact=True)).to_be_visible()
        expect(page.get_by_text("They come with the fog.")).to_be_visible()
        assert page.locator(".stat-copies").is_hidden()
    context.close()
