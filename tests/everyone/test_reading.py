"""What a reader of chapters meets: the text before everything else, a chapter in short, contents that know what can be
rolled, a screen without holes, and marks as a printer sets them."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.axe import bring_axe, findings
from tests.browser.hosting import Host
from tests.browser.living import ready

from .conftest import CHAPTER, open_page
from .test_arrival import SHIFTS

DESK = {"width": 1280, "height": 900}
MOST_TAB_STOPS = 16
# Chapters with brackets before rolls and with tables right under a title, one of them the chapter's own.
SET = (
    *("microluxe20/mass-combat.html", "microluxe20/skills-and-saves.html", "fen-mail/gear.html"),
    *("skill20/maneuvers.html", "guide/the-notation.html"),
)
FOCUSED_ROLL = "() => document.activeElement.matches('main [data-roll]')"
# Above each card stands another one, or the upper edge: the largest hole in pixels.
LARGEST_HOLE = """() => {
  const boxes = [...document.querySelectorAll(".card")].map((card) => card.getBoundingClientRect());
  const top = Math.min(...boxes.map((box) => box.top));
  const beside = (box, other) => other.left >= box.right || other.right <= box.left;
  const above = (box) => boxes.filter((other) => other.bottom <= box.top + 1 && !beside(box, other));
  return Math.max(...boxes.map((box) => box.top - Math.max(top, ...above(box).map((other) => other.bottom))));
}"""


# What a typesetter would not let pass: an opening mark that hangs at the end of a line before what belongs to it, and a
# table whose caption says the heading above it again. With how many of each were looked at.
SLIPS = """() => {
  const main = document.querySelector("main");
  const slips = { hanging: [], repeated: [], opened: 0, captions: 0 };
  const line = "p, li, td, dd, dt, figcaption";
  for (const shown of main.querySelectorAll("[data-roll], a, strong, em, .sentence :is(button, input, select)")) {
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    texts.currentNode = shown;
    const before = texts.previousNode();
    const written = before?.data.trimEnd() ?? "";
    if (!/[(\\[“„«‘‹]$/.test(written) || before.parentElement.closest(line) !== shown.closest(line)) continue;
    const mark = document.createRange();
    mark.setStart(before, written.length - 1);
    mark.setEnd(before, written.length);
    const [opening] = mark.getClientRects(), [first] = shown.getClientRects();
    if (!opening || !first) continue;
    slips.opened += 1;
    if (first.top >= opening.bottom - 2) slips.hanging.push(`${written.slice(-20)}${shown.textContent}`);
  }
  const said = (element) => element.textContent.trim().toLowerCase();
  for (const caption of main.querySelectorAll("caption")) {
    slips.captions += 1;
    const headings = [...main.querySelectorAll("h1, h2, h3, h4, h5, h6")];
    const above = headings.findLast((each) => each.compareDocumentPosition(caption) & Node.DOCUMENT_POSITION_FOLLOWING);
    if (above && said(above) === said(caption)) slips.repeated.push(said(caption));
  }
  return slips;
}"""


def find_slips(browser: Browser, host: Host, pages: tuple[str, ...]) -> tuple[int, int]:
    """Pages -> how many opening marks and captions were found well set, on a desk and on phones."""
    opened, captions = 0, 0
    for width in (1280, 390, 320):
        context = browser.new_context(viewport={"width": width, "height": 900}, service_workers="block")
        page = context.new_page()
        for path in pages:
            open_page(page, host.url + path)
            slips = page.evaluate(SLIPS)
            assert (slips["hanging"], slips["repeated"]) == ([], []), (path, width)
            opened, captions = opened + slips["opened"], captions + slips["captions"]
        context.close()
    return opened, captions


def test_no_bracket_hangs_and_no_caption_repeats_its_heading(browser: Browser, host: Host) -> None:
    opened, captions = find_slips(browser, host, SET)
    assert opened >= 12
    assert captions >= 6


@pytest.mark.soak
def test_no_bracket_hangs_on_any_page(browser: Browser, host: Host, every_page: tuple[str, ...]) -> None:
    opened, captions = find_slips(browser, host, every_page)
    assert opened > 60
    assert captions > 200


# Of each row with a roll: how far apart the first lines of its cells begin, in pixels.
FIRST_LINES = """() => [...document.querySelectorAll("main tbody tr:has([data-roll])")].map((row) => {
  const tops = [...row.cells].filter((cell) => cell.textContent.trim()).map((cell) => {
    const words = document.createRange();
    words.selectNodeContents(cell);
    return Math.min(...[...words.getClientRects()].filter((box) => box.width > 2).map((box) => box.top));
  });
  return Math.max(...tops) - Math.min(...tops);
})"""


def test_the_cells_of_a_row_begin_on_one_line(reading_page: Page, host: Host) -> None:
    """Also beside a roll that takes several lines, as on a phone."""
    page = reading_page
    page.set_viewport_size({"width": 390, "height": 844})
    open_page(page, host.url + "skill20/quick-reference.html")
    apart = page.evaluate(FIRST_LINES)
    assert len(apart) >= 8
    assert max(apart) <= 6, apart


def test_the_first_roll_is_few_tab_stops_away(reading_page: Page, host: Host) -> None:
    page = reading_page
    page.set_viewport_size(DESK)
    open_page(page, host.url + CHAPTER)
    stops = 0
    while not page.evaluate(FOCUSED_ROLL) and stops <= MOST_TAB_STOPS:
        page.keyboard.press("Tab")
        stops += 1
    assert stops <= MOST_TAB_STOPS


def test_a_chapter_in_short(reading_page: Page, host: Host) -> None:
    page = reading_page
    page.set_viewport_size(DESK)
    page.add_init_script(SHIFTS)
    open_page(page, host.url + CHAPTER)
    whole = page.locator(".text").evaluate("(text) => text.getBoundingClientRect().height")
    switch = page.get_by_role("switch", name="In short")
    expect(switch).not_to_be_checked()
    switch.focus()
    page.keyboard.press("Space")
    expect(switch).to_be_checked()
    short = page.locator(".text").evaluate("(text) => text.getBoundingClientRect().height")
    assert short < 0.8 * whole
    for gone in (".example", ".in-full", ".text > p:first-child", "blockquote"):
        expect(page.locator(gone).filter(visible=True)).to_have_count(0)
    for kept in (".text h2", ".text table", "[data-calc]", ".rule-id + p strong"):
        assert page.locator(kept).filter(visible=True).count() == page.locator(kept).count()
    heading, link = (page.locator(each).first.bounding_box() for each in (".text h2", ".text h2 + .anchor"))
    assert heading is not None
    assert link is not None
    assert link["y"] + link["height"] / 2 < heading["y"] + heading["height"], "beside its heading"
    bring_axe(page)
    assert findings(page) == []
    # It is remembered, and stands from the first paint on: nothing moves.
    page.goto(host.url + CHAPTER)
    ready(page)
    expect(page.get_by_role("switch", name="In short")).to_be_checked()
    expect(page.locator(".example").filter(visible=True)).to_have_count(0)
    assert page.evaluate("() => window.shift") == 0
    page.locator(".pager .next").click()
    expect(page.locator("h1")).not_to_have_text("Combat")
    expect(page.get_by_role("switch", name="In short")).to_be_checked()
    page.get_by_role("switch", name="In short").uncheck()
    page.go_back()
    expect(page.get_by_role("switch", name="In short")).not_to_be_checked()
    # Without scripts there is no switch, and everything can be read.
    expect(page.locator(".example").first).to_be_visible()


def test_the_contents_follow_and_lead_to_what_is_rolled_here(reading_page: Page, host: Host) -> None:
    page = reading_page
    page.set_viewport_size(DESK)
    open_page(page, host.url + CHAPTER)
    here = page.locator(".plays-here")
    expect(here).to_be_hidden()
    page.evaluate("() => document.getElementById('damage').scrollIntoView()")
    expect(page.locator(".page-contents [aria-current='location']")).to_have_text("Damage")
    expect(here.get_by_role("listitem")).to_have_text(["Melee attack", "Ranged attack", "Magic attack"])
    here.get_by_role("link", name="Ranged attack").click()
    expect(page.locator("#calc-ranged-attack")).to_be_in_viewport()
    page.locator("[data-editor-view]").check()
    expect(page.locator("html")).to_have_attribute("data-editing", "")
    expect(page.locator(".rule-id .plays").first).to_have_css("opacity", "1")
    bring_axe(page)
    assert findings(page) == []


@pytest.mark.parametrize("width", [1280, 390])
def test_what_is_only_seen_when_pointed_at_breaks_no_line(reading_page: Page, host: Host, width: int) -> None:
    page = reading_page
    page.set_viewport_size({"width": width, "height": 900})
    open_page(page, host.url + CHAPTER)
    heights = "() => [...document.querySelectorAll('.text > p:not(.rule-id)')].map((each) => each.offsetHeight)"
    with_marks = page.evaluate(heights)
    assert page.locator(".rule-id .plays").count() > 3
    page.add_style_tag(content=".text .rule-id { display: none }")
    assert page.evaluate(heights) == with_marks


def test_no_section_leads_to_a_calculator_twice_and_no_rule_to_a_list_of_them(shelf_folder: Path) -> None:
    for path in sorted(shelf_folder.glob("*/*.html")):
        text = path.read_text("utf-8")
        for section in re.split("<h[2-6] ", text):
            led = re.findall('<a class="plays" href="([^"]+)"', section)
            assert len(led) == len(set(led)), (path.name, section[:80], led)
        for mark in re.findall('<p class="rule-id".*?</p>', text):
            assert mark.count('class="plays"') <= 2, (path.name, mark)


def test_ten_cards_fit_a_desk_without_a_hole(browser: Browser, host: Host) -> None:
    context = browser.new_context(viewport=DESK, service_workers="block")  # type: ignore[arg-type]
    page = context.new_page()
    open_page(page, host.url + "microluxe20/gamemasters-screen.html")
    page.locator(".board-actions button.main").click()
    expect(page.locator(".card .card-place")).to_have_count(10)
    page.evaluate("() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))")
    lowest = page.evaluate(
        "() => Math.max(...[...document.querySelectorAll('.card')].map((card) => card.getBoundingClientRect().bottom))"
    )
    assert lowest <= DESK["height"]
    assert page.evaluate(LARGEST_HOLE) <= 24
    # What opens in a card moves those below it, and nothing lies over anything.
    page.locator(".card [data-do='more']").first.click()
    page.evaluate("() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))")
    assert page.evaluate(LARGEST_HOLE) <= 24
    context.close()


class Texts(HTMLParser):
    """What a page says, without code and formulas."""

    SILENT = frozenset(("script", "style", "code", "pre", "kbd"))
    EMPTY = frozenset(("br", "hr", "img", "input", "link", "meta", "source"))

    def __init__(self) -> None:
        super().__init__()
        self.inside: list[str] = []
        self.said: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.EMPTY:
            self.inside.append(tag)
        self.said += [value or "" for name, value in attrs if name in ("aria-label", "title", "alt", "data-title")]

    def handle_endtag(self, tag: str) -> None:
        while self.inside and self.inside.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not self.SILENT & {*self.inside}:
            self.said.append(data)


def test_apostrophes_are_printed_ones(shelf_folder: Path) -> None:
    straight, curly = [], 0
    for path in sorted(shelf_folder.rglob("*.html")):
        texts = Texts()
        texts.feed(path.read_text("utf-8"))
        straight += [(path.name, said) for said in texts.said if re.search(r"[^\W\d_]'[^\W\d_]", said)]
        curly += sum(len(re.findall(r"[^\W\d_]’[^\W\d_]", said)) for said in texts.said)
    assert straight == []
    assert curly > 500
