"""Dice in the text, in a real browser: every click is answered, once, where it was made."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from .living import Living, log_entries, roll_button


def result(page: Page, words: str) -> Locator:
    """The result beside the roll of these words."""
    return roll_button(page, words).locator("xpath=following::span[contains(@class, 'roll-result')][1]")


def test_a_click_before_the_engine_is_there_waits_and_then_rolls(living: Living) -> None:
    page = living.open()
    roll_button(page, "2d6").click()
    shown = result(page, "2d6")
    expect(shown.locator(".total")).to_be_visible()
    spoken = shown.locator("output .unseen").inner_text()
    assert (found := re.fullmatch(r"(\d+), from 2d6 \((\d), (\d)\)", spoken)), spoken
    assert int(found[1]) == int(found[2]) + int(found[3])
    assert shown.locator(".face").all_inner_texts() == [found[2], found[3]]
    assert log_entries(page)[0]["sentence"] == spoken


def test_a_click_before_the_scripts_are_there_is_kept(alone: Living) -> None:
    page = alone.reader.context.new_page()
    held: list[Route] = []
    page.route("**/page.mjs", lambda route: held.append(route))
    page.goto(alone.host.url + "roofs/climbing.html")
    roll_button(page, "2d6").click()
    assert page.locator(".roll-result").count() == 0
    held[0].continue_()
    expect(result(page, "2d6").locator(".total")).to_be_visible()
    assert len(log_entries(page)) == 1


def test_nothing_rolls_by_itself(living: Living) -> None:
    page = living.open()
    page.wait_for_timeout(300)
    assert page.locator(".roll-result").count() == 0
    assert log_entries(page) == []


def test_every_roll_of_the_page_answers(living: Living) -> None:
    page = living.open()
    buttons = page.locator("main button[data-roll]")
    assert buttons.count() == 7
    for each in buttons.all():
        each.click()
    expect(page.locator("main .roll-result output .total")).to_have_count(7)
    assert page.locator(".problem").count() == 0
    assert len(log_entries(page)) == 7


def test_twenty_quick_clicks_are_twenty_rolls(living: Living) -> None:
    page = living.open()
    page.evaluate("() => { for (let n = 0; n < 20; n++) document.querySelector(`[data-roll='2d6']`).click(); }")
    page.wait_for_function("() => document.querySelector('.roll-result .total')")
    while len(log_entries(page)) < 20:
        page.wait_for_timeout(50)
    newest = log_entries(page)[0]
    expect(result(page, "2d6").locator(".total")).to_have_text(str(newest["shown"]))
    assert len({entry["id"] for entry in log_entries(page)}) == 20
    # Of 36 equally likely throws twenty are not all the same.
    assert len({str(entry["faces"]) for entry in log_entries(page)}) > 1


def test_the_second_click_of_a_double_click_does_not_roll(living: Living) -> None:
    page = living.open()
    roll_button(page, "2d6").dblclick()
    expect(result(page, "2d6").locator(".total")).to_be_visible()
    page.wait_for_timeout(200)
    assert len(log_entries(page)) == 1


def test_a_click_that_ends_a_selection_does_not_roll(living: Living) -> None:
    page = living.open()
    page.evaluate("() => getSelection().selectAllChildren(document.querySelector('.text p'))")
    page.evaluate("() => document.querySelector(`[data-roll='2d6']`).click()")
    page.evaluate("() => getSelection().removeAllRanges()")
    roll_button(page, "3d6 + 4").click()
    expect(result(page, "3d6 + 4").locator(".total")).to_be_visible()
    assert [entry["what"] for entry in log_entries(page)] == ["3d6 + 4"]


def test_the_keyboard_rolls_and_keeps_its_place(living: Living) -> None:
    page = living.open()
    roll_button(page, "2d6").focus()
    page.keyboard.press("Enter")
    expect(result(page, "2d6").locator(".total")).to_be_visible()
    assert page.evaluate("() => document.activeElement.dataset.roll") == "2d6"
    # The total stands in the sentence; the dice, and the button that hides both, below the passage.
    expect(roll_button(page, "2d6").locator("xpath=following::b[@class='roll-total'][1]")).to_be_visible()
    result(page, "2d6").get_by_role("button", name="Hide the result").focus()
    page.keyboard.press("Enter")
    expect(result(page, "2d6")).to_be_hidden()
    expect(page.locator(".roll-total:visible")).to_have_count(0)
    assert page.evaluate("() => document.activeElement.dataset.roll") == "2d6"


def test_what_the_reader_adds_changes_the_roll_without_throwing_again(living: Living) -> None:
    page = living.open()
    roll_button(page, "d20 + Grip bonus").click()
    shown = result(page, "d20 + Grip bonus")
    expect(shown.locator(".total")).to_be_visible()
    before = log_entries(page)[0]
    field = page.get_by_role("spinbutton", name="Grip bonus").first
    assert field.input_value() == "0"
    # The rest is asked for; then the range is that of the reader's number.
    expect(page.get_by_role("button", name="Advantage", exact=True)).to_have_count(0)
    shown.get_by_role("button", name="Change this roll").click()
    reach = page.locator(".roll-reach").first
    expect(reach).to_have_text("1 to 20, average 10.5, with Grip bonus at 0")
    field.fill("3")
    field.press("Enter")
    expect(shown.locator(".total")).to_have_text(str(int(str(before["shown"])) + 3))
    expect(shown.locator(".name")).to_have_text("Grip bonus (3)")
    expect(reach).to_have_text("4 to 23, average 13.5")
    (entry,) = log_entries(page)
    assert (entry["id"], entry["faces"]) == (before["id"], before["faces"])
    # It is remembered for the page's other formulas.
    roll_button(page, "10 + Grip bonus + 1d6").click()
    expect(result(page, "10 + Grip bonus + 1d6").locator(".name")).to_have_text("Grip bonus (3)")


def test_advantage_keeps_the_die_and_adds_another(living: Living) -> None:
    page = living.open()
    roll_button(page, "d20 + Grip bonus").click()
    shown = result(page, "d20 + Grip bonus")
    expect(shown.locator(".face")).to_have_count(1)
    first = int(shown.locator(".face").inner_text())
    shown.get_by_role("button", name="Change this roll").click()
    page.get_by_role("button", name="Disadvantage").first.click()
    expect(shown.locator(".face")).to_have_count(2)
    faces = [int(re.sub(r"\D", "", text)) for text in shown.locator(".face").all_inner_texts()]
    assert faces[0] == first
    expect(shown.locator(".total")).to_have_text(str(min(faces)))
    assert shown.locator(".face s").count() == 1


@pytest.mark.parametrize(("key", "way"), [("Shift", "adv"), ("Alt", "dis")])
def test_a_held_key_is_advantage_or_disadvantage(living: Living, key: str, way: str) -> None:
    page = living.open()
    roll_button(page, "d20 + Grip bonus").click(modifiers=[key])  # type: ignore[list-item]
    expect(result(page, "d20 + Grip bonus").locator(".face")).to_have_count(2)
    assert log_entries(page)[0]["what"] == f"{way}(d20 + Grip bonus)"


def test_holding_a_roll_opens_its_choices_and_does_not_roll(living: Living) -> None:
    page = living.open()
    roll_button(page, "d20 + Grip bonus").click(delay=700)
    expect(page.get_by_role("button", name="Advantage", exact=True).first).to_be_visible()
    assert log_entries(page) == []


def test_success_against_a_number_is_the_engines_word(living: Living) -> None:
    page = living.open()
    roll_button(page, "d20 + Grip bonus").click()
    shown = result(page, "d20 + Grip bonus")
    expect(shown.locator(".total")).to_be_visible()
    shown.get_by_role("button", name="Change this roll").click()
    field = page.get_by_role("spinbutton", name="against DC").first
    field.fill("21")
    field.press("Enter")
    expect(shown.locator("output [aria-hidden]")).to_contain_text("Failure against 21 (chance of success 0 %).")
    field.fill("1")
    field.press("Enter")
    expect(shown.locator("output [aria-hidden]")).to_contain_text("Success against 1 (chance of success 100 %).")


def test_a_roll_says_its_range_before_it_is_rolled(living: Living) -> None:
    page = living.open()
    fall = roll_button(page, "3d6 + 4")
    expect(fall).to_have_accessible_description("(7 to 22, average 14.5)")
    fall.hover()
    tip = page.locator(".roll-tip")
    expect(tip).to_have_text("7 to 22, average 14.5")
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    expect(roll_button(page, "1d20 + Grip bonus + situation modifiers")).to_have_accessible_description(
        "(1 to 20, average 10.5, with Grip bonus and situation modifiers at 0)"
    )


def test_a_missing_engine_is_said_and_can_be_tried_again(alone: Living) -> None:
    alone.reader.expected = ("Failed to load resource",)
    alone.host.faults["pyodide.asm.wasm"] = lambda *_: (404, "text/html", b"gone")
    page = alone.open()
    roll_button(page, "2d6").click()
    shown = result(page, "2d6")
    expect(shown.locator(".problem")).to_contain_text("missing")
    alone.host.faults.clear()
    shown.get_by_role("button", name="Try again").click()
    roll_button(page, "3d6 + 4").click()
    expect(result(page, "3d6 + 4").locator(".total")).to_be_visible()


def test_a_menu_adds_a_modifier_of_the_moment_repeats_and_hides(living: Living) -> None:
    page = living.open()
    roll_button(page, "3d6 + 4").click()
    shown = result(page, "3d6 + 4")
    expect(shown.locator("output[data-read] .total")).to_be_visible()
    before = int(shown.locator(".total").inner_text())
    shown.get_by_role("button", name="Change this roll").click()
    page.get_by_label("modifier", exact=True).fill("-3")
    page.get_by_label("modifier", exact=True).press("Tab")
    expect(shown.locator(".total")).to_have_text(str(before - 3))
    page.get_by_label("times").fill("3")
    roll_button(page, "3d6 + 4").click()
    expect(shown.locator(".repeated .total")).to_have_count(3)
    assert [entry["request"]["expression"] for entry in log_entries(page)] == ["3d6 + 4 − 3"] * 4  # type: ignore[index]
    page.get_by_label("times").fill("1")
    page.get_by_role("button", name="Secret").click()
    roll_button(page, "3d6 + 4").click()
    expect(shown.locator("output")).to_contain_text("Rolled in secret.")
    assert log_entries(page)[0]["secret"] is True
    shown.get_by_role("button", name="Show", exact=True).click()
    expect(shown.locator(".total")).to_be_visible()
    assert "secret" not in log_entries(page)[0]
