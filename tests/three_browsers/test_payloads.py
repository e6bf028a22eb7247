"""A tenth of the payloads in every browser: whatever a book holds, nothing of it runs, with and without the policy.

All of them are tried in Chromium by tests/browser/test_payloads.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from rollbook.model.toolkit import Toolkit

from tests.browser.hosting import hosted
from tests.growing import write_shelf
from tests.once import Once
from tests.payloads import ARMED, OTHER_PAGES, PRESS, RAN, TENTH, shelf_with, without_policy
from tests.shelves import build_site

from .driver import Driver, until
from .journeys import COUNT, READY

ALL_PLAYED = (
    "() => document.querySelectorAll('.outcome-text').length === document.querySelectorAll('[data-calc]').length"
)
FOUND = "() => document.querySelector('#rb-found[aria-busy=false]') !== null"


@pytest.fixture(scope="session")
def sinks(toolkit: Toolkit, once: Once) -> Path:
    """A site that has a tenth of the payloads wherever a book has text."""

    def make(folder: Path) -> None:
        build_site(write_shelf(shelf_with(TENTH), folder.with_name("sinks-shelf")), toolkit, folder)

    return once.folder("sinks", make)


@pytest.mark.soak
@pytest.mark.parametrize("policy", [True, False], ids=["policy", "no policy"])
def test_nothing_of_a_tenth_runs(driver: Driver, sinks: Path, policy: bool) -> None:
    with hosted(sinks) as host:
        if not policy:
            host.faults[".html"] = without_policy
        driver.open(f"{host.url}sinks/passages.html")
        until(driver, READY)
        assert driver.evaluate(COUNT, "head > meta[http-equiv]") == policy
        assert driver.evaluate(PRESS) > driver.evaluate(COUNT, "[data-calc]") > len(TENTH) // 2
        until(driver, ALL_PLAYED)
        nothing_ran(driver)
        driver.click(".for-search")
        driver.type("#rb-search", "press")
        until(driver, FOUND)
        nothing_ran(driver)
        for path in OTHER_PAGES:
            driver.open(host.url + path)
            until(driver, READY)
            nothing_ran(driver)


def nothing_ran(driver: Driver) -> None:
    assert driver.evaluate(RAN) is None
    assert driver.evaluate(ARMED) == []
