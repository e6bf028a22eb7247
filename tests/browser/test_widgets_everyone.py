"""Widgets for everyone: axe-core in each state, targets for fingers, and the whole text without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.axe import LOOKS, bring_axe, findings

from .harbour import calculator, open_more, sentence, sheet
from .hosting import Host
from .living import PATIENCE, ready


@contextmanager
def opened(browser: Browser, url: str, width: int, scheme: str, **more: object) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme=scheme,
        reduced_motion="reduce",
        service_workers="block",
        **more,
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(url)
    yield page
    context.close()


def findings_from_the_top(page: Page, state: str) -> list[tuple[str, str, str]]:
    # Below the bar at the top nothing can be touched: what stands there is out of reach until it is scrolled to.
    page.evaluate("() => window.scrollTo(0, 0)")
    return [(state, *finding) for finding in findings(page)]


@pytest.fixture
def url(harbour: tuple[Host, object]) -> str:
    return f"{harbour[0].url}harbour/"


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_calculators_in_every_state(browser: Browser, url: str, width: int, scheme: str) -> None:
    with opened(browser, f"{url}brawls.html", width, scheme, bypass_csp=True) as page:
        ready(page)
        bring_axe(page)
        found = findings_from_the_top(page, "as opened")
        strike = calculator(page, "strike")
        strike.get_by_role("button", name="Roll").click()
        expect(strike.locator(".outcome-text")).to_be_visible()
        example = page.locator("[data-example]").first
        example.get_by_role("button", name="Checked").click()
        example.get_by_role("button", name="Play it").click()
        strike.get_by_role("button", name="Odds").click()
        strike.get_by_role("button", name="What if").click()
        expect(strike.locator(".move-frame tbody tr")).to_have_count(11)
        strike.get_by_text("As a table").first.click()
        open_more(strike).get_by_role("button", name="How it is worked out").click()
        found += findings_from_the_top(page, "rolled, with odds")
        strike.get_by_label("Guard of the foe").fill("99")
        expect(strike.get_by_label("Guard of the foe")).to_have_attribute("aria-invalid", "true")
        found += findings_from_the_top(page, "with a problem")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert found == []


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_sheets_in_every_state(browser: Browser, url: str, width: int, scheme: str) -> None:
    with opened(browser, f"{url}crew.html", width, scheme, bypass_csp=True) as page:
        ready(page)
        bring_axe(page)
        crew = sheet(page)
        found = findings_from_the_top(page, "new")
        crew.get_by_label("Home port").select_option("Deepwater")
        crew.get_by_label("Grit", exact=True).fill("9")
        expect(crew.get_by_label("Grit", exact=True)).to_have_attribute("aria-invalid", "true")
        found += findings_from_the_top(page, "with problems")
        crew.get_by_role("button", name="Roll Hit Points").click()
        crew.get_by_label("Experience gained").fill("10")
        crew.get_by_role("button", name="Add", exact=True).click()
        expect(crew.get_by_label("Raise by 1")).to_be_visible()
        crew.get_by_role("button", name="How it is worked out").click()
        found += findings_from_the_top(page, "about to rise")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert found == []


def test_targets_are_large_enough_for_a_finger(browser: Browser, url: str) -> None:
    """WCAG 2.5.8: 24 by 24 pixels; a control inside a label has the label's size."""
    small = []
    for path in ("brawls.html", "crew.html"):
        with opened(browser, url + path, 390, "light", has_touch=True) as page:
            ready(page)
            small += page.evaluate(
                "() => [...document.querySelectorAll('.widget :is(button, select, input, summary)')]"
                ".filter(e => e.checkVisibility())"
                ".map(e => [e.outerHTML, (e.closest('label') ?? e).getBoundingClientRect()])"
                ".filter(([, r]) => r.width < 24 || r.height < 24).map(([html]) => html)"
            )
    assert small == []


def test_a_finger_rolls(browser: Browser, url: str) -> None:
    with opened(browser, f"{url}brawls.html", 390, "light", has_touch=True, is_mobile=True) as page:
        ready(page)
        wave = calculator(page, "wave")
        wave.get_by_role("button", name="Roll").tap()
        expect(wave.locator(".face")).to_have_count(3)


def test_forced_colours_keep_the_edges(browser: Browser, url: str) -> None:
    with opened(browser, f"{url}brawls.html", 800, "light", forced_colors="active") as page:
        ready(page)
        edge = calculator(page, "strike").evaluate("e => getComputedStyle(e).borderTopStyle")
    assert edge == "solid"


def test_without_scripts_the_rules_are_complete(browser: Browser, url: str) -> None:
    with opened(browser, f"{url}brawls.html", 800, "light", java_script_enabled=False) as page:
        strike = calculator(page, "strike")
        told = " ".join(sentence(strike).inner_text().split())
        assert told == (
            "At +2 with a Bottle and 1d4 more against a guard of 11, face to face: hits 55 %, for 5 on average."
        )
        strike.get_by_text("More about this rule").click()
        text = strike.inner_text()
        assert page.locator(".widget button").filter(visible=True).count() == 0
    for words in (
        "Guard of the foe guard",
        "from 0 to 30 points; 11 by default. Eleven for most sailors",
        "Bottle or Oar; Bottle by default",
        "dice, such as 1d4",
        "attack = d20 + bonus + stance + (if behind then 2 else 0)",
        "Hit (50 %)",
        "Miss (45 %)",
        "3 to 22, average 12.5",
        "2 to 8, average 5 HP",
    ):
        assert words in " ".join(text.split()), words
    with opened(browser, f"{url}crew.html", 800, "light", java_script_enabled=False) as page:
        text = " ".join(page.locator("[data-sheet]").inner_text().split())
    for words in (
        "Deepwater (Grit +1)",
        "6 + Grit + 1d6 (rolled once, then fixed)",
        "6 for Grit and Wits; from 0 to 5 each",
    ):
        assert words in text, words


def test_a_page_printed_from_the_browser_has_the_rule_and_no_controls(browser: Browser, url: str) -> None:
    with opened(browser, f"{url}brawls.html", 800, "light") as page:
        ready(page)
        page.emulate_media(media="print")
        strike = calculator(page, "strike")
        expect(sentence(strike)).to_be_visible()
        assert "hits 55 %" in " ".join(sentence(strike).inner_text().split())
        assert strike.locator("input, select, details").filter(visible=True).count() == 0
        assert page.locator(".widget button").filter(visible=True).count() == 0
