"""A character made by the book's rules, in a real browser: kept, shared between tabs, saved, loaded, and used."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from .harbour import STORED, Watch, calculator, kept, open_more, sentence, sheet, value
from .living import PATIENCE, log_entries, ready


def make_ada(page: Page) -> Locator:
    """A sailor with Grit 4 and Wits 2, as far as the reader's part goes."""
    found = sheet(page)
    found.get_by_label("Name").fill("Ada")
    found.get_by_label("Home port").select_option("Northquay")
    found.get_by_label("Grit", exact=True).fill("4")
    found.get_by_label("Wits", exact=True).fill("2")
    expect(value(found, "Grit bonus")).to_have_text("2")
    expect(found.locator("[data-left]")).to_have_text("0")
    return found


def raise_to_two(page: Page, found: Locator) -> None:
    found.get_by_role("button", name="Roll Hit Points").click()
    expect(value(found, "HP")).not_to_have_text("–")
    found.get_by_label("Experience gained").fill("12")
    found.get_by_role("button", name="Add", exact=True).click()
    expect(found.locator("[data-xp]")).to_have_text("Experience: 12 of 10")
    found.get_by_label("Raise by 1").select_option("Wits")
    found.get_by_role("button", name="Level up").click()
    expect(value(found, "level")).to_have_text("2")


def test_a_new_sheet_is_calm_and_keeps_nothing_yet(watch: Watch) -> None:
    page = watch.open("crew")
    found = sheet(page)
    expect(found.locator("[data-left]")).to_have_text("6")
    expect(found.locator("[aria-invalid='true']")).to_have_count(0)
    expect(found.get_by_label("Gift of the deep")).to_be_hidden()
    assert kept(page) == {}


def test_a_character_is_made_by_the_book_s_rules(watch: Watch) -> None:
    page = watch.open("crew")
    found = make_ada(page)
    found.get_by_label("Wits", exact=True).fill("4")
    expect(found.locator("[data-pool]")).to_have_class(re.compile("overspent"))
    expect(found.locator(".sheet-problems")).to_contain_text("8 points are spent, but there are only 6")
    found.get_by_label("Grit", exact=True).fill("6")
    expect(found.get_by_label("Grit", exact=True)).to_have_attribute("aria-invalid", "true")
    expect(found.get_by_label("Grit", exact=True)).to_have_accessible_description(re.compile("Grit: at most 5"))
    found.get_by_label("Grit", exact=True).fill("2")
    expect(found.locator(".sheet-problems")).to_be_hidden()
    found.get_by_label("Home port").select_option("Southquay")
    expect(found.locator(".field-total")).to_have_text("5 in total (Southquay +1)")
    found.get_by_label("Home port").select_option("Deepwater")
    found.get_by_label("Gift of the deep").select_option("Pearls")
    expect(value(found, "luck")).to_have_text("2")
    found.get_by_label("Coins").fill("200")
    expect(found.locator(".sheet-problems")).to_have_text("A sailor with a hundred coins buys a ship.")
    found.get_by_label("Sworn to the watch").check()
    expect(found.locator(".sheet-problems")).to_be_hidden()


def test_an_empty_number_is_nothing_to_keep_aside(watch: Watch) -> None:
    page = watch.open("crew")
    found = make_ada(page)
    found.get_by_label("Coins").fill("")
    found.get_by_label("Name").fill("Ada Reed")
    expect(found.get_by_label("Character", exact=True).locator("option:checked")).to_have_text("Ada Reed")
    assert kept(page)["entries"][0]["character"]["aside"] == {}  # type: ignore[index]


def test_dice_are_kept_and_a_level_adds_its_own(watch: Watch) -> None:
    page = watch.open("crew")
    found = make_ada(page)
    raise_to_two(page, found)
    expect(found.locator(".widget-result")).to_have_text(
        re.compile(r"Level 2 reached\. Hit Points: \d, from 1d6 \(\d\)\.")
    )
    expect(found.locator("[data-xp]")).to_have_text("Experience: 2 of 20")
    expect(found.locator(".field-total")).to_contain_text("3 in total")
    expect(found.locator("[data-left]")).to_have_text("1")
    expect(found.get_by_role("button", name="Roll Hit Points")).to_be_hidden()
    expect(found.get_by_role("button", name="Level up")).to_be_disabled()
    expect(found.locator(".sheet-brings")).to_contain_text("Level 3 gives:")
    expect(found.locator(".sheet-brings li")).to_have_text(["Hit Points: 1d6", "Stats: 1"])
    assert [entry["what"] for entry in log_entries(page)] == ["Hit Points", "Hit Points"]


