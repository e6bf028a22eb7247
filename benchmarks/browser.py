"""The engine in a real browser: how long until the first roll, against Pyodide as it comes, and what it weighs."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright
from rollbook.model.toolkit import Toolkit
from rollbook.toolkit.engine_wheel import pack_engine
from rollbook.toolkit.pyodide import pyodide_files

from tests.browser.conftest import bench_site, engine_weight
from tests.browser.hosting import hosted
from tests.browsers import find_browser
from tests.shelves import whole_toolkit, write_site

from .ratio import Ratio

ROUNDS = 5
CLICKS = 200
PLAIN = Path(__file__).with_name("plain_start.mjs")

FIRST_ROLL = """async () => {
  const from = performance.now();
  const answer = await table.engine.ask({ kind: "roll", expression: "3d6" });
  if (!answer.roll) throw new Error(JSON.stringify(answer));
  return performance.now() - from;
}"""
PLAIN_ROLL = """() => new Promise((end, fail) => {
  const from = performance.now();
  const worker = new Worker("plain/plain_start.mjs", { type: "module" });
  worker.onerror = fail;
  worker.onmessage = ({ data }) => {
    worker.terminate();
    if (JSON.parse(data).roll) end(performance.now() - from);
    else fail(new Error(data));
  };
})"""
# A click in the page: asked, answered, and painted.
CLICKED = """async (clicks) => {
  const times = [];
  for (let i = 0; i < clicks; i++) {
    const from = performance.now();
    await table.engine.ask({ kind: "roll", expression: `4d6kh3 + ${i}` });
    await new Promise(requestAnimationFrame);
    times.push(performance.now() - from);
  }
  return times;
}"""
KEPT_FILES = "() => caches.open('rollbook-files').then((files) => files.keys()).then((keys) => keys.length)"
LONGEST_TASK = "() => Math.max(0, ...table.longTasks)"


@dataclass(frozen=True, slots=True)
class _Round:
    """Milliseconds of one round: each in a browser that has seen nothing yet, `warm` on its second page."""

    cold: float
    warm: float
    plain: float
    clicks: list[float]
    longest_task: float


def browser() -> list[Ratio]:
    """-> the ratios of the engine in the browser, and its weight."""
    toolkit = whole_toolkit()
    with TemporaryDirectory() as folder, hosted(_site(toolkit, Path(folder))) as host, chromium() as reader:
        rounds = [_measure(reader, host.url) for _ in range(ROUNDS)]
    plain = [one.plain for one in rounds]
    clicks = quantiles([click for one in rounds for click in one.clicks], n=20)[-1]
    longest = max(one.longest_task for one in rounds)
    return [
        _faster("first roll on a first page", [one.cold for one in rounds], plain, 5),
        _faster("first roll on a next page", [one.warm for one in rounds], plain, 10),
        within("click to answer, 95th of 100", "50 ms", clicks * 1e3, 50e3),
        within("longest task of the page at the start", "50 ms", longest * 1e3, 50e3),
        within("engine, compressed (bytes, not µs)", "6.0 MB", engine_weight(toolkit), 6_000_000),
    ]


def _site(toolkit: Toolkit, folder: Path) -> Path:
    """The engine as the site has it, and beside it Pyodide as it comes."""
    write_site(bench_site(toolkit, "bench"), folder)
    plain = folder / "plain"
    shutil.copytree(pyodide_files().folder, plain / "pyodide")
    shutil.copy(PLAIN, plain)
    (plain / "engine.zip").write_bytes(pack_engine())
    return folder


@contextmanager
def chromium() -> Iterator[Browser]:
    """-> the system's own, until the end of the block."""
    found = find_browser("Chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()


def _measure(browser: Browser, url: str) -> _Round:
    """One after the other within the same seconds, so that a busy machine slows them all."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(url)
        cold = page.evaluate(FIRST_ROLL)
        longest = page.evaluate(LONGEST_TASK)
        _wait_until_kept(page)
        page.goto(f"{url}other.html")
        warm = page.evaluate(FIRST_ROLL)
        clicks = page.evaluate(CLICKED, CLICKS)
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(url)
        plain = page.evaluate(PLAIN_ROLL)
    return _Round(cold, warm, plain, clicks, longest)


def _wait_until_kept(page: Page) -> None:
    while page.evaluate(KEPT_FILES) < 2:
        page.wait_for_timeout(50)


def _faster(what: str, ours: list[float], plain: list[float], target: float) -> Ratio:
    ratio = median(other / mine for mine, other in zip(ours, plain, strict=True))
    return Ratio(what, "Pyodide as it comes", median(ours) * 1e3, median(plain) * 1e3, ratio, target)


def within(what: str, bound: str, ours: float, limit: float) -> Ratio:
    """Nothing to be faster than, but a bound to stay within."""
    return Ratio(what, bound, ours, limit, limit / max(ours, 1.0), 1.0)
