"""Files, links and storage that anybody may have made: nothing of them runs, nothing that was there is lost, and what
is not understood is said in words.

`make soak` tries 500 of each, or as many as ROLLBOOK_SOAK_COUNT says, from the seed ROLLBOOK_SOAK_FROM on; many on one
page, since a page takes longer to open than to be told something.
"""

from __future__ import annotations

import base64
import json
import os
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests import client_cases
from tests.payloads import ARMED, RAN

from .harbour import STORED, Watch, sheet
from .keep import Keep
from .living import log_entries, open_tray, ready
from .test_stored import LOG, OTHERS, REQUESTS, SAILOR, entry

SOAK = int(os.environ.get("ROLLBOOK_SOAK_COUNT", "500"))
FROM = int(os.environ.get("ROLLBOOK_SOAK_FROM", "0"))
FEW = 12
A_PAGE = 50
ADA = json.dumps({"version": 1, "active": "ada", "entries": [SAILOR], "aside": []})

# What the page does with each file: what it says, and whether Ada is still there.
LOAD = """async ([key, ada, files]) => {
  const section = document.querySelector("[data-sheet]");
  const [input, told] = [section.querySelector(".sheet-file"), section.querySelector(".widget-result")];
  const answers = [];
  for (const file of files) {
    localStorage.setItem(key, ada);
    window.dispatchEvent(new StorageEvent("storage", { key }));
    told.replaceChildren();
    const chosen = new DataTransfer();
    chosen.items.add(new File([Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0))], "a.json"));
    input.files = chosen.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
    for (let wait = 0; told.textContent === "" && wait < 3_000; wait++) await new Promise((go) => setTimeout(go, 10));
    const { entries = [] } = JSON.parse(localStorage.getItem(key) ?? "{}");
    const there = entries.some(({ id, character }) => id === "ada" && character.fields.name === "Ada");
    answers.push([told.textContent, there]);
  }
  return answers;
}"""
# Each fragment in turn; which of them changed what is stored.
FOLLOW = """async (fragments) => {
  const kept = JSON.stringify(localStorage);
  const changed = [];
  for (const fragment of fragments) {
    location.hash = fragment;
    await new Promise((go) => setTimeout(go, 20));
    if (JSON.stringify(localStorage) !== kept) changed.push(fragment);
  }
  return changed;
}"""
POLLUTED = "() => ({}).polluted ?? [].polluted ?? null"
KEPT = "() => JSON.stringify(localStorage)"


def harmless(page: Page) -> None:
    assert page.evaluate(RAN) is None
    assert page.evaluate(ARMED) == []
    assert page.evaluate(POLLUTED) is None


def with_ada(watch: Watch) -> Page:
    page = watch.open("brawls")
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [STORED, ADA])
    return page


def load_files(watch: Watch, seeds: range) -> dict[str, int]:
    """Seeds -> how often each sentence was said about their files."""
    page = with_ada(watch)
    said: dict[str, int] = {}
    for start in range(seeds.start, seeds.stop, A_PAGE):
        some = range(start, min(start + A_PAGE, seeds.stop))
        page.goto(f"{watch.host.url}harbour/crew.html")
        sheet(page)
        files = [base64.b64encode(client_cases.file(Random(f"file {seed}"))).decode() for seed in some]
        for seed, (told, kept) in zip(some, page.evaluate(LOAD, [STORED, ADA, files]), strict=True):
            assert told, f"nothing was said about the file of seed {seed}"
            assert kept, f"the file of seed {seed} took Ada along"
            first = told.partition(".")[0]
            said[first] = said.get(first, 0) + 1
        harmless(page)
    return said


def follow_links(watch: Watch, keep: Keep, seeds: range) -> None:
    """Seeds -> their links, followed in a page with dice, with a screen, and with a sheet."""
    dice, board = with_ada(watch), keep.open("screen", pins=["calc-toll"])
    for start in range(seeds.start, seeds.stop, A_PAGE):
        some = range(start, min(start + A_PAGE, seeds.stop))
        links = [client_cases.link(Random(f"link {seed}")) for seed in some if seed % 5]
        for page in (dice, board):
            assert page.evaluate(FOLLOW, links) == []
            harmless(page)
    for seed in (seed for seed in seeds if seed % 5 == 0):
        chance = Random(f"link {seed}")
        address = f"harbour/crew.html?{client_cases.packed(client_cases.value(chance), chance)[:2_000]}"
        dice.goto(f"{watch.host.url}{address}#{client_cases.sent_character(chance)}")
        expect(dice.locator("[data-sheet]").get_by_label("Name"), str(seed)).to_have_value("Ada")
        assert json.loads(dice.evaluate(KEPT))[STORED].count('"id":"ada"') == 1, seed
        harmless(dice)


def meet_storage(watch: Watch, seeds: range) -> None:
    """Seeds -> what they store beside a good character and a good roll, under every name; both are there afterwards."""
    names = [name for name in OTHERS if name not in (STORED, LOG)]
    page = watch.open("brawls")
    good = entry(REQUESTS[0]) | {"id": "good"}
    some = len(names) + 2
    for start in range(seeds.start, seeds.stop, some):
        own, log, *others = [client_cases.stored(Random(f"storage {start + number}")) for number in range(some)]
        kept = {
            STORED: beside(SAILOR | {"id": "ada"}, own, active="ada"),
            LOG: beside(good, log),
            **dict(zip(names, others, strict=True)),
        }
        page.evaluate("(kept) => { for (const name in kept) localStorage.setItem(name, kept[name]); }", kept)
        page.goto(f"{watch.host.url}harbour/{'crew' if start % 2 else 'brawls'}.html")
        ready(page)
        tray = open_tray(page)
        expect(tray.locator(".log-list strong", has_text="7").first, str(start)).to_be_visible()
        if start % 2:
            expect(sheet(page).get_by_label("Name"), str(start)).to_have_value("Ada")
        assert good in log_entries(page), start
        harmless(page)


def beside(good: dict[str, Any], text: str, **more: str) -> str:
    """A good entry, any text -> both among the entries, the text as JSON where it is some."""
    try:
        other = json.loads(text)
    except ValueError:
        other = text
    return json.dumps({"version": 1, "entries": [other, good], "aside": [other], **more})


def test_files_of_anybody(watch: Watch) -> None:
    assert len(load_files(watch, range(FEW))) > 1


def test_links_of_anybody(watch: Watch, keep: Keep) -> None:
    follow_links(watch, keep, range(FEW))
    follow_links(watch, keep, range(385, 386))  # whose name is a record that cannot be written as text


def test_storage_of_anybody(watch: Watch) -> None:
    meet_storage(watch, range(FEW))


@pytest.mark.soak
def test_many_files(watch: Watch) -> None:
    print(f"\n{SOAK} files: {load_files(watch, range(FROM, FROM + SOAK))}")


@pytest.mark.soak
def test_many_links(watch: Watch, keep: Keep) -> None:
    follow_links(watch, keep, range(FROM, FROM + SOAK))


@pytest.mark.soak
def test_much_in_the_storage(watch: Watch) -> None:
    meet_storage(watch, range(FROM, FROM + SOAK))