def test_a_level_is_undone_and_a_copy_goes_its_own_way(watch: Watch) -> None:
    page = watch.open("crew")
    found = make_ada(page)
    expect(found.locator(".sheet-brings li").last).to_have_text("Raise by 1: Grit, Wits")
    raise_to_two(page, found)
    found.get_by_role("button", name="Copy", exact=True).click()
    who = found.get_by_label("Character", exact=True)
    expect(who.locator("option")).to_have_text(["Ada", "Ada (copy)"])
    expect(who.locator("option:checked")).to_have_text("Ada (copy)")
    found.get_by_role("button", name="Undo the last level").click()
    expect(value(found, "level")).to_have_text("1")
    expect(found.locator("[data-xp]")).to_have_text("Experience: 12 of 10")
    expect(found.locator(".widget-result")).to_have_text("Back to level 1.")
    expect(found.get_by_role("button", name="Undo the last level")).to_be_hidden()
    who.select_option("Ada")
    expect(value(found, "level")).to_have_text("2")


def test_a_character_goes_by_link_and_is_taken_over_when_its_reader_says_so(watch: Watch) -> None:
    page = watch.open("crew")
    found = make_ada(page)
    found.get_by_label("Name").fill("Zoë 5/7+")
    expect(found.get_by_label("Character", exact=True).locator("option:checked")).to_have_text("Zoë 5/7+")
    found.get_by_role("button", name="Copy link").click()
    address = found.get_by_role("link", name="to the character").get_attribute("href")
    found.get_by_role("button", name="QR code").click()
    expect(found.locator("svg.qr-code path")).to_have_attribute("d", re.compile("^M4 4h1v1h-1z"))
    assert address is not None
    page.goto("about:blank")
    other = watch.reader.open(address)
    other.evaluate("() => localStorage.clear()")
    other.reload()
    ready(other)
    there = sheet(other)
    expect(there.locator(".widget-result")).to_contain_text("This link contains Zoë 5/7+.")
    assert kept(other) == {}
    there.get_by_role("button", name="Add to my characters").click()
    expect(there.get_by_label("Name")).to_have_value("Zoë 5/7+")
    expect(value(there, "Grit bonus")).to_have_text("2")
    expect(there.locator(".widget-result")).to_have_text("Characters loaded: 1.")


def test_the_character_stays_over_pages_and_fills_the_book_s_formulas(watch: Watch) -> None:
    page = watch.open("crew")
    make_ada(page)
    page.reload()
    ready(page)
    expect(value(sheet(page), "Grit bonus")).to_have_text("2")
    page.get_by_role("navigation", name="Book").get_by_role("link", name="Brawls").click()
    strike = calculator(page, "strike")
    strike.scroll_into_view_if_needed()
    expect(strike.locator(".widget-source")).to_have_text("Ada:")
    expect(strike.locator("[data-field='bonus']")).to_have_class(re.compile("from-sheet"))
    # What the reader types counts more than the sheet, until it is put back.
    strike.get_by_label("Bonus to hit").fill("9")
    expect(strike.locator(".widget-source")).to_be_hidden()
    expect(sentence(strike)).to_contain_text("At +9")
    expect(sentence(strike)).to_contain_text("hits 90 %")
    open_more(strike).get_by_role("button", name="Reset").click()
    expect(sentence(strike)).to_contain_text("hits 55 %")
    roll = page.locator("main").get_by_role("button", name="d20 + Grit bonus")
    roll.click()
    expect(page.locator(".roll-result .name")).to_have_text("Grit bonus (2)")


