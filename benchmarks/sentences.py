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

BOOKS = ("fen-mail", "game-reference", "microluxe20", "microluxe20-first", "microluxe20-space", "skill20")
PATIENCE = 120_000
# Each calculator's first number goes up four times; the first waits for the book's rules and is not counted.
CHANGES = """async () => {
  const took = {};
  for (const section of document.querySelectorAll("main [data-calc]")) {
    const control = section.querySelector(".said input[type='number']");
    const said = [...section.querySelectorAll("span[data-part]:not(.said-shown)")];
    if (!control || said.length === 0) continue;
    const rounds = took[section.dataset.calc] = [];
    for (let round = 0; round < 4; round += 1) {
      const followed = new Promise((resolve) => {
        const watcher = new MutationObserver(() => { watcher.disconnect(); resolve(performance.now()); });
        for (const place of said) watcher.observe(place, { childList: true, subtree: true, characterData: true });
        setTimeout(() => resolve(null), 4000);
      });
      const from = performance.now();
      const step = control.max !== "" && Number(control.value) >= Number(control.max) ? -1 : 1;
      control.value = String(Number(control.value) + step);
      control.dispatchEvent(new Event("input", { bubbles: true }));
      const end = await followed;
      if (round > 0 && end !== null) rounds.push(end - from);
    }
  }
  return took;
}"""


def sentences() -> list[Ratio]:
    """-> the median and the 95th of a hundred changes, and the slowest calculator, over all of the shelf."""
    with TemporaryDirectory() as name, chromium() as browser:
        folder = Path(name)
        build_site(ROOT, whole_toolkit(), folder)
        with hosted(folder) as host:
            took = _changes(browser, host.url, folder)
    changes = [each for rounds in took.values() for each in rounds]
    slowest = max((name for name, rounds in took.items() if rounds), key=lambda name: median(took[name]))
    what = f"changed number to changed sentence, {len(took)} calculators"
    return [
        within(f"{what}, median", "50 ms", median(changes) * 1e3, 50e3),
        within(f"{what}, 95th of 100", "50 ms", quantiles(changes, n=20)[-1] * 1e3, 50e3),
        Ratio(f"the slowest of them, {slowest}", "50 ms", median(took[slowest]) * 1e3, 50e3, 1.0, None),
    ]


def _changes(browser: Browser, url: str, folder: Path) -> dict[str, list[float]]:
    """A browser, the shelf -> milliseconds by calculator, each where it first stands in its book."""
    took: dict[str, list[float]] = {}
    with browser.new_context(service_workers="block") as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        for book in BOOKS:
            for path in sorted((folder / book).glob("*.html")):
                if "data-calc=" not in path.read_text("utf-8"):
                    continue
                page.goto(f"{url}{book}/{path.name}")
                page.locator("html[data-live='ready']").wait_for(state="attached")
                for name, rounds in page.evaluate(CHANGES).items():
                    took.setdefault(f"{book}: {name}", rounds)
    return took
