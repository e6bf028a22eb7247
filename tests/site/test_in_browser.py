"""The site in a real browser: nothing breaks, nothing leaves, and everything stands where it belongs."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from rollbook.model.files import OutputFile

PAGES = (
    "index.html",
    "404.html",
    "lanterns/index.html",
    "lanterns/first-steps.html",
    "lanterns/gear.html",
    "lanterns/night-weather.html",
    "hafen/index.html",
    "hafen/der-hafen.html",
)
ROLLED = "lanterns/first-steps.html"


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("width", [320, 1280])
def test_a_page_opens_in_silence_and_stays_at_home(watch: Callable, address: str, path: str, width: int) -> None:
    seen = watch(width=width)
    seen.open(address + path)
    seen.page.wait_for_load_state("networkidle")
    assert seen.trouble == []
    assert {urlsplit(url).netloc for url in seen.requests if not url.startswith("data:")} == {urlsplit(address).netloc}
    assert seen.page.evaluate("() => document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("path", [path for path in PAGES if path != "404.html"])
def test_a_folder_on_disk_works_like_a_host(watch: Callable, folder: Path, path: str) -> None:
    seen = watch()
    seen.open((folder / "play" / "shelf" / path).as_uri())
    assert seen.trouble == []
    assert seen.page.evaluate("() => document.fonts.check('20px Alegreya')")
    seen.page.locator(".site-name").click()
    assert seen.page.url.endswith("/index.html")
    assert seen.trouble == []


def test_the_faces_really_arrive(watch: Callable, address: str) -> None:
    seen = watch()
    seen.open(address + ROLLED)
    loaded = seen.page.evaluate("() => [...document.fonts].filter(f => f.status === 'loaded').map(f => f.family)")
    assert {name.strip('"') for name in loaded} >= {"Alegreya", "Alegreya SC", "Alegreya Sans"}


def test_a_reader_can_turn_through_a_book(watch: Callable, address: str) -> None:
    seen = watch()
    seen.open(address)
    seen.page.get_by_role("link", name="Lanterns & Ladders").click()
    seen.page.get_by_role("link", name="Start reading").click()
    expect(seen.page.locator("h1")).to_have_text("First steps")
    seen.page.get_by_role("link", name="how falling works").click()
    expect(seen.page).to_have_url(f"{address}lanterns/night-weather.html#falling")
    seen.page.get_by_role("link", name="Previous").click()
    expect(seen.page.locator("h1")).to_have_text("Gear")
    assert seen.trouble == []


def test_a_missing_address_finds_the_way_back_from_any_depth(watch: Callable, address: str) -> None:
    seen = watch()
    seen.open(address + "lanterns/no/such/page.html")
    assert seen.page.locator("h1").inner_text() == "This page rolled a natural 1"
    seen.page.get_by_role("link", name="Back to the shelf").click()
    expect(seen.page.locator("h1")).to_have_text("Two small books")


def paper(page: object) -> str:
    return page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor")  # type: ignore[attr-defined]


LIGHT, DARK = "rgb(250, 245, 233)", "rgb(27, 24, 21)"


def test_a_chosen_theme_stays_and_is_there_before_the_page(watch: Callable, address: str) -> None:
    seen = watch(scheme="light")
    seen.open(address + ROLLED)
    assert paper(seen.page) == LIGHT
    seen.page.get_by_label("Colours").select_option("dark")
    assert paper(seen.page) == DARK
    seen.open(address + "hafen/index.html")
    assert paper(seen.page) == DARK
    assert seen.page.get_by_label("Farben").input_value() == "dark"
    # The script that sets the theme stands in the page, before the styles: no light moment in between.
    first = seen.page.locator("head script, head link[rel=stylesheet]").first
    assert first.evaluate("script => script.matches('script:not([src])') && script.textContent.includes('theme')")
    seen.page.get_by_label("Farben").select_option("system")
    assert paper(seen.page) == LIGHT
    seen.page.emulate_media(color_scheme="dark")
    assert paper(seen.page) == DARK


def test_nonsense_in_storage_does_no_harm(watch: Callable, address: str) -> None:
    seen = watch()
    seen.open(address)
    seen.page.evaluate("() => localStorage.setItem('rollbook-theme', '<img src=x>')")
    seen.open(address)
    assert paper(seen.page) == LIGHT
    assert seen.page.get_by_label("Colours").input_value() == "system"
    assert seen.trouble == []


def test_two_tabs_agree_on_the_theme(watch: Callable, address: str) -> None:
    seen = watch()
    seen.open(address)
    other = seen.page.context.new_page()
    other.goto(address + ROLLED)
    other.get_by_label("Colours").select_option("dark")
    seen.page.locator("html[data-theme=dark]").wait_for()
    assert paper(seen.page) == DARK


def box(page: object, selector: str) -> dict[str, float]:
    found = page.locator(selector).first.bounding_box()  # type: ignore[attr-defined]
    assert found is not None
    return found


def test_a_side_table_stands_beside_the_text_and_up_at_its_heading(watch: Callable, address: str) -> None:
    seen = watch(width=1280)
    seen.open(address + "lanterns/night-weather.html")
    table, words = box(seen.page, ".float-right"), box(seen.page, ".text > p")
    heading, text = box(seen.page, ".text h2"), box(seen.page, ".text")
    assert table["x"] + table["width"] == pytest.approx(text["x"] + text["width"], abs=1)
    assert table["width"] <= text["width"] / 2
    assert words["y"] < table["y"] + table["height"]
    assert table["y"] < heading["y"] + heading["height"]
    assert box(seen.page, ".float-right table")["width"] == pytest.approx(table["width"], abs=1)


def test_on_a_phone_a_side_table_stands_in_the_text(watch: Callable, address: str) -> None:
    seen = watch(width=390)
    seen.open(address + "lanterns/night-weather.html")
    table, words = box(seen.page, ".float-right"), box(seen.page, ".text > p")
    assert words["y"] >= table["y"] + table["height"]


def test_copies_of_a_table_stand_side_by_side_and_unstack_on_a_phone(watch: Callable, address: str) -> None:
    rope, cloak = ".copies td:text-is('Rope')", ".copies td:text-is('Cloak')"
    desk = watch(width=1280)
    desk.open(address + "lanterns/gear.html")
    assert box(desk.page, rope)["y"] == pytest.approx(box(desk.page, cloak)["y"], abs=1)
    assert box(desk.page, "table.copies")["width"] == pytest.approx(box(desk.page, ".text")["width"], abs=1)
    phone = watch(width=390)
    phone.open(address + "lanterns/gear.html")
    things = ["Rope", "Chalk", "Hook", "Cloak", "Whistle"]
    boxes = [box(phone.page, f".copies td:text-is('{thing}')") for thing in things]
    assert [b["y"] for b in boxes] == sorted(b["y"] for b in boxes)
    assert len({b["x"] for b in boxes}) == 1
    assert phone.page.locator(".copies th:visible").all_inner_texts() == ["Thing", "Price"]


def test_on_a_phone_a_wide_table_scrolls_and_its_first_column_stays(watch: Callable, address: str) -> None:
    seen = watch(width=320)
    seen.open(address + "lanterns/gear.html")
    region = seen.page.locator(".table-scroll", has_text="Lantern")
    region.focus()
    room = region.evaluate("e => e.scrollWidth - e.clientWidth")
    assert room > 20
    region.evaluate("e => { e.scrollLeft = e.scrollWidth; }")
    first = region.locator("tbody tr:first-child td:first-child").bounding_box()
    assert first is not None
    assert first["x"] >= 0
    assert "Light" in (region.get_attribute("aria-label") or "")


@pytest.mark.parametrize("scripts", [True, False])
def test_on_a_phone_the_contents_open_without_a_script(watch: Callable, address: str, scripts: bool) -> None:
    seen = watch(width=390, scripts=scripts)
    seen.page.goto(address + ROLLED)
    chapters = seen.page.get_by_role("navigation", name="Book")
    assert not chapters.is_visible()
    seen.page.get_by_role("button", name="Chapters").click()
    assert chapters.is_visible()
    chapters.get_by_role("link", name="Gear").click()
    expect(seen.page).to_have_url(f"{address}lanterns/gear.html")


def test_following_a_section_closes_the_contents_over_it(watch: Callable, address: str) -> None:
    seen = watch(width=390)
    seen.open(address + ROLLED)
    seen.page.wait_for_load_state("networkidle")
    seen.page.get_by_role("button", name="On this page").click()
    contents = seen.page.get_by_role("navigation", name="On this page")
    contents.get_by_role("link", name="A note on ladders").click()
    contents.wait_for(state="hidden")
    assert seen.page.url.endswith("#a-note-on-ladders")


def test_the_section_being_read_is_marked(watch: Callable, address: str) -> None:
    seen = watch(height=500)
    seen.open(address + "lanterns/night-weather.html#rain")
    seen.page.locator(".page-contents a[aria-current=location]", has_text="Rain").wait_for()
    seen.page.evaluate("() => scrollTo(0, 0)")
    seen.page.locator(".page-contents a[aria-current=location]").wait_for(state="detached")


def test_without_scripts_the_page_is_whole(watch: Callable, address: str) -> None:
    seen = watch(scripts=False)
    seen.page.goto(address + ROLLED)
    assert "10 + Grip bonus + Ladder" in seen.page.locator(".text").inner_text()
    assert not seen.page.locator(".theme-choice").is_visible()
    assert seen.page.get_by_role("navigation", name="Book").is_visible()


def test_a_printed_page_is_the_text_alone(watch: Callable, address: str) -> None:
    seen = watch()
    seen.open(address + ROLLED)
    seen.page.emulate_media(media="print")
    for selector in (".site-header", ".book-navigation", ".page-contents", ".pager"):
        assert not seen.page.locator(selector).is_visible()
    assert seen.page.locator(".text").is_visible()


def test_a_first_page_is_light(watch: Callable, address: str, outputs: tuple[OutputFile, ...]) -> None:
    """At most 150 KB over the wire, everything included, before the engine is wanted."""
    seen = watch()
    seen.open(address + ROLLED)
    seen.page.wait_for_load_state("networkidle")
    contents = {file.path.removeprefix("site/"): file.content for file in outputs}
    fetched = [unquoted for url in set(seen.requests) if (unquoted := url.removeprefix(address)) in contents]
    assert len(fetched) >= 9
    # Fonts are compressed already; a host compresses the rest.
    weights = {
        name: len(contents[name]) if name.endswith(".woff2") else len(gzip.compress(contents[name])) for name in fetched
    }
    assert sum(weights.values()) <= 150_000, weights


def test_nothing_moves_while_the_page_arrives(watch: Callable, address: str) -> None:
    seen = watch()
    seen.page.add_init_script(
        "window.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) "
        "window.shift += entry.value; }).observe({ type: 'layout-shift', buffered: true });"
    )
    seen.open(address + ROLLED)
    seen.page.wait_for_load_state("networkidle")
    assert seen.page.evaluate("() => window.shift") < 0.02
