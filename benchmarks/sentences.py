"""A number in a calculator's sentence is changed, the engine being there: until the sentence has followed."""

from __future__ import annotations

from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser

from tests.browser.hosting import hosted
from tests.shelves import ROOT, build_site, whole_toolkit

from .browser import chromium, within
from .ratio import Ratio

CHAPTERS = (
    *("microluxe20/combat.html", "microluxe20/magic.html", "microluxe20/skills-and-saves.html"),
    *("microluxe20-space/combat.html", "microluxe20-space/injury-and-stun.html"),
    *("skill20/checks.html", "skill20/combat.html", "skill20/grappling.html"),
    *("game-reference/combat.html", "game-reference/special-situations.html"),
)
PATIENCE = 120_000
# Each calculator's first number goes up four times; the first waits for the book's rules and is not counted.
CHANGES = """async () => {
  const took = [];
  for (const section of document.querySelectorAll("[data-calc]")) {
    const control = section.querySelector(".said input[type='number']");
    const said = section.querySelector("span[data-part]:not(.said-shown)");
    if (!control || !said) continue;
    for (let round = 0; round < 4; round += 1) {
      const followed = new Promise((resolve) => {
        const watcher = new MutationObserver(() => { watcher.disconnect(); resolve(performance.now()); });
        watcher.observe(said, { childList: true, subtree: true, characterData: true });
        setTimeout(() => resolve(null), 4000);
      });
      const from = performance.now();
      control.value = String(Number(control.value) + 1);
      control.dispatchEvent(new Event("input", { bubbles: true }));
      const end = await followed;
      if (round > 0 && end !== null) took.push(end - from);
    }
  }
  return took;
}"""


def sentences() -> list[Ratio]:
    """-> the median and the 95th of a hundred changes, over ten chapters of four books."""
    with TemporaryDirectory() as name, chromium() as browser:
        folder = Path(name)
        build_site(ROOT, whole_toolkit(), folder)
        with hosted(folder) as host:
            took = _changes(browser, host.url)
    return [
        within("changed number to changed sentence, median", "50 ms", median(took) * 1e3, 50e3),
        within("changed number to changed sentence, 95th of 100", "50 ms", quantiles(took, n=20)[-1] * 1e3, 50e3),
    ]


def _changes(browser: Browser, url: str) -> list[float]:
    took: list[float] = []
    with browser.new_context(service_workers="block") as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        for chapter in CHAPTERS:
            page.goto(url + chapter)
            page.locator("html[data-live='ready']").wait_for(state="attached")
            took += page.evaluate(CHANGES)
    return took
