"""What is typed, chosen and pressed from the first paint on: before the scripts, the engine or an answer is there."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from .harbour import STORED, Watch, calculator, kept, sentence, sheet, value
from .living import PATIENCE, Living, log_entries, open_tray, ready, roll_button

BRAWLS, CREW = "harbour/brawls.html", "harbour/crew.html"
CHAPTER, EAVES = "roofs/climbing.html", "roofs/eaves.html"
# Bits a second on a phone: the engine takes some four seconds, and there are dozens of numbers to type.
SLOW = 40_000_000


def arrive(place: Living | Watch, path: str) -> Page:
    """A page as soon as it shows, whatever is still on its way."""
    page = place.reader.context.new_page()
    page.on("pageerror", lambda error: place.reader.trouble.append(f"exception: {error}"))
    page.set_default_timeout(PATIENCE)
    page.goto(place.host.url + path, wait_until="commit")
    return page


def without_scripts(place: Living | Watch, path: str) -> tuple[Page, Callable[[], None]]:
    """A page whose scripts are held up, and what lets them come."""
    release = place.host.hold("/page.mjs")
    return arrive(place, path), release


def sailor(label: str, **fields: object) -> dict[str, object]:
    """A character as the browser keeps one, of rules that are no longer the book's: it is worked out anew."""
    character = {"sheet": "sailor", "fields": {"name": label, "home": "Northquay", **fields}}
    return {"id": label.lower(), "label": label, "character": character, "values": {}, "rules": "old"}


def keep(place: Watch, *sailors: dict[str, object]) -> None:
    """Characters -> in the browser's storage, the first of them played."""
    page = place.reader.open(place.host.url + "404.html")
    text = json.dumps({"version": 1, "active": sailors[0]["id"], "entries": sailors, "aside": []})
    page.evaluate("([name, text]) => localStorage.setItem(name, text)", [STORED, text])
    page.close()


def fields_kept(page: Page) -> dict[str, dict[str, object]]:
    """What the browser keeps: the fields of each character, by its name."""
    entries = kept(page).get("entries", [])
    assert isinstance(entries, list)
    return {entry["label"]: entry["character"]["fields"] for entry in entries}


