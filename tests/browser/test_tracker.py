"""A fight of two characters against six goblins, with taps alone on a small screen; nothing is lost, online or not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from rollbook.engine.browser import Door
from rollbook.words import speech

from .conftest import Reader, reading
from .hosting import Host
from .living import PATIENCE, log_entries, ready, until_kept

SCREEN = "microluxe20/gamemasters-screen.html"
BOOK = "microluxe20"
HEROES = {"Mira": {"class": "Fighter", "STR": 6, "DEX": 4}, "Odo": {"class": "Rogue", "DEX": 6, "STR": 4}}
TO_LINK = "(text) => { location.hash = `#fight=${btoa(text).replace(/=+$/, '')}`; }"


def kept_heroes(rules: str) -> dict[str, object]:
    """The book's rules -> two characters as a browser keeps them."""
    door = Door({"en": speech("en")})
    ask = lambda **request: json.loads(door.answer(json.dumps({**request, "book": BOOK})))  # noqa: E731
    ask(kind="load", **json.loads(rules))
    entries = []
    for label, fields in HEROES.items():
        made = ask(kind="sheet", do="new")
        character = {**made["character"], "fields": {**made["character"]["fields"], "name": label, **fields}}
        for name in ask(kind="sheet", do="derive", character=character)["unrolled"]:
            character = ask(kind="sheet", do="roll", name=name, character=character, seed=7)["character"]
        values = ask(kind="sheet", do="derive", character=character)["values"]
        entries.append({"id": label, "label": label, "character": character, "values": values, "rules": ""})
    # A ship's sheet has no points that a blow could be taken off: it stays out of the fight.
    ship = {"id": "ship", "label": "The Heron", "character": character, "values": {"oil": 4}, "rules": ""}
    entries.append(ship)
    return {"version": 1, "active": "Mira", "entries": entries, "aside": []}


@pytest.fixture
def handed(browser: Browser) -> Iterator[Reader]:
    """A reader with a phone."""
    context = browser.new_context(viewport={"width": 390, "height": 780}, has_touch=True, is_mobile=True)
    try:
        with reading(context) as reader:
            yield reader
    finally:
        context.close()


@pytest.fixture
def phone(shelf_folder: Path, site_server: Callable[..., Host], handed: Reader) -> Page:
    return _opened(handed, site_server(shelf_folder, "play/"), shelf_folder)


def _opened(reader: Reader, host: Host, folder: Path) -> Page:
    page = reader.open(host.url + SCREEN)
    page.set_default_timeout(PATIENCE)
    ready(page)
    heroes = kept_heroes((folder / BOOK / "rules.json").read_text("utf-8"))
    page.evaluate(f"(text) => localStorage.setItem('rollbook-characters-{BOOK}:/play/', text)", json.dumps(heroes))
    page.reload()
    ready(page)
    return page


def test_two_characters_fight_six_goblins_by_taps(phone: Page) -> None:
    page = phone
    tracker = page.locator("[data-tracker]")
    tap(tracker, "Add characters")
    # The number is a field of its own; six taps do as well on a phone.
    for _ in range(6):
        tap(tracker, "Add", exact=True)
    expect(tracker.locator(".fighter")).to_have_count(8)
    assert tracker.locator(".fighter-name").all_inner_texts()[-1] == "Goblin 6"
    tap(tracker, "Roll initiative")
    expect(tracker.locator(".fighter.now")).to_have_count(1)
    order = [int(text) for text in tracker.locator(".fighter-turn").all_inner_texts()]
    assert order == sorted(order, reverse=True)
    until_kept(page)
    page.context.set_offline(True)
    hits = _fight(page, tracker)
    assert hits > 0
    _status(tracker)
    _rest(tracker)
    before = tracker.locator(".fighters").inner_text()
    page.reload()
    ready(page)
    expect(tracker.locator(".fighter")).to_have_count(8)
    assert tracker.locator(".fighters").inner_text() == before
    sentences = " ".join(str(entry["sentence"]) for entry in log_entries(page))
    rested = ("Short rest: Mira: A short rest: ", "Mira: Hit Points left: ", "Long rest: Odo: A long rest: ")
    for told in ("Roll initiative: ", "Goblin", " attacks ", " → ", "Downed", "Round 2", *rested):
        assert told in sentences, told
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390


def _rest(tracker: Locator) -> None:
    """One tap, and everybody has back what the book's own calculator says; another takes it back."""
    hurt = _hurt(tracker, "Mira", 3)
    tap(tracker, "Short rest")
    said = tracker.locator(".fight-said")
    expect(said).to_contain_text("Short rest: Mira: A short rest: ")
    expect(said).to_contain_text(f"Hit Points left: {hurt} → ")
    rested = points(tracker, "Mira")
    assert rested > hurt
    tap(said, "Undo")
    expect(said).to_contain_text(f"Hit Points left: {rested} → {hurt}")
    assert points(tracker, "Mira") == hurt
    tap(tracker, "Long rest")
    expect(said).to_contain_text("Long rest: Mira: A long rest: ")
    assert points(tracker, "Mira") > hurt


