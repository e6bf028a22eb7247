"""Over the shelf's own rulebooks: every calculator rolls, every example plays as it is told, every sheet opens."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

from generator.render.browser import BrowserFiles

from .conftest import Reader
from .hosting import Host
from .living import PATIENCE, build_shelf, ready

ROOT = Path(__file__).parents[2]
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


def test_every_calculator_example_and_sheet_answers(
    bundle: BrowserFiles, tmp_path: Path, site_server: Callable[..., Host], reader: Reader
) -> None:
    build_shelf(ROOT / "content", ROOT / "data", bundle, tmp_path)
    host = site_server(tmp_path, "play/")
    pages = [path for path in sorted(tmp_path.glob("*/*.html")) if 'class="widget ' in path.read_text("utf-8")]
    page = reader.open(host.url + "index.html")
    page.set_default_timeout(PATIENCE)
    ready(page)
    pressed = sum(_press_all(page, host.url + path.relative_to(tmp_path).as_posix()) for path in pages)
    assert pressed > 200


def _press_all(page: Page, address: str) -> int:
    """Goes to a page softly and presses everything in it -> how many, when each has answered rightly."""
    page.evaluate("async (address) => { await navigation.navigate(address).finished; }", address)
    count: int = page.evaluate(PRESS_ALL)
    answers: list[dict[str, str]] = []
    for _ in range(600):
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
