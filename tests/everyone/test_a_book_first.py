"""Prose leads: of a chapter's height most is text, and what can be played stands small in it."""

from __future__ import annotations

from statistics import median

import pytest
from playwright.sync_api import Browser

from tests.browser.hosting import Host

from .conftest import open_page

# Ten chapters of four books.
CHAPTERS = (
    "microluxe20/combat.html",
    "microluxe20/magic.html",
    "microluxe20/skills-and-saves.html",
    "microluxe20-space/combat.html",
    "microluxe20-space/injury-and-stun.html",
    "skill20/checks.html",
    "skill20/combat.html",
    "skill20/grappling.html",
    "game-reference/combat.html",
    "game-reference/special-situations.html",
)
LEAST_PROSE, MOST_CALCULATORS, MOST_EXAMPLES = 0.6, 0.15, 0.12
# What stands below one another in a chapter -> how much of its height belongs to each sort, and each calculator's own.
HEIGHTS = """() => {
  const tables = ".table-scroll, .table-bar, .table-foot, table";
  const sorts = { calculators: ".calculator", examples: ".example", tables };
  const found = { prose: 0, calculators: 0, examples: 0, tables: 0, each: [] };
  const text = document.querySelector(".text");
  let end = text.getBoundingClientRect().top;
  for (const block of text.children) {
    const box = block.getBoundingClientRect();
    if (getComputedStyle(block).position === "absolute" || box.bottom <= end) continue;
    const sort = Object.keys(sorts).find((name) => block.matches(sorts[name])) ?? "prose";
    // The space before a block belongs to it. Of a table beside words only what is taller than they are is the table's.
    const told = block.querySelector(":scope > .told")?.getBoundingClientRect().bottom ?? box.bottom;
    found[sort] += told - end;
    found.tables += box.bottom - told;
    if (sort === "calculators") found.each.push(box.height);
    end = box.bottom;
  }
  return found;
}"""


@pytest.mark.parametrize(("width", "tallest"), [(1280, 110), (390, 170)])
def test_a_chapter_is_read(browser: Browser, host: Host, width: int, tallest: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 900}, service_workers="block")
    page = context.new_page()
    found = {"prose": 0.0, "calculators": 0.0, "examples": 0.0, "tables": 0.0}
    calculators: list[float] = []
    for chapter in CHAPTERS:
        open_page(page, host.url + chapter)
        measured = page.evaluate(HEIGHTS)
        calculators += measured.pop("each")
        found = {sort: found[sort] + height for sort, height in measured.items()}
    context.close()
    shares = {sort: round(height / sum(found.values()), 3) for sort, height in found.items()}
    assert len(calculators) > 30
    assert median(calculators) <= tallest, sorted(calculators)
    assert shares["prose"] >= LEAST_PROSE, shares
    assert shares["calculators"] <= MOST_CALCULATORS, shares
    assert shares["examples"] <= MOST_EXAMPLES, shares
