"""A small table stands beside the words that lead to it where there is room, and below them where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from rollbook.model.document.blocks import Block, Paragraph, TableBlock
from rollbook.render.beside_text import Beside, beside_text

from tests.browser.hosting import Host
from tests.shelves import clean_shelf

from .conftest import open_page

BESIDE = "microluxe20/experience-and-levels.html"
# What stands side by side -> the boxes of the words, of the table, of what follows and of the text around them.
BOXES = """() => [...document.querySelectorAll(".beside")].map((beside) => {
  const box = (element) => element?.getBoundingClientRect().toJSON();
  const texts = document.createTreeWalker(beside, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() && !texts.currentNode.parentElement.closest("p:not(.rule-id)"));
  let next = beside.nextElementSibling;
  // A rule's sign stands at the edge, quietly, wherever its passage begins; in short an example isn't there.
  while (next.matches(".rule-id") || !next.checkVisibility()) next = next.nextElementSibling;
  return {
    told: box(beside.querySelector(":scope > .told")),
    table: box(beside.querySelector(":scope > figure")),
    rows: box(beside.querySelector("table")),
    next: box(next),
    text: box(document.querySelector(".text")),
    wordsFirst: Boolean(texts.currentNode.parentElement.closest(".told")),
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  };
})"""
WORDS = "The more of them there are, the more there is to tell of each of them and of what they do. " * 2


@pytest.fixture(scope="module")
def with_beside(every_page: tuple[str, ...], shelf_folder: Path) -> tuple[str, ...]:
    """The pages of the shelf on which a table stands beside words."""
    pages = tuple(page for page in every_page if 'class="beside"' in (shelf_folder / page).read_text("utf-8"))
    assert BESIDE in pages
    return pages


def look(page: Page, side_by_side: bool) -> None:
    """A page -> nothing where its tables stand well; otherwise what is wrong."""
    found = page.evaluate(BOXES)
    assert found
    for each in found:
        told, table, text = each["told"], each["table"], each["text"]
        assert each["wordsFirst"]
        assert each["wide"] == 0
        assert each["next"]["top"] >= max(told["bottom"], table["bottom"]) - 0.5
        if side_by_side:
            assert max(table["right"], each["rows"]["right"]) <= text["right"] + 0.5
            assert table["left"] >= told["right"] + 16
            assert abs(table["top"] - told["top"]) < 12
            assert told["width"] > 0.5 * text["width"]
            # Neither may leave a hole beside or below the other that is larger than itself.
            assert 0.55 < told["height"] / table["height"] < 1.9
        else:
            assert table["top"] >= told["bottom"]


@pytest.mark.parametrize("width", [1280, 1440, 1920])
def test_on_a_desk_they_stand_side_by_side(
    browser: Browser, host: Host, with_beside: tuple[str, ...], width: int
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 900}, service_workers="block")
    page = context.new_page()
    for path in with_beside:
        open_page(page, host.url + path)
        look(page, side_by_side=True)
    context.close()


def test_on_a_phone_and_in_short_the_table_follows(browser: Browser, host: Host, with_beside: tuple[str, ...]) -> None:
    phone = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
    page = phone.new_page()
    for path in with_beside:
        open_page(page, host.url + path)
        look(page, side_by_side=False)
    phone.close()
    desk = browser.new_context(viewport={"width": 1280, "height": 900}, service_workers="block")
    page = desk.new_page()
    open_page(page, host.url + BESIDE)
    page.locator("[data-glance-choice]").check()
    look(page, side_by_side=False)
    desk.close()


def page_of(folder: Path, chapter: str) -> tuple[Block, ...]:
    (folder / "content" / "book").mkdir(parents=True)
    (folder / "content" / "book" / "a.md").write_text(chapter, "utf-8")
    return clean_shelf(folder).books[0].pages[0].blocks


TABLE = "| Foes | XP |\n|---|---|\n| 1 | 0 |\n| 2 | 1 |\n| 4 | 2 |\n"
LONG = "| Foes | XP |\n|---|---|\n" + "| some foes | 1 |\n" * 20
WIDE = f"| Foes | XP |\n|---|---|\n| {'some ' * 12}| 0 |\n| 2 | 1 |\n"
DICE = "| d4 | XP |\n|---|---|\n| 1 | 0 |\n| 2 | 1 |\n| 3-4 | 2 |\n"


@pytest.mark.parametrize(
    ("chapter", "beside"),
    [
        (f"Opens.\n\n## Foes\n\n{WORDS}\n\n{TABLE}", [1]),
        (f"Opens.\n\n## Foes\n\n{WORDS}\n\n{WORDS}\n\n{WORDS}\n\n{TABLE}", [1]),
        (f"Opens.\n\n## Foes\n\nIn short:\n\n{TABLE}", []),
        (f"Opens.\n\n## Foes\n\n{WORDS * 8}\n\n{TABLE}", []),
        (f"Opens.\n\n## Foes\n\n{WORDS}\n\n{LONG}", []),
        (f"Opens.\n\n## Foes\n\n{WORDS}\n\n{WIDE}", []),
        (f"Opens.\n\n## Foes\n\n{WORDS}\n\n{DICE}", []),
        # The words that open a chapter keep the whole width.
        (f"{WORDS}\n\n{TABLE}", []),
        (f"Opens.\n\n## Foes\n\n{WORDS}\n\n{TABLE}\n\n{WORDS}\n\n{TABLE}", [1, 1]),
    ],
)
def test_a_typesetter_decides(tmp_path: Path, chapter: str, beside: list[int]) -> None:
    """A chapter -> how many paragraphs each table stands beside; nothing is lost and nothing changes places."""
    blocks = page_of(tmp_path, f"# Book\n\n{chapter}")
    runs = beside_text(blocks)
    assert [len(run.told) for run in runs if isinstance(run, Beside)] == beside
    assert all(isinstance(told, Paragraph) for run in runs if isinstance(run, Beside) for told in run.told)
    flat = [block for run in runs for block in ((*run.told, run.table) if isinstance(run, Beside) else run)]
    assert tuple(flat) == blocks
    assert sum(isinstance(block, TableBlock) for block in flat) == chapter.count("|---|---|")