def until_kept(page: Page, label: str, **fields: object) -> None:
    """Until a character of this name is kept with these fields."""
    for _ in range(PATIENCE // 50):
        if label in fields_kept(page) and fields.items() <= fields_kept(page)[label].items():
            return
        page.wait_for_timeout(50)
    assert {label: fields} == fields_kept(page)


def fill_strike(strike: Locator) -> None:
    strike.get_by_label("Bonus to hit").fill("9")
    strike.get_by_label("Guard of the foe").fill("8")
    strike.get_by_label("More damage").fill("20")
    strike.get_by_label("Tool").select_option("Oar")
    strike.get_by_label("From behind").select_option("yes")


GIVEN = {"bonus": "9", "guard": "8", "extra": "20", "stance": "steady", "tool": "Oar", "behind": True}


def strike_shows_what_was_given(strike: Locator) -> None:
    expect(strike.get_by_label("Bonus to hit")).to_have_value("9")
    expect(strike.get_by_label("Guard of the foe")).to_have_value("8")
    expect(strike.get_by_label("More damage")).to_have_value("20")
    expect(strike.get_by_label("Tool")).to_have_value("Oar")
    expect(strike.get_by_label("From behind")).to_have_value("yes")
    # Eyes get the numbers in the sentence.
    expect(strike.locator(".said-shown")).to_have_text(["+9", "Oar", "20", "8", "from behind"])
    expect(sentence(strike)).to_contain_text("hits 100 %, for 24.5 on average")


@pytest.mark.parametrize("with_sheet", [False, True], ids=["nobody", "somebody"])
def test_a_calculator_rolls_with_what_its_fields_showed_before_the_scripts_came(
    lone_watch: Watch, with_sheet: bool
) -> None:
    if with_sheet:
        keep(lone_watch, sailor("Ada", Grit=4, Wits=2))
    page, release = without_scripts(lone_watch, BRAWLS)
    strike = calculator(page, "strike")
    fill_strike(strike)
    strike.get_by_role("button", name="Roll").click()
    release()
    expect(strike.locator(".outcome-text")).to_be_visible()
    strike_shows_what_was_given(strike)
    (entry,) = log_entries(page)
    assert entry["request"]["inputs"] == GIVEN  # type: ignore[index]


def test_a_number_that_is_stepped_and_left_before_the_scripts_came_stands_in_its_sentence(lone_watch: Watch) -> None:
    page, release = without_scripts(lone_watch, BRAWLS)
    strike = calculator(page, "strike")
    strike.get_by_label("Bonus to hit").focus()
    for key in ("ArrowUp", "Tab", "End"):
        page.keyboard.press(key)
    strike.get_by_label("From behind").select_option("yes")
    told = ["+3", "Oar", "1d4", "11", "from behind"]
    expect(strike.locator(".said-shown")).to_have_text(told)
    release()
    expect(sentence(strike)).to_contain_text("hits 70 %")
    expect(strike.locator(".said-shown")).to_have_text(told)


def test_a_number_that_was_tapped_before_the_scripts_came_gets_its_buttons(lone_watch: Watch) -> None:
    page, release = without_scripts(lone_watch, BRAWLS)
    strike = calculator(page, "strike")
    strike.get_by_label("Bonus to hit").click()
    release()
    page.locator(".stepper button", has_text="+").click()
    expect(strike.get_by_label("Bonus to hit")).to_have_value("3")


@pytest.mark.parametrize("late", ["/page.mjs", ".wasm"], ids=["before the scripts", "before the engine"])
def test_a_sentence_says_that_its_chances_are_on_their_way(lone_watch: Watch, late: str) -> None:
    engine_comes = lone_watch.host.hold(".wasm")
    scripts_come = lone_watch.host.hold("/page.mjs") if late == "/page.mjs" else lambda: None
    page = arrive(lone_watch, BRAWLS)
    if late == ".wasm":
        ready(page)
    strike = calculator(page, "strike")
    strike.get_by_label("Bonus to hit").fill("9")
    scripts_come()
    expect(strike.locator(".sentence-waiting")).to_contain_text("Working out the odds")
    engine_comes()
    expect(sentence(strike)).to_contain_text("hits 90 %")
    expect(strike.locator(".sentence-waiting")).to_be_hidden()


def test_the_return_key_before_the_scripts_came_rolls(lone_watch: Watch) -> None:
    page, release = without_scripts(lone_watch, BRAWLS)
    guard = calculator(page, "strike").get_by_label("Guard of the foe")
    guard.fill("0")
    guard.press("Enter")
    release()
    expect(calculator(page, "strike").locator(".outcome-text")).to_be_visible()
    (entry,) = log_entries(page)
    assert entry["request"]["inputs"]["guard"] == "0"  # type: ignore[index]


def test_what_the_sheet_knows_fills_only_what_nobody_typed(lone_watch: Watch) -> None:
    keep(lone_watch, sailor("Ada", Grit=4, Wits=2))
    release = lone_watch.host.hold(".wasm")
    page = lone_watch.open()
    haul = calculator(page, "haul")
    haul.get_by_label("Load").fill("1")
    # Only looked at: what it shows is still the sheet's to say.
    calculator(page, "strike").get_by_label("Bonus to hit").focus()
    release()
    expect(calculator(page, "strike").get_by_label("Bonus to hit")).to_have_value("2")
    expect(calculator(page, "strike").locator(".widget-source")).to_be_visible()
    haul.get_by_label("Hands on the rope").fill("9")
    expect(sentence(haul)).to_contain_text("18 tons lift it.")
    expect(haul.get_by_label("Load")).to_have_value("1")


def test_reset_before_the_scripts_came_puts_everything_back(lone_watch: Watch) -> None:
    page, release = without_scripts(lone_watch, BRAWLS)
    strike = calculator(page, "strike")
    fill_strike(strike)
    strike.evaluate("(found) => found.querySelector('[type=reset]').click()")
    release()
    expect(strike.get_by_label("Bonus to hit")).to_have_value("2")
    expect(strike.get_by_label("From behind")).to_have_value("no")
    expect(sentence(strike)).to_contain_text("hits 55 %")


def test_a_modifier_typed_before_the_scripts_came_moves_the_row(alone: Living) -> None:
    page, release = without_scripts(alone, EAVES)
    bar = page.locator(".table-bar").first
    bar.get_by_role("spinbutton", name="Modifier").fill("100")
    bar.locator(".table-roll").click()
    release()
    expect(bar.locator("output [aria-hidden]")).to_contain_text("with the modifier")
    expect(bar.get_by_role("spinbutton", name="Modifier")).to_have_value("100")


@pytest.mark.parametrize(("key", "way"), [("Shift", "adv"), ("Alt", "dis")])
def test_a_key_held_before_the_scripts_came_counts(alone: Living, key: str, way: str) -> None:
    page, release = without_scripts(alone, CHAPTER)
    roll_button(page, "d20 + Grip bonus").click(modifiers=[key])  # type: ignore[list-item]
    release()
    expect(page.locator(".roll-result .face")).to_have_count(2)
    assert [entry["what"] for entry in log_entries(page)] == [f"{way}(d20 + Grip bonus)"]


def test_a_double_click_before_the_scripts_came_is_one_roll(alone: Living) -> None:
    page, release = without_scripts(alone, CHAPTER)
    roll_button(page, "2d6").dblclick()
    release()
    expect(page.locator(".roll-result .total")).to_be_visible()
    roll_button(page, "3d6 + 4").click()
    expect(page.locator(".roll-result .total")).to_have_count(2)
    assert [entry["what"] for entry in log_entries(page)] == ["3d6 + 4", "2d6"]


@pytest.mark.parametrize("planned", [True, False], ids=["thrown by the page", "by the engine alone"])
def test_what_is_changed_while_the_first_roll_is_under_way_changes_that_roll(alone: Living, planned: bool) -> None:
    release = alone.host.hold(".wasm")
    page = alone.open()
    if not planned:
        page.evaluate("() => document.querySelectorAll('[data-throw]').forEach((each) => delete each.dataset.throw)")
    roll_button(page, "d20 + Grip bonus").click()
    field = page.get_by_role("spinbutton", name="Grip bonus").first
    field.fill("3")
    field.press("Enter")
    page.get_by_role("button", name="Change this roll").first.click()
    page.get_by_role("button", name="Advantage", exact=True).first.click()
    release()
    expect(page.locator(".roll-result output[data-read] .face")).to_have_count(2)
    expect(field).to_have_value("3")
    (entry,) = log_entries(page)
    assert entry["what"] == "adv(d20 + Grip bonus)"
    assert entry["request"]["values"] == {"Grip": 3}  # type: ignore[index]


def test_chances_that_were_sent_away_do_not_come(alone: Living) -> None:
    release = alone.host.hold(".wasm")
    page = alone.open(EAVES)
    page.locator(".table-chances").first.click()
    page.locator(".table-chances").first.click()
    page.locator(".table-roll").first.click()
    release()
    expect(page.locator(".table-bar output .total")).to_be_visible()
    expect(page.locator("table .chance")).to_have_count(0)


def test_dice_that_were_opened_before_the_scripts_came_are_there(alone: Living) -> None:
    page, release = without_scripts(alone, CHAPTER)
    tray = open_tray(page)
    release()
    expect(tray.get_by_label("Dice to roll")).to_be_visible()


@pytest.mark.parametrize("late", ["/page.mjs", "/search_dialog.mjs"])
def test_who_asks_for_the_search_and_types_on_types_into_it(alone: Living, late: str) -> None:
    release = alone.host.hold(late)
    page = arrive(alone, CHAPTER)
    if late != "/page.mjs":
        ready(page)
    expect(page.get_by_role("button", name="Search")).to_be_visible()
    page.keyboard.press("Control+k")
    page.keyboard.type("rainn")
    page.keyboard.press("Backspace")
    release()
    field = page.get_by_role("combobox", name="Search for")
    expect(field).to_have_value("rain")
    page.keyboard.type(" roof")
    expect(field).to_have_value("rain roof")
    expect(page.locator("#rb-found [role='option']").first).to_be_visible()


def test_words_for_a_search_that_fails_wait_for_the_next_attempt(alone: Living) -> None:
    alone.reader.expected = ("Failed to load resource",)
    release = alone.host.hold("/search_dialog.mjs", lambda *_: (503, "text/plain", b"later"))
    page = alone.open()
    page.keyboard.press("Control+k")
    page.keyboard.type("rain")
    release()
    notice = page.locator("#rb-notice")
    expect(notice).to_be_visible()
    alone.host.faults.clear()
    notice.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("combobox", name="Search for")).to_have_value("rain")


