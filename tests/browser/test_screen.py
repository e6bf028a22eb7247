"""The game master's screen in a real browser: pinned, arranged, kept, and working as in the chapters."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .harbour import sentence
from .keep import KEEP, STORED, Keep, card, kept, order, said
from .living import log_entries, ready

ALL = ["calc-sortie", "table-visitors", "table-larder", "calc-toll"]


def pin(page: Page, name: str) -> None:
    # A calculator's pin lies below its sentence, where More opens.
    more = page.locator("main .calculator").filter(has_text=name).locator("[data-do='more'][aria-expanded='false']")
    if more.count() and not page.locator(".index").count():
        more.first.click()
    page.locator("main").get_by_role("button", name=f"Pin {name} to the screen").first.click()


def tool(page: Page, what: str, pinned: str) -> None:
    card(page, pinned).locator(f"[data-do='{what}']").click()


def test_what_is_pinned_in_a_chapter_stands_on_the_screen(keep: Keep) -> None:
    page = keep.open("the-gate")
    pressed = page.locator("[data-pin='calc-sortie']")
    expect(pressed).to_have_attribute("aria-pressed", "false")
    pin(page, "A sortie")
    expect(pressed).to_have_attribute("aria-pressed", "true")
    expect(said(page)).to_have_text("Pinned to the screen.")
    pin(page, "Who knocks")
    page.get_by_role("link", name="The hall", exact=True).click()
    expect(page.locator("h1")).to_have_text("The hall")
    pin(page, "What there is to eat")
    page.get_by_role("navigation", name="Book", exact=True).get_by_role("link", name="Screen").click()
    expect(page.locator(".card")).to_have_count(3)
    assert order(page) == ["calc-sortie", "table-visitors", "table-larder"]
    assert kept(page) == [("calc-sortie", 1), ("table-visitors", 1), ("table-larder", 1)]
    expect(card(page, "table-larder").get_by_role("heading")).to_have_text("What there is to eat")
    expect(card(page, "table-larder").locator("tbody tr")).to_have_count(2)
    page.get_by_role("link", name="In the text: The hall").click()
    expect(page).to_have_url(re.compile(r"the-hall\.html#table-larder$"))
    expect(page.locator("[data-pin='table-larder']")).to_have_attribute("aria-pressed", "true")


def test_a_pinned_calculator_works_as_in_its_chapter(keep: Keep) -> None:
    page = keep.open(pins=["calc-sortie"])
    sortie = card(page, "calc-sortie")
    sortie.get_by_label("Riders").fill("20")
    expect(sentence(sortie)).to_contain_text("21 to 26: they break through.")
    sortie.get_by_role("button", name="Roll").click()
    expect(sortie.locator(".outcome-text")).to_contain_text("they break through")
    (entry,) = log_entries(page)
    assert entry["path"] == "keep/the-gate.html#calc-sortie"
    assert entry["title"] == "The gate: A sortie"
    sortie.get_by_role("button", name="Odds").click()
    expect(sortie.locator(".odds-outcomes tbody tr").first).to_contain_text("100 %")


def test_a_pinned_table_is_rolled_on_and_says_its_chances(keep: Keep) -> None:
    page = keep.open(pins=["table-visitors", "table-larder"])
    visitors = card(page, "table-visitors")
    visitors.get_by_role("button", name="Roll d6").click()
    expect(visitors.locator(".came-up").first).to_be_visible()
    expect(visitors.locator(".row-text")).to_have_text(re.compile("A carter|A singer"))
    assert log_entries(page)[0]["path"] == "keep/the-gate.html#table-visitors"
    visitors.get_by_role("button", name="Chances").click()
    expect(visitors.locator(".chance")).to_have_text(["50 %", "50 %"])
    # A link of the row is read from its own page's place.
    link = visitors.locator("td a")
    expect(link).to_have_attribute("href", keep.host.url + "keep/the-hall.html#table-larder")


def test_every_id_of_the_page_is_its_own(keep: Keep) -> None:
    """Pinned or shown twice, a calculator's fields have labels and notes of their own."""
    page = keep.open(pins=[*ALL, "calc-watch"])
    expect(page.locator(".card .widget, .card .table-scroll")).to_have_count(5)
    twice, dangling = page.evaluate(
        "() => { const ids = [...document.querySelectorAll('[id]')].map(e => e.id);"
        " const named = [...document.querySelectorAll('[for], [aria-describedby], [aria-labelledby], [aria-controls]')]"
        ".flatMap(e => ['for', 'aria-describedby', 'aria-labelledby', 'aria-controls'].flatMap(n =>"
        " (e.getAttribute(n) ?? '').split(/\\s+/).filter(Boolean)));"
        " return [ids.filter((id, i) => ids.indexOf(id) !== i), named.filter(id => !ids.includes(id))]; }"
    )
    assert twice == []
    assert dangling == []
    card(page, "calc-toll").get_by_label("Legs").click()
    assert page.evaluate("() => document.activeElement.closest('.card').dataset.pinned") == "calc-toll"


