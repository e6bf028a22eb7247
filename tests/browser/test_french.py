"""A French book, played from one end to the other: no word of English is seen, heard or written down."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect
from rollbook.model.toolkit import Toolkit

from tests.english import FRENCH, english_in
from tests.once import Once
from tests.shelves import build_site

from .conftest import Reader
from .hosting import Host
from .living import PATIENCE, ready

# Every text of the page, also what is hidden or only heard, and what its elements are called.
TEXTS = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE && !node.parentElement.closest("script, style")) found.push(node.data);
    for (const name of ["aria-label", "title", "alt", "placeholder"]) found.push(node.getAttribute?.(name) ?? "");
  }
  return found.join(" | ");
}"""
# In a tree of roles the page's own words stand between quotes or behind a colon.
NAMES = re.compile(r'"((?:[^"\\]|\\.)*)"|: (.*)$', re.MULTILINE)


def english(page: Page) -> list[str]:
    """A page -> the English words in its texts and in its accessibility tree."""
    # Addresses stand among the names, and are made of ids.
    lines = [line for line in page.locator("body").aria_snapshot().splitlines() if "- /url:" not in line]
    tree = " ".join(" ".join(pair) for pair in NAMES.findall("\n".join(lines)))
    return english_in(f"{page.evaluate(TEXTS)} | {tree}")


def play_chapter(page: Page) -> None:
    """Everything in the chapter is rolled, refused once, and asked for its odds."""
    for pressed in page.locator("main button[data-roll]").all():
        pressed.click()
    page.locator(".table-modifier").fill("-2")
    page.locator(".table-roll").click()
    page.locator(".table-chances").click()
    calculator = page.locator("[data-calc='coup']").first
    calculator.locator("[data-do='more']").click()
    calculator.locator("[data-do='how']").click()
    calculator.locator("[data-do='odds']").click()
    expect(calculator.locator(".chart, .odds-outcomes table").first).to_be_visible()
    calculator.locator(".moves button").click()
    calculator.locator("[type='submit']").click()
    expect(calculator.locator("output .outcome-text")).not_to_be_empty()
    calculator.locator("[data-field='vent'] input").first.fill("99")
    calculator.locator("[type='submit']").click()
    expect(calculator.locator("output .problem")).not_to_be_empty()
    expect(page.locator("main .chance").first).to_be_visible()


def open_tray(page: Page) -> None:
    """The dice box refuses, explains and rolls, and the log shows all that was rolled so far."""
    page.locator("header button", has_text="Dés").click()
    tray = page.locator("#rb-tray")
    field = tray.locator("form input[type='text'], form input:not([type])").first
    for typed in ("4d6kx", "2d20kh1 - 3"):
        field.fill(typed)
        field.press("Enter")
    expect(tray.locator("output", has_text="d’après").first).to_be_attached()
    tray.get_by_role("button", name="Probabilités").click()
    expect(tray.locator(".chart")).to_be_visible()
    expect(tray.locator(".log li").first).to_be_visible()


def search(page: Page, typed: str, told: str) -> None:
    """What is typed -> searched for, until a reader who listens has been told so much."""
    page.keyboard.press("Escape")
    page.locator(".for-search").click()
    page.locator("dialog.search input[type='search'], dialog.search input").first.fill(typed)
    expect(page.locator("dialog.search [role='status']")).to_have_text(re.compile(told))


def test_a_french_book_speaks_french(
    toolkit: Toolkit, once: Once, site_server: Callable[..., Host], reader: Reader
) -> None:
    host = site_server(once.folder("french", lambda folder: build_site(FRENCH, toolkit, folder)), "play/")
    expect.set_options(timeout=PATIENCE)
    page = reader.open(f"{host.url}phare/la-tempete.html")
    page.set_default_timeout(PATIENCE)
    ready(page)
    play_chapter(page)
    assert english(page) == []
    open_tray(page)
    assert english(page) == []
    search(page, "vent", r"^\d")
    assert english(page) == []
    search(page, "xyzzy", "xyzzy")
    assert english(page) == []
    page.goto(f"{host.url}phare/le-gardien.html")
    ready(page)
    sheet = page.locator("[data-sheet]")
    expect(sheet.locator("[data-left]")).not_to_be_empty()
    sheet.locator("[data-field='Force'] input").fill("9")
    sheet.locator("[data-roll-value='vie']").click()
    expect(sheet.locator("output").first).not_to_be_empty()
    assert english(page) == []
    page.goto(host.url)
    ready(page)
    assert english(page) == []
