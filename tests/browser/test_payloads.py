"""Whatever a book holds, nothing of it runs: neither under the policy of the pages nor without it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from rollbook.model.toolkit import Toolkit

from tests.growing import write_shelf
from tests.payloads import ARMED, OTHER_PAGES, PAYLOADS, PRESS, RAN, shelf_with, without_policy
from tests.shelves import build_site

from .conftest import Reader
from .hosting import Host
from .living import PATIENCE, ready

# Of each part some must leave their calculators whole, so that there is something to press.
PARTS = 10
# Each attack once, and each way to break out of where it stands.
FEW = PAYLOADS[::16]


def test_few_of_them(toolkit: Toolkit, site_server: Callable[..., Host], reader: Reader, tmp_path: Path) -> None:
    assert len(PAYLOADS) == 150
    look_at(FEW, toolkit, site_server, reader, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("start", range(PARTS))
def test_all_of_them(
    toolkit: Toolkit, site_server: Callable[..., Host], reader: Reader, tmp_path: Path, start: int
) -> None:
    look_at(PAYLOADS[start::PARTS], toolkit, site_server, reader, tmp_path)


def look_at(
    payloads: Sequence[str], toolkit: Toolkit, site_server: Callable[..., Host], reader: Reader, folder: Path
) -> None:
    """Payloads -> a site that has them everywhere, looked at with and without the policy of its pages."""
    build_site(write_shelf(shelf_with(payloads), folder / "shelf"), toolkit, folder / "site")
    expect.set_options(timeout=PATIENCE)
    for policy in (True, False):
        host = site_server(folder / "site")
        if not policy:
            host.faults[".html"] = without_policy
        page = reader.open(f"{host.url}sinks/passages.html")
        page.set_default_timeout(PATIENCE)
        ready(page)
        assert page.locator("head > meta[http-equiv]").count() == policy
        read_all(page, host, len(payloads))
        page.close()


def read_all(page: Page, host: Host, payloads: int) -> None:
    """A page with everything, of a site with so many payloads -> rolled on, searched, and left for the others."""
    # Where braces are no name of the rule, it is refused as a whole.
    calculators = page.locator("[data-calc]").count()
    assert calculators > payloads // 2
    assert page.evaluate(PRESS) > calculators
    expect(page.locator(".outcome-text")).to_have_count(calculators)
    nothing_ran(page)
    page.keyboard.press("Control+k")
    page.locator("#rb-search").fill("press")
    expect(page.locator("#rb-found[aria-busy=false]")).to_be_attached()
    nothing_ran(page)
    for path in OTHER_PAGES:
        page.goto(host.url + path)
        ready(page)
        nothing_ran(page)


def nothing_ran(page: Page) -> None:
    assert page.evaluate(RAN) is None
    assert page.evaluate(ARMED) == []
