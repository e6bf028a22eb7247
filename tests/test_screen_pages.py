"""What `$index` puts on pages: the list by chapter, the screen above it; rules and calculators that know each other."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from rollbook.model.book import Book, Page, Shelf
from rollbook.model.document.blocks import BoardBlock, CalculatorBlock, Heading, IndexBlock, RuleMark
from rollbook.model.document.walk import every_block
from rollbook.render.site import render_site
from rollbook.render.site.live_markup import SiteTools
from rollbook.words import page_words

from tests.shelves import CASES, clean_shelf, read_shelf, to_read

CASE = CASES / "screen"


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return clean_shelf(CASE)


def pages(shelf: Shelf) -> dict[str, str]:
    files = render_site(shelf, {}, to_read())
    return {file.path.removeprefix("site/"): file.content.decode() for file in files if file.path.endswith(".html")}


def book(shelf: Shelf, name: str) -> Book:
    return next(book for book in shelf.books if book.id == name)


def page(shelf: Shelf, name: str) -> Page:
    return next(page for page in book(shelf, "keep").pages if page.id == name)


def elsewhere(page: Page) -> dict[str, list[str]]:
    return {
        block.id: [spot.name for spot in block.elsewhere]
        for block in every_block(page.blocks)
        if isinstance(block, RuleMark | CalculatorBlock) and block.elsewhere
    }


def test_rules_and_calculators_in_other_sections_know_each_other(shelf: Shelf) -> None:
    assert elsewhere(page(shelf, "the-gate")) == {"gate.toll": ["calc:toll"], "sortie": ["rule:hall.feast"]}
    # The toll appears twice in the hall, and in neither place beside its rule.
    assert elsewhere(page(shelf, "the-hall")) == {"hall.feast": ["calc:sortie"], "toll": ["rule:gate.toll"]}


def test_a_calculator_beside_its_rule_needs_no_link(tmp_path: Path) -> None:
    content, data = tmp_path / "content" / "keep", tmp_path / "data" / "keep"
    content.mkdir(parents=True)
    data.mkdir(parents=True)
    rules = (CASE / "data" / "keep" / "gate.yml").read_text(encoding="utf-8").split("---\n")[3]
    (data / "toll.yml").write_text(rules, encoding="utf-8")
    near = "# Gate\n\n<!-- $rule gate.toll -->\n\nPay.\n\n<!-- $calc toll -->\n\n# Hall\n\n<!-- $calc toll -->\n"
    (content / "gate.md").write_text(near, encoding="utf-8")
    gate, hall = clean_shelf(tmp_path).books[0].pages
    assert elsewhere(gate) == {}
    assert elsewhere(hall) == {"toll": ["rule:gate.toll"]}


def test_shown_twice_a_calculator_is_listed_once_and_has_ids_of_its_own(shelf: Shelf) -> None:
    html = pages(shelf)
    assert html["keep/screen.html"].count('data-pinnable="calc-toll"') == 1
    for anchor in ("calc-toll", "calc-toll-again"):
        assert html["keep/the-hall.html"].count(f'id="{anchor}"') == 1
    # Whichever is pinned, it is the same one.
    assert html["keep/the-hall.html"].count('data-pin="calc-toll"') == 2


def test_the_screen_stands_above_the_list_with_the_books_choice(shelf: Shelf) -> None:
    screen = pages(shelf)["keep/screen.html"]
    assert 'data-first="calc-sortie:1,table-visitors:1"' in screen
    assert screen.index("Everything at hand.") < screen.index('class="board live"') < screen.index('class="index"')


def test_on_a_page_with_sections_it_stands_above_the_first(tmp_path: Path) -> None:
    content = tmp_path / "content" / "keep"
    content.mkdir(parents=True)
    (content / "a.md").write_text(
        "# Screen\n\nWords.\n\n## One\n\nMore.\n\n## Two\n\n<!-- $index -->\n", encoding="utf-8"
    )
    kinds = [type(block) for block in clean_shelf(tmp_path).books[0].pages[0].blocks]
    assert kinds.index(BoardBlock) == kinds.index(Heading) - 1
    assert kinds.index(BoardBlock) < kinds.index(IndexBlock)


def test_a_book_in_another_language_has_a_screen_in_it(shelf: Shelf) -> None:
    keep = book(shelf, "keep")
    german = replace(shelf, books=(replace(keep, settings=replace(keep.settings, language="de")),))
    screen = pages(german)["keep/screen.html"]
    for said in ("Dein Schirm", "Alles in diesem Buch", "Würfeltabellen", "Anheften"):
        assert said in screen
    for said in ("Your screen", "Roll table", ">Pin"):
        assert said not in screen


def test_a_book_without_a_list_has_links_and_no_pins(shelf: Shelf) -> None:
    walls = pages(shelf)["fort/walls.html"]
    assert " data-pin=" not in walls
    assert 'href="#table-walls" aria-label="Link to How thick"' in walls


def test_a_sheet_may_stand_in_two_places_of_a_page(tmp_path: Path) -> None:
    content = tmp_path / "content" / "harbour"
    content.mkdir(parents=True)
    (content / "a.md").write_text("# Crew\n\n<!-- $sheet -->\n\n<!-- $sheet -->\n", encoding="utf-8")
    html = pages(read_shelf(content.parent, CASES / "widgets" / "data")[0])["harbour/crew.html"]
    ids = re.findall(r' id="([^"]+)"', html)
    assert html.count("data-sheet=") == 2
    assert len(ids) == len(set(ids))


def test_what_is_left_of_points_follows_their_name(tmp_path: Path) -> None:
    """Whatever the pool is called, its name is said once: “Stat points (3 left)”."""
    html = pages(clean_shelf(CASES / "widgets"))["harbour/crew.html"]
    legend = re.findall(r"<legend>(.*?)</legend>", html)[0]
    assert re.sub(r"<[^>]+>", "", legend) == "Stats ( left)"


def test_a_table_of_many_columns_starts_wide(shelf: Shelf) -> None:
    keep = book(shelf, "keep")
    wide = replace(keep.rules.tables["larder"], copies=3)
    assert wide.is_wide
    assert not keep.rules.tables["larder"].is_wide
    assert 'data-wide="2"' in SiteTools(page_words("en"), pins=True).pin("table-larder", "What there is to eat", 2)
    assert "data-wide" not in pages(shelf)["keep/the-hall.html"]


def test_the_shelf_leads_to_each_screen(shelf: Shelf) -> None:
    home = pages(shelf)["index.html"]
    assert '<a href="keep/screen.html">Screen</a>' in home
    assert home.count("shelf-screen") == 1
