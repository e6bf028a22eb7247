"""What a test presses on a page, and what it makes of the answers."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from .living import PATIENCE, go_softly

# Press what rolls and what plays, and say which of them have answered and which differ from the book's own words.
PRESS_ALL = """() => {
  const pressed = document.querySelectorAll("main [data-calc] button.main, main [data-example] button[data-do='play']");
  for (const each of pressed) each.click();
  return pressed.length;
}"""
ANSWERED = """() => [...document.querySelectorAll("main .widget-result")]
  .filter((output) => output.childElementCount > 0)
  .map((output) => ({
    book: [...output.closest(".widget").querySelectorAll("p")].map((words) => words.textContent).join(" "),
    said: output.querySelector(".unseen")?.textContent ?? "",
    example: output.closest(".example") !== null,
    problem: output.querySelector(".problem")?.textContent ?? "",
  }))"""


def pages_with(folder: Path, words: str, among: str = "*/*.html") -> list[str]:
    """A site's folder, words, which files -> the pages with these words."""
    pages = [path for path in sorted(folder.glob(among)) if words in path.read_text("utf-8")]
    return [path.relative_to(folder).as_posix() for path in pages]


def ask_all_odds(page: Page, address: str) -> int:
    """Goes to a page softly and asks every calculator for its odds -> how many, when each has shown them."""
    go_softly(page, address)
    asked = page.locator("main [data-calc] button[data-do='odds']")
    count = asked.count()
    asked.evaluate_all("(buttons) => { for (const each of buttons) each.click(); }")
    expect(page.locator("main .widget-odds:not([hidden])")).to_have_count(count)
    told = page.locator("main .widget-odds:not([hidden]):has(.odds-outcomes table, .odds-results figure)")
    expect(told).to_have_count(count, timeout=PATIENCE)
    assert page.locator("main .problem").all_inner_texts() == [], address
    return count


def press_all(page: Page, address: str) -> int:
    """Goes to a page softly and presses everything in it -> how many, when each has answered rightly."""
    go_softly(page, address)
    count: int = page.evaluate(PRESS_ALL)
    answers: list[dict[str, str]] = []
    for _ in range(PATIENCE // 50):
        answers = page.evaluate(ANSWERED)
        if len(answers) >= count:
            break
        page.wait_for_timeout(50)
    assert len(answers) >= count, address
    assert [(each["book"][:60], each["problem"]) for each in answers if each["problem"]] == [], address
    for each in answers:
        if each["example"]:
            told = each["said"].split(" Dice: ")[0].replace("minus ", "−")
            assert _words(told) in _words(each["book"]), address
    if page.locator("[data-sheet]").count():
        page.locator("[data-sheet] .sheet-who option").first.wait_for(state="attached")
    return count


def _words(text: str) -> str:
    return " ".join(text.split())
