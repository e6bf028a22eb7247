"""What a reader does in a small book to roll in, and in any other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from playwright.sync_api import Locator, Page, expect

from .hosting import Host

if TYPE_CHECKING:
    from .conftest import Reader

# The engine starts once in each test, on a machine that may be busy.
PATIENCE = 120_000
CONTROLLED = "() => navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"
PRESS_ROLLS = """() => {
  const pressed = document.querySelectorAll("main button[data-roll], main .table-roll");
  for (const each of pressed) each.click();
  for (const each of document.querySelectorAll("main .table-chances")) each.click();
  return pressed.length;
}"""
# A face that came too late for the first paint is used from the next page on. A test that measures words can't wait.
ADMIT_FACES = """() => {
  // What lies in a folder counts as another's: its rules can't be read.
  const readable = location.protocol === "file:" ? [] : [...document.styleSheets];
  for (const { cssRules } of readable) for (const rule of cssRules) {
    if (rule instanceof CSSFontFaceRule) rule.style.setProperty("font-display", "swap");
  }
  return document.fonts.ready.then(() => null);
}"""


@dataclass(slots=True)
class Living:
    """The host of the living book and a reader."""

    host: Host
    reader: Reader

    def open(self, path: str = "roofs/climbing.html") -> Page:
        page = self.reader.open(self.host.url + path)
        page.set_default_timeout(PATIENCE)
        ready(page)
        return page


def in_its_faces(page: Page) -> None:
    """Until the page stands in its own faces, however busy the machine is."""
    page.evaluate(ADMIT_FACES)


def ready(page: Page) -> None:
    """Until the page's scripts have begun; the engine has not."""
    page.locator("html[data-live='ready']").wait_for(state="attached")


def until_kept(page: Page) -> None:
    """Until the service worker has taken the page, which it does only when it has kept the whole shelf."""
    while not page.evaluate(CONTROLLED):
        page.wait_for_timeout(50)


def roll_button(page: Page, words: str) -> Locator:
    return page.locator("main").get_by_role("button", name=words, exact=True)


def open_tray(page: Page) -> Locator:
    page.get_by_role("button", name="Dice", exact=True).click()
    tray = page.locator("#rb-tray")
    expect(tray).to_be_visible()
    return tray


def log_entries(page: Page) -> list[dict[str, object]]:
    """What the log has stored."""
    stored: list[dict[str, object]] = page.evaluate(
        "() => JSON.parse(localStorage.getItem('rollbook-log:/play/') ?? '{\"entries\": []}').entries"
    )
    return stored


def go_softly(page: Page, address: str) -> None:
    """To a page the way that a link leads there: the engine stays awake."""
    page.evaluate("async (address) => { await navigation.navigate(address).finished; }", address)


def press_rolls(page: Page, address: str) -> tuple[int, list[str]]:
    """Goes to a page softly, presses all that rolls in it -> how many, when each has answered, and the refusals."""
    go_softly(page, address)
    page.evaluate("() => localStorage.clear()")
    count: int = page.evaluate(PRESS_ROLLS)
    for _ in range(PATIENCE // 50):
        answered = page.locator("main output[data-read]").count() + page.locator("main .problem").count()
        if answered == count:
            break
        page.wait_for_timeout(50)
    problems = page.locator("main .problem").all_inner_texts()
    assert len(log_entries(page)) + len(problems) == count, address
    # What the page threw by itself came to what the engine says.
    assert page.locator("main output", has_text="The page added this up as").count() == 0, address
    shown = page.locator("main .table-bar .table-result:not(:empty)")
    assert shown.count() == page.locator("main .table-bar").count(), address
    expect(page.locator("main table[data-roll-table] tbody").filter(has_not=page.locator(".chance"))).to_have_count(0)
    return count, problems


def top_of(page: Page, anchor: str) -> float:
    """Where something stands in the window."""
    return float(page.evaluate(f"() => document.getElementById('{anchor}').getBoundingClientRect().top"))


def settled(page: Page) -> int:
    """Where the page is scrolled to, once it no longer moves."""
    before, now = -1, int(page.evaluate("() => scrollY"))
    while before != now:
        page.wait_for_timeout(100)
        before, now = now, int(page.evaluate("() => scrollY"))
    return now
