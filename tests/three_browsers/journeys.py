"""What readers come for, each from beginning to end, in whichever browser: the same steps in all of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from tests.browser.hosting import Host

from .driver import IS_SEEN, Driver, text, until

READY = "() => document.documentElement?.dataset.live === 'ready'"
LOADED = "() => document.readyState === 'complete'"
COUNT = "(selector) => document.querySelectorAll(selector).length"
HAS_TEXT = (
    "(selector, part) => [...document.querySelectorAll(selector)].some((each) => each.textContent.includes(part))"
)
TEXTS = "(selector) => [...document.querySelectorAll(selector)].map((each) => each.textContent)"
# Of the list of what was found, the part that its first entry leaves.
SPARE = (
    """() => document.querySelector("#rb-found").clientHeight - document.querySelector("#rb-found a").offsetHeight"""
)
PAPER = "() => getComputedStyle(document.documentElement).backgroundColor"
# The service worker takes the page only when it has kept the whole shelf.
KEPT = "() => navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"
# What a list of choices does when a reader takes one.
CHOOSE = """(selector, value) => {
  const list = document.querySelector(selector);
  list.value = value;
  for (const kind of ["input", "change"]) list.dispatchEvent(new Event(kind, { bubbles: true }));
}"""


@dataclass(frozen=True, slots=True)
class Visit:
    """A reader at the inn: their browser, and the host of the book."""

    driver: Driver
    host: Host

    def open(self, page: str = "inn/the-taproom") -> None:
        """A page of the shelf -> alive."""
        # WebKit's driver takes the end of a move that is still going on for that of its own.
        until(self.driver, LOADED)
        self.driver.open(f"{self.host.url}{page}.html")
        until(self.driver, READY)

    def see(self, selector: str) -> None:
        until(self.driver, IS_SEEN, selector)

    def text(self, selector: str) -> str:
        return text(self.driver, selector)

    def number(self, selector: str) -> int:
        return int(self.text(selector))


def read(visit: Visit) -> None:
    """Go from the shelf to a cover, a chapter, the next one and back, looking up a term on the way."""
    visit.open("index")
    visit.driver.click(".shelf a")
    until(visit.driver, HAS_TEXT, "h1", "The Inn")
    visit.driver.click("a.button[rel=next]")
    until(visit.driver, HAS_TEXT, "h1", "The taproom")
    visit.driver.click(".pager a[rel=next]")
    until(visit.driver, HAS_TEXT, "h1", "Guests")
    visit.driver.evaluate("() => history.back()")
    until(visit.driver, HAS_TEXT, "h1", "The taproom")
    until(visit.driver, READY)
    visit.driver.point("a.term")
    assert "more ale than is good" in visit.text(".term-card")


def roll(visit: Visit) -> None:
    """Roll dice in the text, see each face and the total, and roll again."""
    visit.open()
    visit.driver.click("main [data-roll='2d6']")
    total = visit.number("main .roll-result .total")
    faces = [int(face) for face in visit.driver.evaluate(TEXTS, "main .roll-result .face")]
    assert len(faces) == 2
    assert sum(faces) == total


def table(visit: Visit) -> None:
    """Roll on a table: one of its rows comes up and is announced."""
    visit.open()
    visit.driver.click(".table-roll")
    said = visit.text(".table-bar .table-result")
    assert re.search(r"A carter with \S+ barrels|A singer", said), said
    assert visit.driver.evaluate(COUNT, "tbody tr:has(.came-up)") == 1
    visit.driver.click(".table-chances")
    assert "50" in visit.text("tbody .chance")


def calculator(visit: Visit) -> None:
    """Type dice into the box and roll them."""
    visit.open()
    visit.driver.type("#calc-wrestle-1", "20")
    visit.driver.click("[data-calc=wrestle] button.main")
    said = visit.text("[data-calc=wrestle] .outcome-text")
    found = re.fullmatch(r"(\d+): the other arm goes down\.", said)
    assert found is not None, said
    assert 21 <= int(found[1]) <= 26


def odds(visit: Visit) -> None:
    """See the odds of what was typed, as a chart and in numbers."""
    visit.open()
    visit.driver.type("#calc-wrestle-1", "5")
    visit.driver.click("[data-calc=wrestle] [data-do=odds]")
    visit.see("#calc-wrestle-odds svg")
    until(visit.driver, HAS_TEXT, "[data-calc=wrestle] [data-outcome='0']", "83.3\u00a0%")


def sheet(visit: Visit) -> None:
    """Fill in a character that is still there later, and roll with its numbers elsewhere."""
    visit.open("inn/guests")
    until(visit.driver, HAS_TEXT, "[data-left]", "6")
    visit.driver.type("[data-field=name] input", "Ann")
    visit.driver.type("[data-field=Thirst] input", "5")
    until(visit.driver, HAS_TEXT, "[data-value='Thirst bonus']", "2")
    visit.open("inn/guests")
    until(visit.driver, "() => document.querySelector('[data-field=name] input').value === 'Ann'")
    until(visit.driver, HAS_TEXT, "[data-value='Thirst bonus']", "2")
    visit.open()
    visit.driver.click("main [data-roll='d20 + Thirst bonus']")
    total = visit.number("main .roll-result .total")
    assert 3 <= total <= 22
    assert "(2)" in visit.text("main .roll-result output")


def search(visit: Visit) -> None:
    """Type a word into the search, see the results, and press Enter to go there."""
    visit.open("inn/guests")
    visit.driver.click(".for-search")
    visit.driver.type("#rb-search", "wrestling")
    visit.see("#rb-found a")
    assert visit.driver.evaluate(SPARE) >= 0, "the list is too low to show what was found"
    visit.driver.press("Enter")
    until(visit.driver, "() => /the-taproom\\.html#/.test(location.href)")
    until(visit.driver, READY)


def pin(visit: Visit) -> None:
    """Pin something in a chapter and use it on the screen."""
    visit.open()
    visit.driver.click("[data-calc='wrestle'] [data-do='more']")
    visit.driver.click("[data-pin='calc-wrestle']")
    visit.see("[data-pin='calc-wrestle'][aria-pressed='true']")
    visit.open("inn/screen")
    visit.driver.click(".card[data-pinned='calc-wrestle'] button.main")
    assert "arm goes down" in visit.text(".card .outcome-text")


def log(visit: Visit) -> None:
    """Find a roll in the log, on the next page too; the dice box adds its own."""
    visit.open()
    visit.driver.click("main [data-roll='2d6']")
    total = visit.number("main .roll-result .total")
    visit.open("inn/guests")
    visit.driver.click(".for-dice")
    assert visit.number(".log-list li strong") == total
    visit.driver.type("#rb-tray input", "3d1 + 4")
    visit.driver.press("Enter")
    until(visit.driver, f"() => ({COUNT})('.log-list li') === 2")
    assert visit.number(".log-list li strong") == 7


def dark(visit: Visit) -> None:
    """Choose colours that stay on every page, and go back to the device's own."""
    visit.open()
    visit.driver.evaluate(CHOOSE, "[data-theme-choice]", "light")
    light = brightness(visit)
    visit.driver.evaluate(CHOOSE, "[data-theme-choice]", "dark")
    assert brightness(visit) < 0.25 < 0.75 < light
    visit.open("inn/guests")
    assert brightness(visit) < 0.25
    visit.driver.evaluate(CHOOSE, "[data-theme-choice]", "system")


