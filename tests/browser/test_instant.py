"""The page throws, Python reads: faces and total are there at once, and what Python says of them is the same."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from threading import Event

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.engine.throwable import NAMES, VOCABULARY, rolls_with_plans

from .conftest import Reader
from .hosting import Host
from .living import Living, log_entries, ready, roll_button

EAVES = "roofs/eaves.html"
RULEBOOKS = ("game-reference", "microluxe20", "microluxe20-first", "microluxe20-space", "skill20")
MANY = 500
# What ears are told of a result: each time that words which are not hidden from them come into it.
LISTEN = """(output) => {
  window.heard = [];
  const words = () => [...output.querySelectorAll(".unseen")].map((each) => each.textContent).join("");
  let last = words();
  if (last) heard.push(last);
  new MutationObserver((changes) => {
    const added = changes.flatMap((change) => [...change.addedNodes]);
    const said = (node) =>
      node.nodeType === 3 ? !node.parentElement?.closest("[aria-hidden]") : node.matches(".unseen");
    if (added.some(said)) heard.push(words());
  }).observe(output, { childList: true, subtree: true, characterData: true });
}"""
THROW = """async (rolls) => {
  const { carryOut, handOf } = await import(new URL("static/scripts/dice/throw_plan.mjs", document.baseURI));
  const ask = ({ expression, values, faces }) =>
    table.engine.ask({ kind: "roll", book: "b", expression, values, faces }, { deadline: 60000 });
  const thrown = rolls.map(({ plan, values }) => {
    const hand = handOf();
    return { total: carryOut(plan, hand, values).total, faces: hand.faces };
  });
  const read = await Promise.all(rolls.map((roll, index) => ask({ ...roll, faces: thrown[index].faces })));
  return thrown.map(({ total }, index) => [total, read[index].roll?.total ?? read[index].problem]);
}"""


@contextmanager
def engine_held_back(host: Host) -> Iterator[Event]:
    """The host does not answer for the WebAssembly until the event is set."""
    arrives = Event()

    def fault(status: int, kind: str, body: bytes) -> tuple[int, str, bytes]:
        arrives.wait(120)
        return status, kind, body

    host.faults["pyodide.asm.wasm"] = fault
    try:
        yield arrives
    finally:
        arrives.set()


def result(page: Page, words: str) -> Locator:
    return roll_button(page, words).locator("xpath=following::span[contains(@class, 'roll-result')][1]")


def test_faces_and_total_come_before_python_and_stay(alone: Living) -> None:
    with engine_held_back(alone.host) as arrives:
        page = alone.open()
        roll_button(page, "d20 + Grip bonus").click()
        shown = result(page, "d20 + Grip bonus")
        expect(shown.locator(".total")).to_be_visible()
        total, faces = shown.locator(".total").inner_text(), shown.locator(".face").all_inner_texts()
        assert faces == [total]
        expect(shown.locator(".name")).to_have_text("Grip bonus (0)")
        assert page.locator("output[data-read]").count() == 0
        (before,) = log_entries(page)
        assert (before["shown"], before["faces"]) == (total, [int(total)])
        shown.locator("output").evaluate(LISTEN)
        arrives.set()
        expect(shown.locator("output[data-read]")).to_be_visible()
    assert shown.locator(".total").inner_text() == total
    assert shown.locator(".face").all_inner_texts() == faces
    (after,) = log_entries(page)
    assert (after["id"], after["shown"], after["faces"]) == (before["id"], before["shown"], before["faces"])
    assert str(after["sentence"]).startswith(f"{total}, from d20 (")
    # It was said when the dice fell, and not again.
    assert len(page.evaluate("() => heard")) == 1


def test_the_readers_own_numbers_count_at_once(alone: Living) -> None:
    entry = {"id": "mine", "label": "Mine", "character": {}, "values": {"Grip": 3}, "rules": ""}
    kept = json.dumps({"version": 1, "active": "mine", "entries": [entry], "aside": []})
    with engine_held_back(alone.host) as arrives:
        page = alone.open()
        page.evaluate("(text) => localStorage.setItem('rollbook-characters-roofs:/play/', text)", kept)
        page.reload()
        ready(page)
        roll_button(page, "d20 + Grip bonus").click()
        shown = result(page, "d20 + Grip bonus")
        expect(shown.locator(".name")).to_have_text("Grip bonus (3)")
        total = shown.locator(".total").inner_text()
        assert int(total) == int(shown.locator(".face").inner_text()) + 3
        arrives.set()
        expect(shown.locator("output[data-read]")).to_be_visible()
    assert shown.locator(".total").inner_text() == total


def test_a_roll_outlives_the_page_that_python_never_reached(alone: Living) -> None:
    with engine_held_back(alone.host):
        page = alone.open()
        roll_button(page, "3d6 + 4").click()
        expect(result(page, "3d6 + 4").locator(".total")).to_be_visible()
        page.goto(alone.host.url + "index.html")
        ready(page)
        (entry,) = log_entries(page)
        faces = entry["faces"]
        assert isinstance(faces, list)
        assert entry["shown"] == str(sum(faces) + 4)
        assert entry["sentence"] == f"{entry['shown']}, from 3d6 ({', '.join(map(str, faces))}) + 4"


def test_a_table_lights_its_row_before_python(alone: Living) -> None:
    with engine_held_back(alone.host) as arrives:
        page = alone.open(EAVES)
        bar = page.locator(".table-bar").first
        bar.locator(".table-roll").click()
        lit = page.locator(".came-up").all_inner_texts()
        assert len(lit) == 2
        total = int(bar.locator("output .total").inner_text())
        assert lit[1].startswith("Nothing but" if total <= 10 else "A purse")
        (before,) = log_entries(page)
        bar.locator("output").evaluate(LISTEN)
        arrives.set()
        expect(bar.locator("output[data-read]")).to_be_visible()
    assert page.locator(".came-up").all_inner_texts() == lit
    (after,) = log_entries(page)
    assert (after["id"], after["shown"], after["sentence"]) == (before["id"], before["shown"], before["sentence"])
    assert len(page.evaluate("() => heard")) == 1


def test_what_is_hidden_before_python_has_read_it_stays_hidden(alone: Living) -> None:
    with engine_held_back(alone.host) as arrives:
        page = alone.open()
        roll_button(page, "2d6").click()
        shown = result(page, "2d6")
        shown.get_by_role("button", name="Hide the result").click()
        arrives.set()
        expect(shown.locator("output[data-read]")).to_have_count(1)
    expect(shown).to_be_hidden()
    expect(page.locator(".roll-total:visible")).to_have_count(0)


def test_what_only_python_can_do_says_how_far_it_is(alone: Living) -> None:
    with engine_held_back(alone.host) as arrives:
        page = alone.open(EAVES)
        # As on a page that was written by hand: a roll that the script has no plan for.
        page.locator("main button[data-roll]").first.evaluate("(roll) => delete roll.dataset.throw")
        page.locator("main button[data-roll]").first.click()
        waiting = page.locator(".roll-result .waiting").first
        expect(waiting.locator("progress")).to_be_visible()
        expect(waiting.locator("small")).to_have_text(re.compile(r"^\d+\.\d of \d+\.\d MB"))
        assert waiting.locator("[aria-hidden]").count() == 1
        arrives.set()
        expect(page.locator(".roll-result .total").first).to_be_visible()
    assert len(log_entries(page)) == 1


def test_the_page_says_so_if_python_counts_otherwise(living: Living) -> None:
    page = living.open()
    roll = roll_button(page, "3d6 + 4")
    # A plan that is wrong by one, as no engine writes it.
    roll.evaluate("(roll) => { roll.dataset.throw = JSON.stringify([...JSON.parse(roll.dataset.throw), 1]); }")
    roll.click()
    shown = result(page, "3d6 + 4")
    expect(shown.locator("output[data-read]")).to_contain_text("The page added this up as")
    (entry,) = log_entries(page)
    faces = entry["faces"]
    assert isinstance(faces, list)
    assert shown.locator(".total").inner_text() == entry["shown"] == str(sum(faces) + 4)


def test_whoever_pays_for_bytes_fetches_no_engine_before_the_first_tap(alone: Living) -> None:
    alone.reader.context.add_init_script(
        "Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });"
    )
    page = alone.open()
    roll_button(page, "2d6").click()
    expect(result(page, "2d6").locator("output[data-read]")).to_be_visible()
    alone.host.requests.clear()
    page.reload()
    ready(page)
    roll_button(page, "2d6").hover()
    page.wait_for_timeout(500)
    assert page.workers == []


def test_whoever_has_rolled_before_finds_the_engine_awake(living: Living) -> None:
    page = living.open()
    roll_button(page, "2d6").click()
    expect(result(page, "2d6").locator("output[data-read]")).to_be_visible()
    page.reload()
    ready(page)
    while not page.workers:
        page.wait_for_timeout(50)


def test_the_thrower_and_pyodide_agree(bench_folder: Path, site_server: Callable[..., Host], reader: Reader) -> None:
    names = {name: f"`{name}`" for name in NAMES if " " in name}
    rules = {"vocabulary": {**names, **VOCABULARY}, "tables": [], "calculators": [], "sheets": []}
    (bench_folder / "throws.json").write_text(json.dumps(rules), encoding="utf-8")
    page = reader.open(site_server(bench_folder).url)
    assert page.evaluate("() => table.engine.use('b', 'throws.json')")["problems"] == []
    totals = page.evaluate(THROW, rolls_with_plans(29, MANY))
    assert len(totals) == MANY
    assert [pair for pair in totals if pair[0] != pair[1]] == []


@pytest.mark.parametrize("book", RULEBOOKS)
def test_every_roll_and_table_of_the_rulebooks_is_instant(shelf_folder: Path, book: str) -> None:
    pages = "".join(path.read_text(encoding="utf-8") for path in sorted((shelf_folder / book).glob("*.html")))
    rolls = re.findall(r'<button type="button" data-roll="[^>]*>', pages)
    bars = re.findall(r'<div class="table-bar"[^>]*>', pages)
    assert len(rolls) >= 39
    assert [roll for roll in rolls if " data-throw=" not in roll] == []
    assert [bar for bar in bars if " data-throw=" not in bar or " data-rows=" not in bar] == []
    plans = re.findall(r' data-throw="([^"]*)"', pages)
    assert all(isinstance(json.loads(unescape(plan)), list) for plan in plans)
    assert max(map(len, plans)) < 300