def test_what_the_reader_chooses_decides_which_number_the_sheet_fills_in(watch: Watch) -> None:
    page = watch.open("crew")
    make_ada(page)
    page.get_by_role("navigation", name="Book").get_by_role("link", name="Brawls").click()
    haul = calculator(page, "haul")
    haul.scroll_into_view_if_needed()
    expect(haul.get_by_label("Load")).to_have_value("2")
    expect(sentence(haul)).to_contain_text("6 tons lift it.")
    haul.get_by_label("Hands on the rope").fill("9")
    expect(haul.get_by_label("Load")).to_have_value("40")
    expect(sentence(haul)).to_contain_text("18 tons do not lift it.")
    haul.get_by_label("Load").fill("3")
    haul.get_by_label("Hands on the rope").fill("10")
    expect(sentence(haul)).to_contain_text("20 tons lift it.")
    expect(haul.get_by_label("Load")).to_have_value("3")


def test_several_characters_and_a_deleted_one_comes_back(watch: Watch) -> None:
    page = watch.open("crew")
    found = make_ada(page)
    found.get_by_role("button", name="New", exact=True).click()
    expect(found.get_by_label("Name")).to_have_value("")
    found.get_by_label("Name").fill("Bo")
    who = found.get_by_label("Character", exact=True)
    expect(who.locator("option")).to_have_text(["Ada", "Bo"])
    who.select_option("Ada")
    expect(found.get_by_label("Grit", exact=True)).to_have_value("4")
    found.get_by_role("button", name="Delete").click()
    expect(found.locator(".widget-result")).to_contain_text("Ada has been deleted.")
    expect(found.get_by_label("Name")).to_have_value("Bo")
    found.get_by_role("button", name="Restore").click()
    expect(found.get_by_label("Name")).to_have_value("Ada")
    expect(who.locator("option")).to_have_text(["Bo", "Ada"])


def test_two_tabs_are_in_step(watch: Watch) -> None:
    page = watch.open("crew")
    other = watch.open("crew")
    sheet(other)
    make_ada(page)
    expect(other.locator("[data-sheet]").get_by_label("Name")).to_have_value("Ada")
    expect(value(other.locator("[data-sheet]"), "Grit bonus")).to_have_text("2")


def test_a_saved_file_loads_again(watch: Watch, tmp_path: Path) -> None:
    page = watch.open("crew")
    found = make_ada(page)
    raise_to_two(page, found)
    before = kept(page)["entries"][0]["character"]  # type: ignore[index]
    with page.expect_download() as download:
        found.get_by_role("button", name="Save as file").click()
    assert download.value.suggested_filename == "Ada.json"
    file = tmp_path / "ada.json"
    download.value.save_as(file)
    found.get_by_role("button", name="Delete").click()
    expect(found.get_by_label("Name")).to_have_value("")
    with page.expect_file_chooser() as chooser:
        found.get_by_role("button", name="Load from file").click()
    chooser.value.set_files(file)
    expect(found.locator(".widget-result")).to_have_text("Characters loaded: 1.")
    expect(value(found, "level")).to_have_text("2")
    assert kept(page)["entries"][0]["character"] == before  # type: ignore[index]


NO_CHARACTERS = (
    ("<script>alert(1)</script>", "This is not a character file."),
    ("[]", "This is not a character file."),
    ('{"characters": []}', "This is not a character file."),
    ('{"characters": [7]}', "This is not a character file."),
    ("[" * 100_000, "This is not a character file."),
    (" " * 1_000_001, "This file is too large to be a character."),
)


def test_a_file_that_holds_no_character_changes_nothing(watch: Watch) -> None:
    page = watch.open("crew")
    found = make_ada(page)
    before = kept(page)
    for content, said in NO_CHARACTERS:
        # Told anew each time.
        found.locator(".widget-result").evaluate("(told) => told.replaceChildren()")
        found.locator(".sheet-file").set_input_files(
            FilePayload(name="x.json", mimeType="application/json", buffer=content.encode())
        )
        expect(found.locator(".widget-result"), content[:80]).to_have_text(said)
        assert kept(page) == before