def offline(visit: Visit) -> None:
    """After one visit, read and roll offline, even on pages never opened."""
    visit.open("inn/guests")
    until(visit.driver, KEPT)
    visit.host.hosting = False
    visit.open()
    roll(visit)
    visit.driver.click(".for-search")
    visit.driver.type("#rb-search", "tipsy")
    visit.see("#rb-found a")


def retry(visit: Visit) -> None:
    """Try again after a script failed to load, and get what was wanted."""
    visit.host.headers = lambda _: {"Cache-Control": "no-store"}
    visit.host.faults["/widgets.mjs"] = lambda *_: (503, "text/plain", b"later")
    visit.open()
    visit.see("#rb-notice")
    visit.driver.click("[data-calc=wrestle] button.main")
    visit.host.faults.clear()
    visit.driver.click("#rb-notice button")
    assert "arm goes down" in visit.text("[data-calc=wrestle] .outcome-text")


def brightness(visit: Visit) -> float:
    """-> how bright the paper is, from 0 to 1."""
    said = visit.driver.evaluate(PAPER)
    parts = [float(part) for part in re.findall(r"[\d.]+", said)[:3]]
    return sum(parts) / 3 / (255 if said.startswith("rgb") else 1)


# In these the host fails, so it is one that no other journey uses.
ALONE: dict[str, Callable[[Visit], None]] = {"offline": offline, "retry": retry}
_OTHERS = (read, roll, table, calculator, odds, sheet, search, pin, log, dark)
JOURNEYS: dict[str, Callable[[Visit], None]] = {**{journey.__name__: journey for journey in _OTHERS}, **ALONE}
