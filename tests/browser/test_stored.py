"""Whatever lies in the browser's storage, or comes in a file, in every wrong shape: it goes, and the rest lives."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, expect

from .harbour import STORED, Watch, calculator, kept, sheet, value
from .living import PATIENCE, log_entries, open_tray, ready

LOG = "rollbook-log:/play/"
CREW, BRAWLS = "harbour/crew.html", "harbour/brawls.html"
DEEP = 8_000


def nested(levels: int) -> str:
    """-> JSON of lists inside each other, deeper than Python itself would write it."""
    return "[" * levels + "]" * levels


# JSON of what may stand where something else should.
WRONG = ("null", "true", "5", "-1e308", '"x"', '""', "[]", "[null]", "{}", '{"a": null}', '{"a": [1]}', nested(DEEP))

REQUESTS: tuple[dict[str, Any], ...] = (
    {"kind": "roll", "expression": "2d6", "values": {"STR": 2}},
    {"kind": "table", "table": "finds", "modifiers": {"Modifier": 1}},
    {"kind": "calculator", "calculator": "wave", "do": "roll", "inputs": {"x": "1"}},
)


def entry(request: dict[str, Any]) -> dict[str, Any]:
    """An entry of the log as the page writes it."""
    words = {"title": "Brawls", "what": "2d6", "shown": "7", "sentence": "7, from 2d6 (3, 4)", "path": "a.html"}
    return {"id": "good", "at": 1, "seed": 4, "book": "harbour", "request": request, **words}


def spoiled(thing: Any) -> Iterator[str]:
    """A value -> JSON of it with every part of it, one after the other, in every wrong shape, and left out."""
    yield from WRONG
    if isinstance(thing, dict):
        for name, part in thing.items():
            others = {key: other for key, other in thing.items() if key != name}
            yield json.dumps(others)
            for bad in spoiled(part):
                yield json.dumps({**others, name: "HERE"}).replace('"HERE"', bad)


def store(page: Page, name: str, text: str) -> None:
    page.evaluate("([name, text]) => localStorage.setItem(name, text)", [name, text])


@pytest.mark.parametrize("request_", REQUESTS, ids=["roll", "table", "calculator"])
def test_an_entry_of_the_log_in_any_shape_leaves_the_others(watch: Watch, request_: dict[str, Any]) -> None:
    page = watch.open()
    good = entry(REQUESTS[2] | {"inputs": {}}) | {"what": "A wave"}
    bad = list(spoiled(entry(request_)))
    # The newest 200 count; whatever a page can show of the spoiled ones it may show.
    for start in range(0, len(bad), 150):
        texts = [json.dumps(good), *bad[start : start + 150]]
        store(page, LOG, f'{{"version": 1, "entries": [{",".join(texts)}]}}')
        page.reload()
        ready(page)
        tray = open_tray(page)
        expect(tray.locator(".log-list strong").first).to_have_text("7")
        expect(tray.get_by_label("Dice to roll")).to_be_visible()
        expect(tray.get_by_role("button", name="Roll again: A wave")).to_have_count(1)
        with page.expect_download() as saved:
            tray.get_by_role("button", name="Save as file").click()
        assert "7, from 2d6 (3, 4)" in Path(saved.value.path()).read_text(encoding="utf-8")
    tray.get_by_role("button", name="Roll again: A wave").click()
    # What it says may still be about the file; the throw is there when it stands on top.
    expect(tray.locator(".log-list > li").first.get_by_role("button", name="Roll again: A wave")).to_be_visible()
    expect(tray.get_by_role("button", name="Roll again: A wave")).to_have_count(2)
    assert log_entries(page)[0]["what"] == "A wave"


NO_NUMBERS: tuple[Any, ...] = (None, [], "x", {"STR": None}, {"STR": {}})


def test_an_entry_whose_numbers_are_none_is_dropped(watch: Watch) -> None:
    page = watch.open()
    good = entry(REQUESTS[0]) | {"what": "3d6"}
    # One that stays is told by what stands where its numbers should.
    named = [(json.dumps(values), values) for values in NO_NUMBERS]
    bad = [entry(REQUESTS[0] | {"values": values}) | {"id": name, "what": name} for name, values in named]
    store(page, LOG, json.dumps({"version": 1, "entries": [*bad, good]}))
    for path in (BRAWLS, CREW):
        page.goto(watch.host.url + path)
        ready(page)
        tray = open_tray(page)
        expect(tray.locator(".log-what")).to_have_text(["7 3d6"])


SAILOR: dict[str, Any] = {
    "id": "ada",
    "label": "Ada",
    "character": {"sheet": "sailor", "version": 1, "fields": {"name": "Ada", "Grit": 4}, "xp": 3, "levels": []},
    "values": {"Grit bonus": 2},
    "rules": "old",
}


def until_purse(page: Page, coins: int) -> None:
    """Until somebody with as many coins is kept."""
    for _ in range(PATIENCE // 50):
        entries: Any = kept(page)["entries"]
        # Others of any shape may stand beside the good one: they are kept, not mended.
        fields = [each["character"].get("fields") for each in entries if each["id"] == "good"]
        if any(isinstance(each, dict) and each.get("purse") == coins for each in fields):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"nobody with {coins} coins is kept")


def test_a_character_in_any_shape_leaves_the_others(watch: Watch) -> None:
    page = watch.open()
    good = SAILOR | {"id": "good", "label": "Good", "rules": "old"}
    bad = list(spoiled(SAILOR))
    for start in range(0, len(bad), 40):
        texts = [json.dumps(good), *bad[start : start + 40]]
        store(page, STORED, f'{{"version": 1, "active": "good", "entries": [{",".join(texts)}], "aside": null}}')
        page.goto(watch.host.url + BRAWLS)
        ready(page)
        expect(calculator(page, "strike").locator(".widget-source")).to_have_text("Good:")
        page.goto(watch.host.url + CREW)
        ready(page)
        expect(value(sheet(page), "Grit bonus")).to_have_text("2")
        page.get_by_label("Coins").fill(str(start + 7))
        until_purse(page, start + 7)


OTHERS = {
    "rollbook-theme": "dark",
    "rollbook-search-recent:/play/": [{"title": "T", "place": "P", "path": "harbour/brawls.html"}],
    LOG: {"version": 1, "entries": []},
    STORED: {"version": 1, "active": None, "entries": [], "aside": []},
    "rollbook-screen-harbour:/play/": {"version": 1, "pins": [{"id": "calc-strike", "width": 1}]},
}
OF_THE_SESSION = {
    "rollbook-marks": {"address": "harbour/brawls.html#%", "words": ["blow"]},
    "rollbook-search-filters": {"book": "", "kind": ""},
}


@pytest.mark.parametrize(("first", "path"), [(0, CREW), (1, BRAWLS)])
def test_everything_that_is_read_at_the_start_may_be_anything(watch: Watch, first: int, path: str) -> None:
    page = watch.open()
    local = {name: list(spoiled(sound)) for name, sound in OTHERS.items()}
    session = {name: [json.dumps(sound), *spoiled(sound)] for name, sound in OF_THE_SESSION.items()}
    # What the dice and the search read has fewer shapes than the characters: they open until all of these have been.
    to_open = max(map(len, [*(texts for name, texts in local.items() if name != STORED), *session.values()]))
    for turn in range(first, max(to_open, len(local[STORED])), 2):
        for name, texts in local.items():
            store(page, name, texts[turn % len(texts)])
        for name, texts in session.items():
            text = texts[turn % len(texts)]
            page.evaluate("([name, text]) => sessionStorage.setItem(name, text)", [name, text])
        page.goto(watch.host.url + path)
        ready(page)
        if turn < to_open:
            tray = open_tray(page)
            expect(tray.get_by_label("Dice to roll")).to_be_visible()
            page.keyboard.press("Control+k")
            expect(page.get_by_role("combobox", name="Search for")).to_be_focused()
        page.evaluate("() => sessionStorage.clear()")


@pytest.mark.parametrize("place", ["fields", "a field", "beside", "whole"])
def test_a_file_that_is_nested_too_deep_is_refused_and_all_goes_on(watch: Watch, place: str) -> None:
    deep = nested(DEEP)
    text = {
        "fields": f'{{"fields": {{"name": {deep}}}}}',
        "a field": f'{{"rollbook-characters": 1, "characters": [{{"fields": {{"name": "Eve", "Grit": {deep}}}}}]}}',
        "beside": f'{{"fields": {{"name": "Eve"}}, "more": {deep}}}',
        "whole": deep,
    }[place]
    page = watch.open("crew")
    found = sheet(page)
    found.get_by_label("Name").fill("Ada")
    found.get_by_label("Home port").select_option("Northquay")
    expect(found.get_by_label("Character", exact=True).locator("option:checked")).to_have_text("Ada")
    found.locator(".sheet-file").set_input_files(FilePayload(name="a.json", mimeType="", buffer=text.encode()))
    expect(found.locator(".widget-result")).to_have_text("This is not a character file.")
    # Everything works as before, the engine too.
    found.get_by_label("Grit", exact=True).fill("4")
    expect(value(found, "Grit bonus")).to_have_text("2")
    expect(found.get_by_label("Character", exact=True).locator("option")).to_have_text(["Ada"])
    (only,) = kept(page)["entries"]  # type: ignore[misc]
    assert only["label"] == "Ada"


# As in a private window, or behind a setting, of some browsers: whoever only looks is refused.
FORBIDDEN = """() => {
  const refuse = () => { throw new DOMException("Forbidden by the reader.", "SecurityError"); };
  for (const name of ["localStorage", "sessionStorage", "caches", "indexedDB"])
    Object.defineProperty(window, name, { get: refuse });
}"""


def test_where_nothing_may_be_stored_everything_can_still_be_done(lone_watch: Watch) -> None:
    lone_watch.reader.context.add_init_script(f"({FORBIDDEN})()")
    page = lone_watch.open("crew")
    found = sheet(page)
    found.get_by_label("Name").fill("Ada")
    found.get_by_label("Grit", exact=True).fill("4")
    expect(value(found, "Grit bonus")).to_have_text("2")
    page.close()
    page = lone_watch.open("brawls")
    strike = calculator(page, "strike")
    strike.get_by_role("button", name="Roll").click()
    expect(strike.locator(".outcome-text")).to_be_visible()
    tray = open_tray(page)
    tray.get_by_label("Dice to roll").fill("3d1 + 4")
    tray.get_by_role("button", name="Roll", exact=True).click()
    expect(tray.locator("output .total")).to_have_text("7")
    page.close()