def test_a_theme_that_cannot_be_stored_stays_chosen(alone: Living) -> None:
    page = alone.reader.context.new_page()
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };")
    release = alone.host.hold("/page.mjs")
    page.goto(alone.host.url + CHAPTER, wait_until="commit")
    page.locator("select[data-theme-choice]").select_option("dark")
    release()
    ready(page)
    expect(page.locator("select[data-theme-choice]")).to_have_value("dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def make_bea(found: Locator) -> None:
    found.get_by_label("Name").fill("Bea")
    found.get_by_label("Home port").select_option("Deepwater")
    found.get_by_label("Sworn to the watch").check()
    found.get_by_label("Grit", exact=True).fill("5")


def shows_bea(found: Locator) -> None:
    expect(value(found, "Grit bonus")).to_have_text("3")  # with the one that Deepwater gives
    expect(found.get_by_label("Name")).to_have_value("Bea")
    expect(found.get_by_label("Home port")).to_have_value("Deepwater")
    expect(found.get_by_label("Sworn to the watch")).to_be_checked()
    expect(found.get_by_label("Grit", exact=True)).to_have_value("5")


BEA = {"name": "Bea", "home": "Deepwater", "sworn": True, "Grit": 5}


@pytest.mark.parametrize("late", ["/page.mjs", ".wasm"], ids=["before the scripts", "before the engine"])
def test_a_sheet_that_is_filled_early_makes_a_character(lone_watch: Watch, late: str) -> None:
    release = lone_watch.host.hold(late)
    page = arrive(lone_watch, CREW)
    if late == ".wasm":
        ready(page)
    found = page.locator("[data-sheet]")
    make_bea(found)
    release()
    shows_bea(found)
    until_kept(page, "Bea", **BEA)
    assert list(fields_kept(page)) == ["Bea"]


@pytest.mark.parametrize("late", ["/page.mjs", ".wasm"], ids=["before the scripts", "before the engine"])
def test_what_is_typed_early_goes_over_the_stored_character(lone_watch: Watch, late: str) -> None:
    keep(lone_watch, sailor("Ada", Grit=4, Wits=2, purse=17))
    release = lone_watch.host.hold(late)
    page = arrive(lone_watch, CREW)
    if late == ".wasm":
        ready(page)
    found = page.locator("[data-sheet]")
    found.get_by_label("Wits", exact=True).fill("1")
    found.get_by_label("Sworn to the watch").check()
    release()
    expect(found.get_by_label("Name")).to_have_value("Ada")
    expect(found.get_by_label("Coins")).to_have_value("17")
    expect(found.get_by_label("Wits", exact=True)).to_have_value("1")
    expect(found.get_by_label("Sworn to the watch")).to_be_checked()
    until_kept(page, "Ada", Grit=4, Wits=1, purse=17, sworn=True)
    assert list(fields_kept(page)) == ["Ada"]


def test_what_is_typed_after_new_is_the_new_character_s(lone_watch: Watch) -> None:
    keep(lone_watch, sailor("Ada", Grit=4, Wits=2))
    release = lone_watch.host.hold(".wasm")
    page = arrive(lone_watch, CREW)
    ready(page)
    found = page.locator("[data-sheet]")
    found.get_by_label("Coins").fill("9")
    found.get_by_role("button", name="New").click()
    make_bea(found)
    release()
    shows_bea(found)
    until_kept(page, "Bea", **BEA)
    until_kept(page, "Ada", Grit=4, Wits=2, purse=9, home="Northquay")
    assert sorted(fields_kept(page)) == ["Ada", "Bea"]


def test_a_choice_of_character_does_not_spring_back(lone_watch: Watch) -> None:
    keep(lone_watch, sailor("Ada", Grit=4), sailor("Cleo", Grit=1))
    page = lone_watch.open("crew")
    sheet(page)
    who = page.get_by_label("Character", exact=True)
    expect(who.locator("option:checked")).to_have_text("Ada")
    page.close()
    # Later the same day, on a slow line.
    release = lone_watch.host.hold("worker.mjs")
    lone_watch.reader.context.new_cdp_session(page := lone_watch.reader.context.new_page()).send(
        "Network.setBypassServiceWorker", {"bypass": True}
    )
    page.goto(lone_watch.host.url + CREW)
    found = page.locator("[data-sheet]")
    found.get_by_label("Coins").fill("30")
    who = page.get_by_label("Character", exact=True)
    release()
    expect(found.get_by_label("Name")).to_have_value("Ada")
    who.select_option("Cleo")
    found.get_by_label("Wits", exact=True).fill("3")
    expect(found.get_by_label("Name")).to_have_value("Cleo")
    expect(who.locator("option:checked")).to_have_text("Cleo")
    until_kept(page, "Cleo", Grit=1, Wits=3)
    until_kept(page, "Ada", Grit=4, purse=30)


def test_a_sheet_that_is_left_before_the_engine_came_is_not_lost(lone_watch: Watch) -> None:
    keep(lone_watch, sailor("Ada", Grit=4))
    release = lone_watch.host.hold(".wasm")
    page = arrive(lone_watch, CREW)
    ready(page)
    page.locator("[data-sheet]").get_by_label("Coins").fill("33")
    page.goto(lone_watch.host.url + "404.html")
    release()
    page.goto(lone_watch.host.url + CREW)
    expect(sheet(page).get_by_label("Coins")).to_have_value("33")
    expect(page.get_by_label("Name")).to_have_value("Ada")
    until_kept(page, "Ada", Grit=4, purse=33)


def test_coming_back_the_reader_s_numbers_are_theirs_and_the_sheet_s_the_sheet_s(lone_watch: Watch) -> None:
    keep(lone_watch, sailor("Ada", Grit=4, Wits=2))
    page = lone_watch.open()
    strike = calculator(page, "strike")
    expect(strike.get_by_label("Bonus to hit")).to_have_value("2")
    strike.get_by_label("Guard of the foe").fill("29")
    page.goto(lone_watch.host.url + "404.html")
    # Meanwhile she has learned.
    keep(lone_watch, sailor("Ada", Grit=5, Wits=1))
    page.go_back()
    ready(page)
    expect(strike.locator(".widget-source")).to_be_visible()
    expect(strike.locator("[data-field='bonus']")).to_have_class(re.compile("from-sheet"))
    guard = strike.get_by_label("Guard of the foe").input_value()
    strike.get_by_role("button", name="Roll").click()
    expect(strike.locator(".outcome-text")).to_be_visible()
    # Whether a browser puts back what was typed is its own affair; what it shows is what counts.
    assert log_entries(page)[0]["request"]["inputs"]["guard"] == guard  # type: ignore[index]


def test_typing_all_the_way_on_a_slow_line(lone_watch: Watch) -> None:
    lone_watch.host.rate = SLOW / 8
    page = arrive(lone_watch, BRAWLS)
    strike = calculator(page, "strike")
    bonus = strike.get_by_label("Bonus to hit")
    fill_strike(strike)
    strike.get_by_role("button", name="Roll").click()
    # On and on, until the engine has answered: no number springs back in between.
    while strike.locator(".outcome-text").count() == 0:
        for number in ("7", "12", "9"):
            bonus.fill(number)
            assert bonus.input_value() == number
            strike.get_by_label("Tool").select_option("Bottle" if number == "7" else "Oar")
            assert strike.get_by_label("Tool").input_value() == ("Bottle" if number == "7" else "Oar")
    strike_shows_what_was_given(strike)
    assert len(log_entries(page)) == 1


def test_filling_a_sheet_on_a_slow_line(lone_watch: Watch) -> None:
    keep(lone_watch, sailor("Ada", Grit=4, Wits=2))
    lone_watch.host.rate = SLOW / 8
    page = arrive(lone_watch, CREW)
    found = page.locator("[data-sheet]")
    name, coins = found.get_by_label("Name"), found.get_by_label("Coins")
    count = 10
    while found.locator("[data-left]").inner_text() == "" or count < 20:
        count += 1
        name.fill(f"Ada {count}")
        assert name.input_value() == f"Ada {count}"
        coins.fill(str(count))
        assert coins.input_value() == str(count)
    expect(found.get_by_label("Grit", exact=True)).to_have_value("4")
    until_kept(page, f"Ada {count}", purse=count, Grit=4, Wits=2)
    expect(name).to_have_value(f"Ada {count}")
    expect(coins).to_have_value(str(count))
