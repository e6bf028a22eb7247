"""Eyes that need large type, strong colours or wide spacing: every page stays whole and scrolls one way."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.hosting import Host

from .conftest import CHAPTER, SAMPLE, open_page

# A window of 1280 by 1024 pixels at 400 %.
ZOOMED = {"width": 320, "height": 256}
# What WCAG 1.4.12 asks a page to bear.
SPACED = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important }
    p { margin-bottom: 2em !important }`);
  document.adoptedStyleSheets.push(sheet);
}"""
# Whatever reaches beyond the window and can't be scrolled to inside its own region.
OUTSIDE = """() => [...document.querySelectorAll("main *")]
  .filter((e) => e.checkVisibility() && !e.closest(".table-scroll, .unseen, .roll-note > *, pre, svg, [role='region']"))
  .filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
  .map((e) => e.outerHTML.slice(0, 100))"""
# Text whose line boxes are cut off by their own box.
CUT_OFF = """() => [...document.querySelectorAll("main :is(p, li, td, th, button, label, dt, dd, h1, h2, h3, h4)")]
  .filter((e) => e.checkVisibility() && getComputedStyle(e).overflow !== "visible" && !e.closest(".unseen"))
  .filter((e) => e.scrollHeight > e.clientHeight + 2 || e.scrollWidth > e.clientWidth + 2)
  .map((e) => e.outerHTML.slice(0, 100))"""


@pytest.mark.parametrize("path", SAMPLE)
def test_a_page_at_400_per_cent_scrolls_one_way_and_loses_nothing(reading_page: Page, host: Host, path: str) -> None:
    reflows(reading_page, host.url + path)


@pytest.mark.soak
def test_every_page_at_400_per_cent_scrolls_one_way(
    reading_page: Page, host: Host, every_page: tuple[str, ...]
) -> None:
    for path in every_page:
        reflows(reading_page, host.url + path)


# What a finger can reach is larger than what a mouse can; none of it makes a page wider than the phone.
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_a_phone_scrolls_a_chapter_one_way(browser: Browser, host: Host) -> None:
    assert wider_than_a_phone(browser, host, (CHAPTER, "skill20/statuses.html")) == []


@pytest.mark.soak
def test_a_phone_scrolls_every_page_one_way(browser: Browser, host: Host, every_page: tuple[str, ...]) -> None:
    assert wider_than_a_phone(browser, host, every_page) == []


def wider_than_a_phone(browser: Browser, host: Host, paths: tuple[str, ...]) -> list[tuple[str, int]]:
    context = browser.new_context(service_workers="block", **PHONE)  # type: ignore[arg-type]
    page = context.new_page()
    widths = []
    for path in paths:
        open_page(page, host.url + path)
        widths.append((path, page.evaluate("() => document.documentElement.scrollWidth")))
    context.close()
    return [(path, width) for path, width in widths if width != PHONE["viewport"]["width"]]  # type: ignore[index]


# All that is folded away is opened; the choices of a sentence are shown by the sentence itself.
CLIPPED = """() => {
  for (const more of document.querySelectorAll("details")) more.open = true;
  const pen = document.createElement("canvas").getContext("2d");
  const styled = [...document.querySelectorAll("select")].map((select) => [select, getComputedStyle(select)]);
  const seen = styled.filter(([select, { opacity }]) => select.checkVisibility() && opacity !== "0");
  const clipped = seen.flatMap(([select, { font, paddingLeft, paddingRight }]) => {
    pen.font = font;
    const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) + 1;
    return [...select.options].map(({ text }) => text).filter((text) => pen.measureText(text).width > room);
  });
  return { seen: seen.length, clipped };
}"""


@pytest.mark.parametrize("width", [390, 1280])
def test_a_choice_shows_all_its_words(reading_page: Page, host: Host, width: int) -> None:
    assert clipped_choices(reading_page, host, width, (CHAPTER, "microluxe20/character-sheet.html")) == {}


@pytest.mark.soak
@pytest.mark.parametrize("width", [390, 1280])
def test_every_choice_shows_all_its_words(
    reading_page: Page, host: Host, width: int, every_page: tuple[str, ...]
) -> None:
    assert clipped_choices(reading_page, host, width, every_page) == {}


def clipped_choices(page: Page, host: Host, width: int, paths: tuple[str, ...]) -> dict[str, list[str]]:
    """Pages at a width -> the words that some choice has no room for, by page."""
    page.set_viewport_size({"width": width, "height": 900})
    found = {}
    for path in paths:
        open_page(page, host.url + path)
        found[path] = page.evaluate(CLIPPED)
    assert sum(each["seen"] for each in found.values()) > len(paths) // 2
    return {path: each["clipped"] for path, each in found.items() if each["clipped"]}


def reflows(page: Page, address: str) -> None:
    page.set_viewport_size(ZOOMED)  # type: ignore[arg-type]
    open_page(page, address)
    for spaced in (False, True):
        if spaced:
            page.evaluate(SPACED)
        assert page.evaluate("() => document.documentElement.scrollWidth") == ZOOMED["width"], (address, spaced)
        assert page.evaluate(OUTSIDE) == [], (address, spaced)
        assert page.evaluate(CUT_OFF) == [], (address, spaced)
    # A bar that stays while the text scrolls must leave room for the text.
    page.evaluate("() => scrollTo(0, 400)")
    bar = page.locator(".site-header").evaluate("(bar) => Math.max(0, bar.getBoundingClientRect().bottom)")
    assert bar <= ZOOMED["height"] / 3, address


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_keep_every_sign(browser: Browser, host: Host, scheme: str) -> None:
    """Windows' high contrast takes the page's colours away: what they said must still be seen."""
    context = browser.new_context(forced_colors="active", color_scheme=scheme, service_workers="block")  # type: ignore[arg-type]
    page = context.new_page()
    open_page(page, host.url + CHAPTER)
    # Dice in the text are told from words by a line below them, controls by a frame.
    assert page.locator("main [data-roll]").first.evaluate(LINED)
    assert page.locator(".widget button.main").first.evaluate(FRAMED)
    # What has the focus has an outline.
    page.locator("main [data-roll]").first.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle") != "none"
    # Marks drawn in SVG take the text's colour.
    strokes = page.locator("main svg").first.evaluate("(svg) => getComputedStyle(svg).color")
    assert strokes == page.locator("main").evaluate("(main) => getComputedStyle(main).color") or strokes.startswith(
        "rgb"
    )
    context.close()


LINED = """(e) => {
  const style = getComputedStyle(e);
  return style.textDecorationLine.includes("underline") || parseFloat(style.borderBottomWidth) > 0;
}"""
FRAMED = """(e) => {
  const style = getComputedStyle(e);
  return parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== "none";
}"""
