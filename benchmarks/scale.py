"""What a large shelf costs: its build, a book's PDF, and what a reader's browser fetches of it.

`python -m benchmarks scale` builds shelves of 500 and 2,000 chapters, as books of a hundred; with
ROLLBOOK_SCALE=500,2000,10000 also one of 10,000, which takes four times as long as the others together. What was
measured is printed and lies in build/scale.json; rows with targets say whether it stays linear. Of a shelf of 500 the
service worker keeps all, of larger ones the books that are read.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser
from rich.console import Console
from rich.table import Table

from .browser import chromium
from .command import ROLLBOOK, Desk, open_desk
from .long_book import make_library, make_shelf
from .ratio import Ratio
from .slow_host import SlowLine, slow_host

SIZES = tuple(map(int, os.environ.get("ROLLBOOK_SCALE", "500,2000").split(",")))
PRINTED = (15, 30)
MOST_MEMORY = 2e9
PATIENCE = 120_000
_OUTPUT = Path("build/scale.json")
_SITE = (*ROLLBOOK, "build", "--no-pdf")
# As fast as the machine: what travels is counted, not how long it takes.
_BITS = 1e12
_PAGE = "book-000/chapter-7.html"
# Whether the service worker has kept all that it keeps of this page's shelf, or of its book.
_KEPT = """async (page) => {
  const worker = navigator.serviceWorker.controller?.scriptURL;
  if (!worker) return false;
  const list = (name) => caches.match(new URL(`${name}.json%3Fkept`, worker));
  const shared = await (await list("shelf")).json();
  return shared.some(({ path }) => path === page) || Boolean(await list(`${page.split("/")[0]}/files`));
}"""


@dataclass(frozen=True, slots=True)
class Measured:
    """A shelf of so many chapters: seconds and bytes of its build, compressed bytes that travel to a reader.

    `page` is the first page, `search` a first search in it, `unasked` what the service worker then fetches by itself,
    in so many files."""

    chapters: int
    processor: float
    wall: float
    memory: int
    site: int
    page: int
    search: int
    unasked: int
    files: int


def scale() -> list[Ratio]:
    """-> how builds, memory and what travels grow with a shelf, and a PDF with its book."""
    with TemporaryDirectory() as name, chromium() as browser:
        desk = open_desk(Path(name))
        measured = [_measure(desk, browser, size) for size in SIZES]
        printed = [_print(desk, size) for size in PRINTED]
    Console(width=110).print(_table(measured))
    _OUTPUT.parent.mkdir(exist_ok=True)
    told = {"shelves": [asdict(each) for each in measured], "pdf": dict(zip(map(str, PRINTED), printed, strict=True))}
    _OUTPUT.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    return [row for less, more in pairwise(measured) for row in _growth(less, more)] + [_pdf_growth(printed)]


def _growth(less: Measured, more: Measured) -> list[Ratio]:
    times, what, than = more.chapters / less.chapters, f"{more.chapters:,} chapters", f"{less.chapters:,} chapters"
    # A fifth more than so many times as long is noise. What travels must not grow with the shelf at all; its lists of
    # books do, by a line for each.
    return [
        _at_most(f"{what}, processor", 1.2 * times, than, more.processor * 1e6, less.processor * 1e6),
        _at_most(f"{what}, memory (bytes)", 1, "2 GB", more.memory, MOST_MEMORY),
        _at_most(f"{what}, first page (bytes)", 1.1, than, more.page, less.page),
        _at_most(f"{what}, first search (bytes)", 1.5, than, more.search, less.search),
        _at_most(f"{what}, fetched unasked (bytes)", 1.1, than, more.unasked, less.unasked),
    ]


def _pdf_growth(printed: list[float]) -> Ratio:
    less, more = printed
    return _at_most(f"PDF of {PRINTED[1]} chapters, processor", 2.5, f"{PRINTED[0]} chapters", more * 1e6, less * 1e6)


def _measure(desk: Desk, browser: Browser, chapters: int) -> Measured:
    shelf = desk.folder / f"shelf-{chapters}"
    make_library(shelf, chapters)
    desk.forget()
    took = desk.run(shelf, *_SITE)
    print(f"{chapters:,} chapters are built: {took.processor:.1f} s of processors, {took.wall:.1f} s", file=sys.stderr)
    site = shelf / "build" / "site"
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    with slow_host(site, _BITS, 0) as line:
        page, search, unasked, files = _visit(browser, line)
    return Measured(chapters, took.processor, took.wall, took.memory, size, page, search, unasked, files)


def _visit(browser: Browser, line: SlowLine) -> tuple[int, int, int, int]:
    """-> bytes of a first page, of a first search in it, of what is then fetched unasked, and in how many files."""
    with browser.new_context(service_workers="block") as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(line.url + _PAGE)
        page.locator("html[data-live='ready']").wait_for(state="attached")
        page.wait_for_load_state("networkidle")
        first = _drain(line)
        page.keyboard.press("Control+k")
        page.locator("#rb-search").fill("guard")
        page.locator("#rb-found[aria-busy=false]").wait_for(state="attached")
        search = _drain(line)
    with browser.new_context() as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(line.url + _PAGE)
        while not page.evaluate(_KEPT, _PAGE):
            page.wait_for_timeout(100)
        kept = _drain(line)
    return sum(first.values()), sum(search.values()), sum(kept.values()), len(kept)


def _drain(line: SlowLine) -> dict[str, int]:
    """What has travelled until now, by path; the line counts anew."""
    travelled = dict(line.travelled)
    line.travelled.clear()
    return travelled


def _print(desk: Desk, chapters: int) -> float:
    """-> seconds of processors for the PDF of a book of so many chapters, whose site is there."""
    shelf = desk.folder / f"printed-{chapters}"
    make_shelf(shelf, chapters)
    desk.forget()
    desk.run(shelf, *_SITE)
    return desk.run(shelf, *ROLLBOOK, "build").processor


def _at_most(what: str, times: float, against: str, ours: float, theirs: float) -> Ratio:
    """So many times as much as something else may it be -> the row."""
    limit = times * theirs
    return Ratio(what, f"{times:g} x {against}", ours, limit, limit / ours, 1.0)


def _table(measured: list[Measured]) -> Table:
    table = Table(
        "chapters", "CPU, s", "wall, s", "memory, MB", "site, MB", "page, KB", "search, KB", "unasked, KB", "files"
    )
    for each in measured:
        sizes = (each.page / 1e3, each.search / 1e3, each.unasked / 1e3)
        table.add_row(
            f"{each.chapters:,}",
            *(f"{seconds:.1f}" for seconds in (each.processor, each.wall)),
            *(f"{size / 1e6:,.0f}" for size in (each.memory, each.site)),
            *(f"{size:,.0f}" for size in sizes),
            str(each.files),
        )
    return table
