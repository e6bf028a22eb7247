"""The core journeys in Chromium, Firefox and WebKit: nothing fails, and no browser has anything to complain of."""

from __future__ import annotations

import os
import re

import pytest

from tests.browser.hosting import Host
from tests.shelves import ROOT

from .driver import Driver
from .journeys import ALONE, JOURNEYS, Visit
from .record import ENGINES, record, recorded, table

# What Firefox says of requests that were on their way when the reader went on.
LEFT = ("error: Failed to load ‘’. A ServiceWorker intercepted the request",)
# What a browser itself says where the host fails, as it does in this journey.
EXPECTED = {
    "retry": (
        "error: Failed to load resource",
        "error: Loading failed for the module with source",
        "error: Loading module from",
    ),
}


@pytest.mark.parametrize("journey", [name for name in JOURNEYS if name not in ALONE])
def test_journey(driver: Driver, inn: Host, journey: str) -> None:
    travel(driver, inn, journey)


@pytest.mark.parametrize("journey", list(ALONE))
def test_journey_with_a_host_that_fails(driver: Driver, lone_inn: Host, journey: str) -> None:
    travel(driver, lone_inn, journey)


def travel(driver: Driver, host: Host, journey: str) -> None:
    """A browser, a host and a journey's name -> travelled, by a reader of whom nothing is stored."""
    driver.trouble()
    try:
        JOURNEYS[journey](Visit(driver, host))
    finally:
        told = driver.trouble()
        driver.evaluate("() => { localStorage.clear(); }")
    assert [line for line in told if not line.startswith(LEFT + EXPECTED.get(journey, ()))] == []
    if os.environ.get("ROLLBOOK_GOLDEN"):
        record(journey, driver)


GUIDE = ROOT / "content" / "guide" / "06-publishing.md"
TABLE = re.compile(r"^\| what a reader does \|.*?\n(?=\n)", re.DOTALL | re.MULTILINE)


def test_the_guide_shows_what_was_travelled() -> None:
    """`make golden` travels every journey, writes down in which browser it came to its end, and the guide's table."""
    if os.environ.get("ROLLBOOK_GOLDEN"):
        GUIDE.write_text(TABLE.sub(lambda _: f"{table()}\n", GUIDE.read_text("utf-8")), encoding="utf-8")
    (shown,) = TABLE.findall(GUIDE.read_text(encoding="utf-8"))
    assert shown == f"{table()}\n"
    untried = {(journey, engine) for journey in JOURNEYS for engine in ENGINES if engine not in recorded()[journey]}
    assert untried == set()
