"""A cold phone: a reader who has never been here, on a slow line with a slow processor, taps a roll."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Literal

from playwright.sync_api import Browser, BrowserContext, Page

from tests.shelves import ROOT, build_site, whole_toolkit

from .browser import chromium, within
from .ratio import Ratio
from .slow_host import SlowLine, slow_host

ROUNDS = 3
BITS = 1_600_000
LATENCY = 0.15
SLOWER = 4
PAGE = "skill20/checks.html"
# What the same tap took when dice waited for Python: 48 s.
BEFORE = 48e6
SCREEN = {"width": 390, "height": 844}
PATIENCE = 300_000

# From the tap until total and faces have been painted.
TAP = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const roll = document.querySelector("main button[data-roll][data-asks]");
  roll.scrollIntoView({ block: "center" });
  await frame();
  const from = performance.now();
  window.tapped = from;
  roll.click();
  while (!document.querySelector(".roll-result .face")) await frame();
  await frame();
  return performance.now() - from;
}"""
READ = "() => document.querySelector('.roll-result output[data-read]') ? performance.now() - tapped : null"
TOTAL = "() => document.querySelector('.roll-result .total').textContent"


def phone() -> list[Ratio]:
    """-> first tap to faces and total, the weight of the page's scripts, and how long Python takes to read them."""
    toolkit = whole_toolkit()
    with TemporaryDirectory() as name, chromium() as browser:
        folder = Path(name)
        build_site(ROOT, toolkit, folder)
        taps = []
        for _ in range(ROUNDS):
            with slow_host(folder, BITS, LATENCY) as line:
                taps.append(_tap(browser, line))
        with slow_host(folder, BITS, LATENCY) as line:
            weight = _weight_of_scripts(browser, line)
        with slow_host(folder, BITS, LATENCY) as line:
            read = _until_read(browser, line)
    return [
        within("cold phone: tap to faces and total", "150 ms", median(taps) * 1e3, 150e3),
        within("cold phone: page's scripts, compressed (bytes)", "60 KB", weight, 60_000),
        Ratio("cold phone: tap to Python's breakdown", "before: 48 s", read * 1e3, BEFORE, BEFORE / (read * 1e3), None),
    ]


def _open(browser: Browser, line: SlowLine, offline: bool = True) -> tuple[BrowserContext, Page]:
    workers: Literal["allow", "block"] = "allow" if offline else "block"
    context = browser.new_context(viewport=SCREEN, has_touch=True, service_workers=workers)  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(line.url + PAGE, wait_until="commit")
    page.locator("html[data-live='ready']").wait_for(state="attached")
    return context, page


def _tap(browser: Browser, line: SlowLine) -> float:
    """-> milliseconds from tap to paint."""
    context, page = _open(browser, line)
    tapped: float = page.evaluate(TAP)
    context.close()
    return tapped


def _weight_of_scripts(browser: Browser, line: SlowLine) -> int:
    """-> the bytes of all scripts that a page fetches unasked, without what is kept for offline reading."""
    context, page = _open(browser, line, offline=False)
    page.wait_for_load_state("networkidle")
    context.close()
    return sum(size for path, size in line.travelled.items() if path.endswith((".js", ".mjs")))


def _until_read(browser: Browser, line: SlowLine) -> float:
    """-> milliseconds from tap until Python has read the faces, whose total is the one that was shown."""
    context, page = _open(browser, line)
    page.evaluate(TAP)
    shown = page.evaluate(TOTAL)
    while (read := page.evaluate(READ)) is None:
        page.wait_for_timeout(200)
    assert page.evaluate(TOTAL) == shown
    context.close()
    return float(read)