def _hurt(tracker: Locator, name: str, at_least: int) -> int:
    """Points are taken off by taps until so many are missing. -> what is left."""
    row = tracker.locator(".fighter", has_text=name)
    most = int(row.locator(".fighter-points").inner_text().split()[-1])
    for left in range(points(tracker, name) - 1, most - at_least - 1, -1):
        tap(row, f"{name}: one point less")
        expect(row.locator(".fighter-points")).to_have_text(f"{left} of {most}")
    return points(tracker, name)


def points(tracker: Locator, name: str) -> int:
    return int(tracker.locator(".fighter", has_text=name).locator(".fighter-points").inner_text().split()[0])


def _fight(page: Page, tracker: Locator) -> int:
    """Turn after turn, each with one attack: two taps where it hits, three with the next turn. -> how many hit."""
    hits = 0
    for _ in range(12):
        now = tracker.locator(".fighter.now .fighter-name").inner_text()
        foes = "Goblin" if now in ("Mira", "Odo") else "Mira"
        target = tracker.locator(".fighter", has_text=foes).locator("button.hit").first
        if target.count():
            target.tap()
            said = tracker.locator(".fight-said")
            expect(said).to_contain_text(f"{now} attacks")
            apply = said.get_by_role("button")
            if apply.count():
                hits += 1
                apply.tap()
                expect(said).to_contain_text(" → ")
        tap(tracker, "Next turn")
        expect(tracker.locator(".fight-said")).to_contain_text("turn.")
    return hits


def _status(tracker: Locator) -> None:
    """A status with what it does, for one round more than none."""
    row = tracker.locator(".fighter", has_text="Odo")
    choose = row.get_by_role("button", name="Status for Odo")
    choose.tap()
    expect(choose).to_have_attribute("aria-expanded", "true")
    downed = row.get_by_role("group", name="Status for Odo").get_by_role("button", name="Downed")
    box = downed.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44, "as large as a thumb"
    downed.tap()
    expect(row.locator(".fighter-statuses")).to_contain_text("Downed")
    expect(choose).to_have_attribute("aria-expanded", "false")
    row.locator("summary").tap()
    expect(row).to_contain_text("close to death")
    tap(row, "One more round")
    expect(row.locator("summary")).to_have_text("Downed, 1 round")


def test_a_fight_travels_by_a_link(phone: Page) -> None:
    page = phone
    tracker = page.locator("[data-tracker]")
    tap(tracker, "Add characters")
    tap(tracker, "Add", exact=True)
    expect(tracker.locator(".fighter")).to_have_count(3)
    fight = page.evaluate(f"() => localStorage.getItem('rollbook-fight-{BOOK}:/play/')")
    tap(tracker, "End the fight")
    expect(tracker.locator(".fighter")).to_have_count(0)
    page.evaluate(TO_LINK, fight)
    expect(tracker).to_contain_text("Someone shared a fight with you: Mira, Odo, Goblin")
    tap(tracker, "Load it")
    expect(tracker.locator(".fighter")).to_have_count(3)


def tap(within: Locator, name: str, *, exact: bool = False) -> None:
    within.get_by_role("button", name=name, exact=exact).tap()


def test_who_joins_while_initiative_is_rolled_or_later_rolls_as_well(phone: Page) -> None:
    tracker = phone.locator("[data-tracker]")
    tap(tracker, "Add characters")
    expect(tracker.locator(".fighter")).to_have_count(2)
    # The engine is still asleep: both presses are answered when it comes, a goblin at a time.
    tracker.get_by_label("How many").fill("3")
    for name in ("Roll initiative", "Add"):
        tracker.get_by_role("button", name=name, exact=True).dispatch_event("click")
    expect(tracker.locator(".fighter")).to_have_count(5)
    rolled = re.compile(r"^-?\d+$")
    expect(tracker.locator(".fighter-turn")).to_have_text([rolled] * 5)
    tap(tracker, "Add", exact=True)
    expect(tracker.locator(".fighter-turn")).to_have_text([rolled] * 6)


def test_an_attack_that_costs_the_attacker_offers_both_losses(
    shelf_folder: Path, site_server: Callable[..., Host], handed: Reader
) -> None:
    page = handed.open(site_server(shelf_folder, "play/").url + "game-reference/game-masters-screen.html")
    page.set_default_timeout(PATIENCE)
    ready(page)
    tracker = page.locator("[data-tracker]")
    tap(tracker, "Add", exact=True)
    tap(tracker, "Add", exact=True)
    expect(tracker.locator(".fighter")).to_have_count(2)
    tap(tracker, "Roll initiative")
    attacker, said = tracker.locator(".fighter.now"), tracker.locator(".fight-said")
    name = attacker.locator(".fighter-name").inner_text()
    offer = said.get_by_role("button", name=re.compile(rf"^Subtract \d+ from {name}$"))
    # Melee is as likely lost as won; a defeat that armour swallows costs nothing.
    for _ in range(60):
        said.evaluate("(shown) => shown.replaceChildren()")
        tracker.locator("button.hit").tap()
        expect(said).to_contain_text(f"{name} attacks")
        if offer.count():
            break
    loss = int(offer.inner_text().split()[1])
    offer.tap()
    expect(attacker.locator(".fighter-points")).to_have_text(f"{max(0, 10 - loss)} of 10")
