"""Every calculator is played by its sentence, by mouse, finger and keyboard, and what it says is the engine's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from rollbook.engine.browser import Door

from tests.browser.hosting import Host
from tests.browser.living import PATIENCE
from tests.english import every_speech

from .conftest import open_page

BOOKS = ("fen-mail", "game-reference", "microluxe20", "microluxe20-first", "microluxe20-space", "skill20")
WAYS = ("mouse", "finger", "keyboard")
# One whose roll a paragraph carries is among them.
SAMPLE = ("microluxe20-space", "combat.html", 2)
TOUCHED = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("way", WAYS)
def test_a_sample_is_played_by_its_sentence(browser: Browser, host: Host, shelf_folder: Path, way: str) -> None:
    book, chapter, most = SAMPLE
    assert play_pages(browser, host, shelf_folder, book, way, (chapter,), most) == most


@pytest.mark.soak
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("book", BOOKS)
def test_every_calculator_is_played_by_its_sentence(
    browser: Browser, host: Host, shelf_folder: Path, book: str, way: str
) -> None:
    chapters = tuple(
        path.name for path in sorted((shelf_folder / book).glob("*.html")) if "data-calc=" in path.read_text("utf-8")
    )
    assert play_pages(browser, host, shelf_folder, book, way, chapters, 1000) > 10


def play_pages(
    browser: Browser, host: Host, folder: Path, book: str, way: str, chapters: tuple[str, ...], most: int
) -> int:
    """Chapters of a book, how many calculators of each at most -> how many were played."""
    door = Door(every_speech())
    rules = json.loads((folder / book / "rules.json").read_text("utf-8"))
    door.answer(json.dumps({**rules, "kind": "load", "book": book}))
    context = browser.new_context(service_workers="block", **(TOUCHED if way == "finger" else {}))  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    played = 0
    for chapter in chapters:
        open_page(page, f"{host.url}{book}/{chapter}")
        for section in page.locator("main [data-calc]").all()[:most]:
            Play(page, section, way).whole(door, book)
            played += 1
    context.close()
    return played


class Play:
    """One calculator, and how its reader touches it."""

    def __init__(self, page: Page, section: Locator, way: str) -> None:
        self.page, self.section, self.way = page, section, way

    def whole(self, door: Door, book: str) -> None:
        """Opened, a number changed, rolled, closed."""
        more, details = self.section.locator("[data-do='more']"), self.section.locator(".widget-more")
        self.press(more)
        expect(details).to_have_attribute("open", "")
        name = self.section.get_attribute("data-calc")
        given = self.change_one()
        asked = {"kind": "calculator", "do": "say", "book": book, "calculator": name, "inputs": given}
        answer = json.loads(door.answer(json.dumps(asked)))
        assert "parts" in answer, (name, given, answer)
        for number, part in enumerate(answer["parts"]):
            for said in (said for said in part if said["kind"] == "chance"):
                expect(self.section.locator(f"[data-part='{number}']").first).to_contain_text(
                    said["shown"][0], timeout=PATIENCE
                )
        roll = self.section.locator("button.main")
        if roll.count():
            self.press(roll)
            expect(self.section.locator(".widget-result > .unseen").first).not_to_be_empty(timeout=PATIENCE)
        self.press(more)
        expect(details).not_to_have_attribute("open", "")

    def press(self, control: Locator) -> None:
        match self.way:
            case "mouse":
                control.click()
            case "finger":
                control.tap()
            case _:
                control.focus()
                self.page.keyboard.press("Enter")

    def change_one(self) -> dict[str, str]:
        """The first number of the sentence, or else its first choice, is moved on -> what it is now, by its name."""
        for kind in ("input[type='number']", "select"):
            control = self.section.locator(f".said > {kind}").first
            if control.count():
                break
        else:
            return {}
        if kind == "select":
            self.choose(control)
        else:
            self.step(control)
        field = control.locator("xpath=..")
        return {str(field.get_attribute("data-field")): control.input_value()}

    def step(self, control: Locator) -> None:
        before, most = control.input_value(), control.get_attribute("max")
        up = most is None or float(before) < float(most)
        if self.way == "keyboard":
            control.focus()
            self.page.keyboard.press("ArrowUp" if up else "ArrowDown")
        else:
            # Typed over, a field covers its number; it is reached by its middle.
            self.press(control)
            self.press(self.page.locator(".stepper button", has_text="+" if up else "−"))
        assert control.input_value() != before

    def choose(self, control: Locator) -> None:
        count = control.locator("option").count()
        if self.way == "keyboard":
            control.focus()
            self.page.keyboard.press("ArrowDown")
        else:
            # What a browser opens for a choice is not of the page.
            control.select_option(index=min(1, count - 1))


# What a screen reader is told of a sentence, and of what came out.
SENTENCE = """
- group "Initiative":
  - heading "Initiative" [level=3]
  - link "Link to Initiative"
  - paragraph:
    - text: You at
    - spinbutton "Your DEX bonus": "2"
    - text: ", the foe at"
    - spinbutton "DEX bonus of the foe": "1"
    - text: ": you act first 52 % of the time, and 5 % of the rolls are ties."
    - 'button "Roll : Initiative"'
    - 'button "Odds : Initiative"'
    - 'button "More : Initiative"'
"""
# One roll in twenty is a tie.
RESULT = SENTENCE + (
    r"  - status: '/(\d+ against \d+|Both have \d+).* You: \d+; The foe: \d+\. Dice: d20 \(.*\), d20 \(.*\)\./'"
)


def test_ears_meet_one_group_with_its_values_and_the_result_once(reading_page: Page, host: Host) -> None:
    page = reading_page
    open_page(page, f"{host.url}microluxe20/combat.html")
    initiative = page.locator("[data-calc='initiative']")
    expect(initiative).to_match_aria_snapshot(SENTENCE)
    initiative.get_by_role("button", name="Roll").click()
    expect(initiative).to_match_aria_snapshot(RESULT, timeout=PATIENCE)
    expect(initiative.get_by_role("status")).to_have_count(1)