def test_cards_are_moved_and_widened_by_buttons_that_keep_the_focus(keep: Keep) -> None:
    page = keep.open(pins=ALL)
    tool(page, "later", "calc-sortie")
    assert order(page) == ["table-visitors", "calc-sortie", "table-larder", "calc-toll"]
    expect(said(page)).to_have_text("A sortie: place 2 of 4.")
    focused = "() => [document.activeElement.closest('.card')?.dataset.pinned, document.activeElement.dataset.do]"
    assert page.evaluate(focused) == ["calc-sortie", "later"]
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert order(page)[-1] == "calc-sortie"
    # At the end there is nothing more to do, and the focus still has its place.
    expect(card(page, "calc-sortie").locator("[data-do='later']")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")
    assert page.evaluate(focused) == ["calc-sortie", "later"]
    tool(page, "wider", "table-larder")
    expect(said(page)).to_have_text("What there is to eat: width 2 of 3.")
    assert ("table-larder", 2) in kept(page)
    box = card(page, "table-larder").bounding_box()
    other = card(page, "calc-toll").bounding_box()
    assert box is not None
    assert other is not None
    assert box["width"] > 1.8 * other["width"]


def test_the_handle_moves_with_the_arrow_keys(keep: Keep) -> None:
    page = keep.open(pins=ALL)
    card(page, "calc-toll").locator("[data-do='drag']").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    assert order(page) == ["calc-sortie", "calc-toll", "table-visitors", "table-larder"]
    page.keyboard.press("ArrowRight")
    assert order(page)[2] == "calc-toll"


def carry(page: Page, pinned: str, onto: str, after: bool, drop: bool = True) -> None:
    handle = card(page, pinned).locator("[data-do='drag']").bounding_box()
    goal = card(page, onto).bounding_box()
    assert handle is not None
    assert goal is not None
    page.mouse.move(handle["x"] + 10, handle["y"] + 10)
    page.mouse.down()
    share = 0.8 if after else 0.2
    x, y = goal["x"] + goal["width"] * share, goal["y"] + min(goal["height"], 160) * share
    page.mouse.move(x, y, steps=6)
    expect(card(page, onto)).to_have_attribute("data-drop", "after" if after else "before")
    if drop:
        page.mouse.up()


def test_a_card_is_dragged_to_its_place(keep: Keep) -> None:
    page = keep.open(pins=ALL[:3])
    page.set_viewport_size({"width": 1280, "height": 1400})
    expect(page.locator(".card table")).to_have_count(2)
    carry(page, "calc-sortie", "table-visitors", after=True)
    assert order(page) == ["table-visitors", "calc-sortie", "table-larder"]
    carry(page, "table-larder", "table-visitors", after=False)
    assert order(page) == ["table-larder", "table-visitors", "calc-sortie"]
    assert [name for name, _ in kept(page)] == order(page)
    # Escape puts it back.
    carry(page, "table-larder", "table-visitors", after=True, drop=False)
    page.keyboard.press("Escape")
    page.mouse.up()
    assert order(page) == ["table-larder", "table-visitors", "calc-sortie"]
    expect(page.locator("[data-drop], .carried")).to_have_count(0)


def test_the_screen_is_as_it_was_left(keep: Keep) -> None:
    page = keep.open(pins=ALL)
    tool(page, "later", "calc-sortie")
    tool(page, "wider", "calc-sortie")
    page.reload()
    ready(page)
    assert order(page) == ["table-visitors", "calc-sortie", "table-larder", "calc-toll"]
    expect(card(page, "calc-sortie")).to_have_attribute("data-width", "2")


def test_another_tab_follows(keep: Keep) -> None:
    screen, gate = keep.open(), keep.open("the-gate")
    expect(screen.locator(".board-hint")).to_be_visible()
    pin(gate, "A sortie")
    expect(card(screen, "calc-sortie")).to_be_visible()
    expect(screen.locator(".index [data-pin='calc-sortie']")).to_have_attribute("aria-pressed", "true")
    tool(screen, "unpin", "calc-sortie")
    expect(gate.locator("[data-pin='calc-sortie']")).to_have_attribute("aria-pressed", "false")


def test_an_unpinned_card_leaves_the_focus_with_its_neighbour(keep: Keep) -> None:
    page = keep.open(pins=ALL[:2])
    tool(page, "unpin", "calc-sortie")
    assert page.evaluate("() => document.activeElement.closest('.card').dataset.pinned") == "table-visitors"
    page.keyboard.press("Enter")
    expect(page.locator(".board-hint")).to_be_visible()
    expect(page.get_by_role("button", name="Start with the book’s own selection")).to_be_focused()


def test_an_empty_screen_says_how_and_offers_the_books_choice(keep: Keep) -> None:
    page = keep.open()
    expect(page.locator(".board-hint")).to_contain_text("Press Pin beside any table or calculator")
    page.get_by_role("button", name="Start with the book’s own selection").click()
    expect(said(page)).to_have_text("On the screen now: 2.")
    assert order(page) == ["calc-sortie", "table-visitors"]
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".card")).to_have_count(0)
    page.get_by_role("button", name="Restore").click()
    assert order(page) == ["calc-sortie", "table-visitors"]


