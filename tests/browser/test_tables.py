"""Roll tables in a real browser: the row that came up is the one that the dice picked."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from .living import Living, log_entries

EAVES = "roofs/eaves.html"


def bar(page: Page, table: str) -> Locator:
    return page.locator(".table-bar", has=page.get_by_role("button", name=f"on {table}")).first


def rolled(page: Page, table: str) -> int:
    """Rolls on a table -> what the dice showed."""
    before = len(log_entries(page))
    bar(page, table).locator(".table-roll").click()
    while len(log_entries(page)) == before:
        page.wait_for_timeout(20)
    expect(bar(page, table).locator("output .total")).to_be_visible()
    return int(bar(page, table).locator("output .total").inner_text())


def came_up(page: Page) -> list[str]:
    return [text.strip() for text in page.locator(".came-up").all_inner_texts()]


def test_the_row_that_came_up_is_marked_and_told(living: Living) -> None:
    page = living.open(EAVES)
    total = rolled(page, "What lies below")
    words = "Nothing but" if total <= 10 else "A purse"
    (label, find) = came_up(page)
    assert label == ("1–10" if total <= 10 else "11–20") or label == ("1-10" if total <= 10 else "11-20")
    assert find.startswith(words)
    assert page.locator("[aria-current='true'].came-up").count() == 1
    expect(bar(page, "What lies below").locator(".row-text")).to_contain_text(words)
    sentence = str(log_entries(page)[0]["sentence"])
    assert re.match(rf"What lies below: {total}, from d20 \(.*\): {words}", sentence), sentence


def test_a_modifier_moves_the_row_and_never_out_of_the_table(living: Living) -> None:
    page = living.open(EAVES)
    here = bar(page, "What lies below")
    here.get_by_role("spinbutton", name="Modifier").fill("100")
    rolled(page, "What lies below")
    assert came_up(page)[1].startswith("A purse")
    expect(here.locator("output [aria-hidden]")).to_contain_text("with the modifier")


def test_what_stands_in_the_row_can_be_rolled_on(living: Living) -> None:
    page = living.open(EAVES)
    here = bar(page, "What lies below")
    here.get_by_role("spinbutton", name="Modifier").fill("-100")
    rolled(page, "What lies below")
    inside = here.locator(".row-text button[data-roll]")
    expect(inside).to_have_text("2d4")
    inside.click()
    expect(here.locator(".row-text .roll-result .total")).to_be_visible()
    here.get_by_role("spinbutton", name="Modifier").fill("100")
    rolled(page, "What lies below")
    here.get_by_role("button", name="Roll on Trinkets").click()
    expect(bar(page, "Trinkets").locator("output .total")).to_be_visible()


def test_side_by_side_rows_are_counted_down_and_then_across(living: Living) -> None:
    page = living.open(EAVES)
    trinkets = {1: "Key", 2: "Thimble", 3: "Button", 4: "Ring"}
    for _ in range(6):
        total = rolled(page, "Trinkets")
        expect(page.locator(".copies .came-up").nth(1)).to_have_text(trinkets[total])
        assert page.locator(".copies .came-up").count() == 2


def test_each_row_says_its_chance_when_asked(living: Living) -> None:
    page = living.open(EAVES)
    here = bar(page, "What lies below")
    button = here.locator(".table-chances")
    button.click()
    expect(page.locator(".chance")).to_have_text(["50 %", "50 %"])
    assert button.get_attribute("aria-pressed") == "true"
    here.get_by_role("spinbutton", name="Modifier").fill("5")
    here.get_by_role("spinbutton", name="Modifier").press("Enter")
    expect(page.locator(".chance")).to_have_text(["25 %", "75 %"])
    button.click()
    expect(page.locator(".chance")).to_have_count(0)


def test_a_table_of_the_chapter_itself_rolls_too(living: Living) -> None:
    page = living.open(EAVES)
    total = rolled(page, "d6, Weather")
    expect(page.locator(".came-up").last).to_contain_text("Rain" if total <= 3 else "Stars")
