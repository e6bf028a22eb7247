"""Finding one's way: links that are copied, the place that is marked, pages turned by keys, and coming back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .harbour import open_more
from .keep import Keep, said
from .living import settled, top_of

LOW = {"width": 1280, "height": 360}


def copied(page: Page) -> str:
    return str(page.evaluate("() => navigator.clipboard.readText()"))


@pytest.mark.parametrize(
    ("selector", "anchor"),
    [
        ("#a-feast + .anchor", "a-feast"),
        (".table-foot .anchor", "table-larder"),
        ("#calc-toll .anchor", "calc-toll"),
        (".rule-id > a[href='#rule-hall.feast']", "rule-hall.feast"),
    ],
)
def test_headings_tables_calculators_and_rules_have_a_link_to_copy(keep: Keep, selector: str, anchor: str) -> None:
    page = keep.open("the-hall")
    link = page.locator(selector)
    link.hover()
    link.click()
    address = f"{keep.host.url}keep/the-hall.html#{anchor}"
    expect(said(page)).to_have_text("Link copied.")
    assert copied(page) == address
    expect(page).to_have_url(address)
    expect(link).to_have_attribute("data-copied", "")


def test_the_editors_view_tells_ids_sources_and_examples_and_is_remembered(keep: Keep) -> None:
    page = keep.open("the-hall")
    link = page.locator(".rule-id > a[href='#rule-hall.feast']")
    expect(link).to_have_attribute("data-facts", re.compile(r"^keep/\S+\.md:\d+, examples: \d+$"))
    assert link.evaluate("(link) => getComputedStyle(link).fontSize") == "0px", "readers see no ids"
    page.get_by_label("Show the ids and sources of rules").check()
    assert link.evaluate("(link) => parseFloat(getComputedStyle(link).fontSize)") > 10
    assert "examples" in link.evaluate("(link) => getComputedStyle(link, '::after').content")
    page.reload()
    expect(page.get_by_label("Show the ids and sources of rules")).to_be_checked()
    expect(page.locator("html")).to_have_attribute("data-editing", "")


def test_a_heading_is_called_by_its_words_alone(keep: Keep) -> None:
    page = keep.open("the-hall")
    expect(page.get_by_role("heading", name="A feast", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Link to A feast", exact=True)).to_have_count(1)
    expect(page.get_by_role("link", name="Link to The toll", exact=True)).to_have_count(2)


def test_where_nothing_may_be_copied_the_link_still_leads_there(keep: Keep) -> None:
    page = keep.open("the-hall")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('forbidden')); }")
    page.locator("#a-feast + .anchor").click()
    expect(said(page)).to_have_text("Your browser doesn’t allow copying here.")
    assert page.url.endswith("#a-feast")


def test_keys_turn_the_page(keep: Keep) -> None:
    page = keep.open("the-gate")
    page.evaluate("() => { window.sameDocument = true; }")
    page.keyboard.press("Alt+PageDown")
    expect(page.locator("h1")).to_have_text("The hall")
    page.keyboard.press("Alt+PageUp")
    expect(page.locator("h1")).to_have_text("The gate")
    # The first page has none before it, and other keys are the browser's.
    page.keyboard.press("Alt+PageUp")
    page.keyboard.press("PageDown")
    page.keyboard.press("Alt+Shift+PageDown")
    expect(page.locator("h1")).to_have_text("The gate")
    assert page.evaluate("() => window.sameDocument === true")
    expect(page.get_by_role("link", name="Next")).to_have_attribute("aria-keyshortcuts", "Alt+PageDown")


def test_a_link_to_a_heading_lands_below_the_bar(keep: Keep) -> None:
    page = keep.open("the-gate")
    page.set_viewport_size(LOW)
    bar = page.locator(".site-header").bounding_box()
    assert bar is not None
    page.locator("main").get_by_role("link", name="the hall", exact=True).click()
    expect(page.locator("h1")).to_have_text("The hall")
    settled(page)
    assert bar["height"] <= top_of(page, "a-feast") < bar["height"] + 60
    fresh = keep.open("keep/the-hall.html#a-feast")
    fresh.set_viewport_size(LOW)
    # Loaded anew it would be where it was in the higher window, whose foot the page may have met.
    address = fresh.url
    fresh.goto("about:blank")
    fresh.goto(address)
    settled(fresh)
    assert bar["height"] <= top_of(fresh, "a-feast") < bar["height"] + 60


def test_back_returns_to_the_same_place_on_a_page_that_grows(keep: Keep) -> None:
    """The screen fills itself after it was opened; the reader's place in the list below it is found all the same."""
    page = keep.open(pins=["calc-sortie", "table-visitors", "table-larder"])
    page.set_viewport_size(LOW)
    expect(page.locator(".card table")).to_have_count(2)
    link = page.locator(".index").get_by_role("link", name="What there is to eat")
    link.scroll_into_view_if_needed()
    before = settled(page)
    assert before > 300
    link.click()
    expect(page.locator("h1")).to_have_text("The hall")
    page.go_back()
    expect(page.locator(".card table")).to_have_count(2)
    page.evaluate("() => navigation.transition?.finished.then(() => null)")
    assert abs(settled(page) - before) < 8


def test_the_chapter_being_read_stays_in_sight_in_long_contents(keep: Keep) -> None:
    page = keep.open("screen")
    page.set_viewport_size({"width": 1280, "height": 160})
    page.reload()
    page.locator("html[data-live='ready']").wait_for(state="attached")
    current = page.locator(".book-navigation [aria-current='page']")
    frame = page.locator(".book-navigation").bounding_box()
    box = current.bounding_box()
    assert frame is not None
    assert box is not None
    assert frame["y"] <= box["y"]
    assert box["y"] + box["height"] <= frame["y"] + frame["height"] + 1


def test_rules_and_calculators_lead_to_each_other(keep: Keep) -> None:
    page = keep.open("the-gate")
    page.locator("main").get_by_role("link", name="The toll").click()
    expect(page).to_have_url(keep.host.url + "keep/the-hall.html#calc-toll")
    expect(page.locator("#calc-toll .widget-carries")).to_have_text("Applies: gate.toll")
    open_more(page.locator("#calc-toll"))
    page.locator("#calc-toll .widget-carries a").click()
    expect(page).to_have_url(keep.host.url + "keep/the-gate.html#rule-gate.toll")
