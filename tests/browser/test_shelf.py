"""Over the shelf's own rulebooks: every roll, table and calculator answers, every example plays as it is told."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from rollbook.build.examine import Examined
from rollbook.engine.sheet import Sheet
from rollbook.model.book import Book

from tests.characters import empty_character, fed_dice, full_character

from .conftest import reading, staged
from .hosting import Host
from .living import PATIENCE, press_rolls, ready
from .pressing import ask_all_odds, pages_with, press_all

KEEP = "([name, character]) => localStorage.setItem(name, character)"


@pytest.fixture(scope="module")
def stage(shelf_folder: Path, browser: Browser) -> Iterator[tuple[Host, BrowserContext]]:
    with staged(shelf_folder, browser) as stage:
        yield stage


@pytest.fixture
def shelf_page(stage: tuple[Host, BrowserContext]) -> Iterator[tuple[Page, str]]:
    """The shelf's home page, open, and its address. The reader fails the test if any page or worker complains."""
    host, context = stage
    with reading(context) as reader:
        page = reader.open(host.url + "index.html")
        page.set_default_timeout(PATIENCE)
        ready(page)
        yield page, host.url


def test_every_roll_and_every_table_answers(shelf_folder: Path, shelf_page: tuple[Page, str]) -> None:
    page, address = shelf_page
    pages = pages_with(shelf_folder, " data-roll")
    answers = {path: press_rolls(page, address + path) for path in pages}
    for path, (count, _) in answers.items():
        assert count == _count(shelf_folder / path, r' data-roll="| data-roll-table="'), path
    assert sum(count for count, _ in answers.values()) > 300
    # The guide's page of the notation shows what is refused, too, and how.
    refused = {path: problems for path, (_, problems) in answers.items() if problems}
    assert list(refused) == ["guide/the-notation.html"]
    reasons = (
        *("forever", "a whole number is needed", "at least one side", "too many dice", "too many sides"),
        *("places are counted from 1", "a set is two dice or more"),
    )
    told = refused["guide/the-notation.html"]
    assert all(any(reason in text for reason in reasons) for text in told), told
    assert all(any(reason in text for text in told) for reason in reasons), told


def test_every_calculator_example_and_sheet_answers(shelf_folder: Path, shelf_page: tuple[Page, str]) -> None:
    page, address = shelf_page
    pressed = sum(press_all(page, address + path) for path in pages_with(shelf_folder, 'class="widget '))
    assert pressed > 200


@pytest.mark.parametrize("made", ["empty", "full"])
def test_every_calculator_answers_with_a_character(
    made: str, shelf_folder: Path, shelf_page: tuple[Page, str], examined: Examined
) -> None:
    """With an empty sheet and with a full one: no field refuses what the sheet filled in, and no sign appears twice."""
    page, address = shelf_page
    for book in examined.shelf.books:
        if book.rules.sheet is not None:
            page.evaluate(
                KEEP, [f"rollbook-characters-{book.id}:/play/", json.dumps(_kept(book, book.rules.sheet, made))]
            )
    filled = 0
    for path in pages_with(shelf_folder, 'data-calc="'):
        press_all(page, address + path)
        filled += page.locator("main [data-calc] .from-sheet").count()
        assert page.locator("main [data-calc] [aria-invalid='true']").count() == 0, path
        said = " ".join(page.locator("main [data-calc] :is(.widget-result, .sentence > p)").all_inner_texts())
        assert not re.search(r"[+−]\s?−", said), path
    # Fields are filled in as they come into view, and few are at once; those show that a character is played at all.
    assert filled > 0


def _kept(book: Book, sheet: Sheet, made: str) -> dict[str, object]:
    """What the browser keeps of a character that a reader has made."""
    character = full_character(sheet, fed_dice(book)) if made == "full" else empty_character(sheet)
    entry = {"id": made, "label": made, "character": character.to_json(), "values": {}, "rules": ""}
    return {"version": 1, "active": made, "entries": [entry], "aside": []}


def test_every_calculator_tells_its_odds(shelf_folder: Path, shelf_page: tuple[Page, str]) -> None:
    page, address = shelf_page
    assert sum(ask_all_odds(page, address + path) for path in pages_with(shelf_folder, "data-rolls=")) > 100


def _count(path: Path, pattern: str) -> int:
    return len(re.findall(pattern, path.read_text("utf-8")))