def test_what_is_gone_is_said_and_can_be_taken_off(keep: Keep) -> None:
    page = keep.open(pins=["calc-old_charge", "table-larder"])
    expect(card(page, "calc-old_charge")).to_contain_text("old charge is no longer in this book.")
    expect(card(page, "table-larder").locator("table")).to_be_visible()
    tool(page, "unpin", "calc-old_charge")
    assert order(page) == ["table-larder"]


@pytest.mark.parametrize("name", sorted(path.name for path in (KEEP / "stored").iterdir()))
def test_whatever_lies_in_the_storage_does_no_harm(keep: Keep, name: str) -> None:
    text = (KEEP / "stored" / name).read_text(encoding="utf-8")
    page = keep.open(pins=text)
    expect(page.locator(".board-hint")).to_be_visible()
    pin(page, "A sortie")
    expect(page.locator(".card")).to_have_count(1)
    # What was not understood at all is kept aside.
    aside = page.evaluate(f"() => localStorage.getItem('{STORED}:aside')")
    assert aside == (None if name == "pins-of-all-sorts.txt" else text)


def test_thousands_of_pins_are_refused(keep: Keep) -> None:
    page = keep.open(pins=[f"table-{number}" for number in range(5_000)])
    expect(page.locator(".card")).to_have_count(0)
    page = keep.open(pins=["table-larder", *(f"table-{number}" for number in range(100))])
    expect(page.locator(".card")).to_have_count(60)


def test_hostile_widths_and_twice_the_same(keep: Keep) -> None:
    odd = [{"id": "table-larder", "width": 99}, {"id": "table-larder", "width": 2}, {"id": "calc-toll", "width": "2"}]
    page = keep.open(pins={"version": 1, "pins": odd})
    assert order(page) == ["table-larder", "calc-toll"]
    expect(card(page, "table-larder")).to_have_attribute("data-width", "1")
    expect(card(page, "calc-toll")).to_have_attribute("data-width", "1")


def test_a_full_screen_says_so(keep: Keep) -> None:
    page = keep.open("the-gate", pins=[f"table-{number}" for number in range(60)])
    pin(page, "A sortie")
    expect(said(page)).to_have_text("The screen is full: it holds at most 60 things.")
    assert len(kept(page)) == 60


def test_a_book_without_a_screen_has_no_pins(keep: Keep) -> None:
    page = keep.open("fort/walls.html")
    assert page.locator("[data-pin]").count() == 0
    assert page.locator(".table-foot .anchor").count() == 1