def test_a_hostile_character_is_only_text_and_loses_nothing(watch: Watch) -> None:
    page = watch.open("crew")
    found = sheet(page)
    evil = "<img src=x onerror=\"document.title='owned'\">"
    character = {
        "sheet": "sailor",
        "version": 99,
        "fields": {"name": evil, "Grit": evil, "home": "Nowhere", "__proto__": {"polluted": 1}, "secret": [1, 2]},
        "levels": {"not": "a list"},
        "xp": -5,
    }
    found.locator(".sheet-file").set_input_files(
        FilePayload(name="evil.json", mimeType="application/json", buffer=json.dumps(character).encode())
    )
    expect(found.get_by_label("Name")).to_have_value(evil)
    expect(found.get_by_label("Character", exact=True).locator("option:checked")).to_have_text(evil)
    expect(found.locator(".widget-result")).to_contain_text("Characters loaded: 1. ")
    assert page.title() != "owned"
    assert page.evaluate("() => ({}).polluted") is None
    assert page.locator("main img").count() == 0
    aside = kept(page)["entries"][0]["character"]["aside"]  # type: ignore[index]
    assert aside["secret"] == [1, 2]
    assert aside["Grit"] == evil
    assert aside["home"] == "Nowhere"


@pytest.mark.parametrize(
    "poison",
    ["{", "null", "[]", '{"version": 99, "entries": "x"}', '"<b>"', "9" * 1000],
    ids=["broken", "null", "list", "newer", "text", "number"],
)
def test_poisoned_storage_is_set_aside_and_the_sheet_works(watch: Watch, poison: str) -> None:
    page = watch.open()
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [STORED, poison])
    page.goto(page.url.replace("brawls", "crew"))
    ready(page)
    make_ada(page)
    assert kept(page)["entries"][0]["label"] == "Ada"  # type: ignore[index]
    assert page.evaluate("(key) => localStorage.getItem(key)", f"{STORED}:aside") == poison


def test_one_bad_entry_does_not_hide_the_good_ones(watch: Watch) -> None:
    page = watch.open("crew")
    make_ada(page)
    page.evaluate(
        "(key) => { const all = JSON.parse(localStorage.getItem(key)); all.entries.unshift({ id: '<b>', odd: 1 });"
        " localStorage.setItem(key, JSON.stringify(all)); }",
        STORED,
    )
    page.reload()
    ready(page)
    found = sheet(page)
    expect(found.get_by_label("Name")).to_have_value("Ada")
    found.get_by_label("Name").fill("Ada Reed")
    expect(found.get_by_label("Character", exact=True).locator("option")).to_have_text(["Ada Reed"])
    assert kept(page)["aside"] == [{"id": "<b>", "odd": 1}]


def test_values_are_worked_out_anew_when_the_book_has_changed(watch: Watch) -> None:
    page = watch.open("crew")
    make_ada(page)
    page.evaluate(
        "(key) => { const all = JSON.parse(localStorage.getItem(key)); all.entries[0].rules = 'rules-old.json';"
        " all.entries[0].values = { 'Grit bonus': 77 }; localStorage.setItem(key, JSON.stringify(all)); }",
        STORED,
    )
    page.reload()
    ready(page)
    sheet(page)
    expect(page.locator("[data-value='Grit bonus']")).to_have_text("2")
    for _ in range(PATIENCE // 100):
        if kept(page)["entries"][0]["values"]["Grit bonus"] == 2:  # type: ignore[index]
            break
        page.wait_for_timeout(100)
    assert kept(page)["entries"][0]["values"]["Grit bonus"] == 2  # type: ignore[index]


def test_the_sheet_prints_alone(watch: Watch) -> None:
    page = watch.open("crew")
    found = make_ada(page)
    page.evaluate("() => { window.print = () => { window.printed = document.documentElement.dataset.printing; }; }")
    found.get_by_role("button", name="Print").click()
    assert page.evaluate("() => window.printed") == "sheet"
    page.emulate_media(media="print")
    expect(found.get_by_label("Name")).to_be_visible()
    expect(value(found, "Grit bonus")).to_be_visible()
    for unseen in (".site-header", ".opener", ".sheet-bar", ".sheet-levels", ".text > p"):
        expect(page.locator(unseen).first).to_be_hidden()
    page.evaluate("() => window.dispatchEvent(new Event('afterprint'))")
    assert page.evaluate("() => document.documentElement.dataset.printing ?? null") is None
