"""Whatever a book holds, nothing of it runs: neither under the policy of the pages nor without it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from rollbook.model.toolkit import Toolkit

from tests.growing import write_shelf
from tests.payloads import PAYLOADS, shelf_with
from tests.shelves import build_site

from .conftest import Reader
from .hosting import Host
from .living import PATIENCE, ready

SOAK = int(os.environ.get("ROLLBOOK_SOAK_COUNT", len(PAYLOADS)))
# Each attack once, and each way to break out of where it stands.
FEW = PAYLOADS[::16]
POLICY = re.compile(rb'<meta http-equiv="Content-Security-Policy" content="[^"]*">')
# What would run at a touch: in no page may there be any of it.
ARMED = """() => [...document.querySelectorAll("*")].flatMap((each) => [...each.attributes]
  .filter(({ name, value }) => /^on/i.test(name) || /^\\s*(javascript|data:text)/i.test(value))
  .map(({ name, value }) => `${each.localName} ${name}=${value}`))
  .concat([...document.querySelectorAll("main script, main iframe, main object, main embed, main meta, main base")]
    .map((each) => each.outerHTML))"""
RAN = "() => document.documentElement.dataset.ran ?? null"


def test_few_of_them(toolkit: Toolkit, site_server: Callable[..., Host], reader: Reader, tmp_path: Path) -> None:
    assert len(PAYLOADS) == 150
    for policy in (True, False):
        look_at(FEW, toolkit, site_server, reader, tmp_path / str(policy), policy=policy)


@pytest.mark.soak
@pytest.mark.parametrize("policy", [True, False])
@pytest.mark.parametrize("start", range(0, min(SOAK, len(PAYLOADS)), 15))
def test_all_of_them(
    toolkit: Toolkit, site_server: Callable[..., Host], reader: Reader, tmp_path: Path, start: int, policy: bool
) -> None:
    look_at(PAYLOADS[start : start + 15], toolkit, site_server, reader, tmp_path, policy=policy)


def look_at(
    payloads: Sequence[str],
    toolkit: Toolkit,
    site_server: Callable[..., Host],
    reader: Reader,
    folder: Path,
    *,
    policy: bool,
) -> None:
    """Payloads -> a site that has them everywhere, looked at, rolled on and searched: nothing of them has run."""
    build_site(write_shelf(shelf_with(payloads), folder / "shelf"), toolkit, folder / "site")
    host = site_server(folder / "site")
    if not policy:
        host.faults[".html"] = lambda status, kind, body: (status, kind, POLICY.sub(b"", body))
    expect.set_options(timeout=PATIENCE)
    page = reader.open(f"{host.url}sinks/passages.html")
    page.set_default_timeout(PATIENCE)
    ready(page)
    assert page.locator("head > meta[http-equiv]").count() == policy
    for button in page.locator(".widget button.main, .table-roll").all():
        button.click()
    # Where braces are no name of the rule, it is refused as a whole.
    calculators = page.locator("[data-calc]").count()
    assert calculators > len(payloads) // 2
    expect(page.locator(".outcome-text")).to_have_count(calculators)
    nothing_ran(page)
    page.keyboard.press("Control+k")
    page.locator("#rb-search").fill("press")
    expect(page.locator("#rb-found[aria-busy=false]")).to_be_attached()
    nothing_ran(page)
    for path in ("sinks/words.html", "sinks/index.html", "index.html"):
        page.goto(host.url + path)
        ready(page)
        nothing_ran(page)
    page.close()


def nothing_ran(page: Page) -> None:
    assert page.evaluate(RAN) is None
    assert page.evaluate(ARMED) == []
