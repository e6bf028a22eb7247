"""What readers come for, in every book of this repository's shelf, in Chromium, Firefox and WebKit.

journeys.py has each of them in full, in a small book whose words and numbers are known. Here it is enough that a reader
gets there, wherever a book has it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.browser.hosting import Host, hosted

from .driver import Driver, until
from .journeys import CHOOSE, COUNT, KEPT, READY, Visit, brightness
from .test_journeys import EXPECTED, LEFT

RULES = ("fen-mail", "game-reference", "microluxe20", "microluxe20-first", "microluxe20-space", "skill20")
# A roll that asks for no number first.
ROLL = re.compile(r'<button type="button" data-roll="([^"]+)"(?: data-d20="1")? data-throw=')
CALCULATOR = re.compile(r'data-calc="([^"]+)"[^>]* data-rolls="1"')
SHEET = re.compile(r'data-sheet="[^"]+"[^>]* data-named-by="([^"]+)"')
ENDS = "() => document.querySelector('.pager a[rel=next]') === null"
TITLE = "() => document.querySelector('h1')?.textContent"
# The address changes before the page does, and the page's place in the window after it.
ARRIVED = f"(before) => !window.navigation?.transition && ({TITLE})() !== before && ({READY})() && ({TITLE})()"
# Where the search leads.
FOUND = "(page) => [...document.querySelectorAll('#rb-found a')].some((each) => each.pathname.endsWith(page))"
STORED = "(text) => JSON.stringify(localStorage).includes(text)"
VALUE = "(selector, value) => document.querySelector(selector)?.value === value"


@dataclass(frozen=True, slots=True)
class Tour:
    """A reader of one book: their browser and its host, and the pages as they were written."""

    visit: Visit
    book: str
    folder: Path

    @property
    def driver(self) -> Driver:
        return self.visit.driver

    def open(self, page: str = "index") -> None:
        self.visit.open(f"{self.book}/{page}")

    def having(self, part: re.Pattern[str]) -> tuple[str, str]:
        """What a page must have -> the first such page, and what was found there."""
        for path in sorted((self.folder / self.book).glob("*.html")):
            if path.stem != "index" and (found := part.search(path.read_text(encoding="utf-8"))):
                return path.stem, found[1]
        raise AssertionError(f"no page of {self.book} has {part.pattern}")

    def open_calculator(self) -> str:
        """-> the selector of a calculator that rolls, on its page."""
        page, name = self.having(CALCULATOR)
        self.open(page)
        return f"[data-calc='{name}']"


def read(tour: Tour) -> None:
    tour.open()
    tour.driver.click("a.button[rel=next]")
    until(tour.driver, "() => document.querySelector('.pager') !== null")
    seen = {until(tour.driver, ARRIVED, "")}
    while not tour.driver.evaluate(ENDS):
        before = tour.driver.evaluate(TITLE)
        tour.driver.click(".pager a[rel=next]")
        title = until(tour.driver, ARRIVED, before)
        assert title not in seen
        seen.add(title)
    assert len(seen) > 10


def roll(tour: Tour) -> int:
    page, expression = tour.having(ROLL)
    tour.open(page)
    tour.driver.click(f'main [data-roll="{expression}"]:not([data-asks])')
    return tour.visit.number("main .roll-result .total")


def table(tour: Tour) -> None:
    page, _ = tour.having(re.compile('data-roll-table="([^"]+)"'))
    tour.open(page)
    tour.driver.click(".table-roll")
    assert tour.visit.text(".table-bar .table-result")
    assert tour.driver.evaluate(COUNT, "tbody tr:has(.came-up)") == 1


def calculator(tour: Tour) -> None:
    section = tour.open_calculator()
    tour.driver.click(f"{section} button.main")
    assert tour.visit.text(f"{section} .widget-result")


def odds(tour: Tour) -> None:
    section = tour.open_calculator()
    tour.driver.click(f"{section} [data-do=odds]")
    tour.visit.see(f"{section} .widget-odds svg")


def sheet(tour: Tour) -> None:
    page, field = tour.having(SHEET)
    name = f"[data-sheet] [data-field='{field}'] input"
    tour.open(page)
    tour.driver.type(name, "Annabel")
    until(tour.driver, STORED, "Annabel")
    tour.open(page)
    until(tour.driver, VALUE, name, "Annabel")


def search(tour: Tour) -> None:
    page, _ = tour.having(ROLL)
    tour.open(page)
    title = tour.driver.evaluate(TITLE)
    tour.open()
    tour.driver.click(".for-search")
    tour.driver.type("#rb-search", title)
    until(tour.driver, FOUND, f"/{tour.book}/{page}.html")
    tour.driver.press("Enter")
    until(tour.driver, "(book) => !location.pathname.endsWith(`/${book}/index.html`)", tour.book)
    until(tour.driver, READY)


def pin(tour: Tour) -> None:
    section = tour.open_calculator()
    pinned = tour.driver.evaluate("(section) => document.querySelector(`${section} [data-pin]`).dataset.pin", section)
    tour.driver.click(f"{section} [data-do='more']")
    tour.driver.click(f"[data-pin='{pinned}']")
    tour.visit.see(f"[data-pin='{pinned}'][aria-pressed='true']")
    tour.open(next((tour.folder / tour.book).glob("*-screen.html")).stem)
    tour.driver.click(f".card[data-pinned='{pinned}'] button.main")
    assert tour.visit.text(f".card[data-pinned='{pinned}'] .widget-result")


def log(tour: Tour) -> None:
    total = roll(tour)
    tour.open()
    tour.driver.click(".for-dice")
    assert tour.visit.number(".log-list li strong") == total


def dark(tour: Tour) -> None:
    tour.open()
    tour.driver.evaluate(CHOOSE, "[data-theme-choice]", "dark")
    tour.open(tour.having(ROLL)[0])
    assert brightness(tour.visit) < 0.25
    tour.driver.evaluate(CHOOSE, "[data-theme-choice]", "system")


def offline(tour: Tour) -> None:
    tour.open()
    until(tour.driver, KEPT)
    tour.visit.host.hosting = False
    roll(tour)
    search(tour)


def retry(tour: Tour) -> None:
    tour.visit.host.headers = lambda _: {"Cache-Control": "no-store"}
    tour.visit.host.faults["/widgets.mjs"] = lambda *_: (503, "text/plain", b"later")
    section = tour.open_calculator()
    tour.visit.see("#rb-notice")
    tour.driver.click(f"{section} button.main")
    tour.visit.host.faults.clear()
    tour.driver.click("#rb-notice button")
    assert tour.visit.text(f"{section} .widget-result")


EVERYWHERE: tuple[Callable[[Tour], object], ...] = (read, roll, search, log, dark)
WITH_RULES: tuple[Callable[[Tour], object], ...] = (table, calculator, odds, sheet, pin)
ALONE: tuple[Callable[[Tour], object], ...] = (offline, retry)
TOURS = (
    *((book, journey) for book in (*RULES, "guide") for journey in (*EVERYWHERE, offline)),
    *((book, journey) for book in RULES for journey in (*WITH_RULES, retry)),
)


@pytest.fixture(scope="session")
def shelf(shelf_folder: Path) -> Iterator[Host]:
    with hosted(shelf_folder, "play/") as host:
        yield host


@pytest.mark.soak
@pytest.mark.parametrize(("book", "journey"), TOURS, ids=[f"{book}-{journey.__name__}" for book, journey in TOURS])
def test_journey_in_every_book(
    driver: Driver, shelf: Host, shelf_folder: Path, book: str, journey: Callable[[Tour], object]
) -> None:
    driver.trouble()
    try:
        if journey in ALONE:
            with hosted(shelf_folder, "play/") as lone:
                journey(Tour(Visit(driver, lone), book, shelf_folder))
        else:
            journey(Tour(Visit(driver, shelf), book, shelf_folder))
    finally:
        told = driver.trouble()
        driver.evaluate("() => { localStorage.clear(); }")
    assert [line for line in told if not line.startswith(LEFT + EXPECTED.get(journey.__name__, ()))] == []
