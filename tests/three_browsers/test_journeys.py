"""The core journeys in Chromium, Firefox and WebKit: nothing fails, and no browser has anything to complain of."""

from __future__ import annotations

import pytest

from tests.browser.hosting import Host

from .driver import Driver
from .journeys import ALONE, JOURNEYS, Visit

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
