"""A screen by link and by file: offered, never taken without asking, whatever stands in it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Page, expect

from .keep import KEEP, Keep, card, kept, order, said
from .living import ready


def links() -> list[tuple[str, str]]:
    lines = (KEEP / "links.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.partition("->") for line in lines if not line.startswith("# ")]
    return [(fragment.strip(), pins.strip()) for fragment, _, pins in pairs]


@pytest.mark.parametrize(("fragment", "pins"), links())
def test_a_link_offers_what_stands_in_it(keep: Keep, fragment: str, pins: str) -> None:
    page = keep.open(f"keep/screen.html{fragment}")
    offer = page.locator(".board-offer")
    if not pins:
        expect(offer).to_have_count(0)
        return
    expect(offer).to_contain_text("Someone shared a screen with you:")
    assert kept(page) == []
    offer.get_by_role("button", name="Load it").click()
    assert [f"{name} {width}" for name, width in kept(page)] == pins.split(", ")
    expect(offer).to_have_count(0)
    page.reload()
    ready(page)
    expect(page.locator(".board-offer")).to_have_count(0)


def test_a_very_long_link_offers_nothing(keep: Keep) -> None:
    page = keep.open("keep/screen.html#screen=" + ",".join(f"table-{number}:1" for number in range(2_000)))
    expect(page.locator(".board-offer")).to_have_count(0)


def offered(keep: Keep) -> Page:
    page = keep.open("keep/screen.html#screen=table-larder:2,calc-toll:1", pins=["calc-sortie", "calc-toll"])
    expect(page.locator(".board-offer")).to_contain_text("What there is to eat, The toll.")
    assert order(page) == ["calc-sortie", "calc-toll"]
    return page


def test_the_readers_own_screen_stays(keep: Keep) -> None:
    page = offered(keep)
    page.get_by_role("button", name="Not now").click()
    expect(page.locator(".board-offer")).to_have_count(0)
    assert kept(page) == [("calc-sortie", 1), ("calc-toll", 1)]


def test_a_shared_screen_is_added(keep: Keep) -> None:
    page = offered(keep)
    page.get_by_role("button", name="Add it to mine").click()
    assert kept(page) == [("calc-sortie", 1), ("calc-toll", 1), ("table-larder", 2)]
    expect(said(page)).to_have_text("On the screen now: 3.")


def test_a_shared_screen_takes_the_place_of_the_readers_when_they_say_so(keep: Keep) -> None:
    page = offered(keep)
    page.get_by_role("button", name="Use it instead of mine").click()
    assert kept(page) == [("table-larder", 2), ("calc-toll", 1)]
    assert order(page) == ["table-larder", "calc-toll"]


def test_the_link_of_one_reader_opens_the_screen_of_another(keep: Keep) -> None:
    page = keep.open(pins=["table-larder", "calc-toll"])
    card(page, "calc-toll").locator("[data-do='wider']").click()
    page.get_by_role("button", name="Copy link").click()
    expect(said(page)).to_have_text("Link copied.")
    address = str(page.evaluate("() => navigator.clipboard.readText()"))
    assert address == keep.host.url + "keep/screen.html#screen=table-larder:1,calc-toll:2"
    # A link in the page itself is offered too, without loading it anew.
    page.evaluate("(address) => { localStorage.clear(); location.href = address; }", address)
    expect(page.locator(".board-offer")).to_contain_text("What there is to eat, The toll.")


def test_a_file_brings_the_screen_back(keep: Keep, tmp_path: Path) -> None:
    page = keep.open(pins=["table-larder", "calc-toll"])
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as file").click()
    path = tmp_path / saved.value.suggested_filename
    assert path.name == "screen-keep.json"
    saved.value.save_as(path)
    page.get_by_role("button", name="Clear").click()
    page.locator(".board-actions input[type='file']").set_input_files(path)
    page.get_by_role("button", name="Load it").click()
    assert order(page) == ["table-larder", "calc-toll"]


OTHER_FILES = (
    ("no json", "This is not a screen file."),
    (json.dumps({"pins": [{"id": "calc-toll"}]}), "This is not a screen file."),
    (json.dumps({"rollbook-screen": 1, "book": "keep", "pins": []}), "This is not a screen file."),
    (json.dumps({"rollbook-screen": 1, "book": "fort", "pins": [{"id": "calc-toll"}]}), "belongs to another book"),
    (" " * 200_000, "This is not a screen file."),
)


def test_other_files_are_refused(keep: Keep) -> None:
    page = keep.open(pins=["table-larder"])
    for content, words in OTHER_FILES:
        file = FilePayload(name="screen.json", mimeType="application/json", buffer=content.encode())
        page.locator(".board-actions input[type='file']").set_input_files(file)
        expect(page.locator(".board-offer"), content[:80]).to_contain_text(words)
        assert kept(page) == [("table-larder", 1)]
        page.locator(".board-offer").get_by_role("button", name="Close").click()
        expect(page.locator(".board-offer")).to_have_count(0)
