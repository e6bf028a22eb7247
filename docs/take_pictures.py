"""`make pictures`: the README's pictures, taken of the shelf as it is built: a page, a roll, odds, a phone, paper."""

from __future__ import annotations

import subprocess
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.hosting import hosted
from tests.browser.living import PATIENCE, in_its_faces, ready
from tests.browsers import find_browser

_PICTURES = Path(__file__).with_name("pictures")
_BUILD = Path("build")
_CHAPTER = "microluxe20/combat.html"
# Inside pages of the book, left and right: the fight begins there.
_SPREAD = (10, 11)
_COLOURS = 64


def main() -> None:
    """build/site and build/pdf -> docs/pictures."""
    chromium = find_browser("Chromium")
    with hosted(_BUILD / "site") as host, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        _desk(browser, host.url)
        _phone(browser, host.url)
        browser.close()
    _spread()
    for picture in sorted(_PICTURES.glob("*.png")):
        _slim(picture)


def _open(browser: Browser, address: str, width: int, height: int, scheme: str) -> Page:
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    in_its_faces(page)
    ready(page)
    return page


def _desk(browser: Browser, address: str) -> None:
    page = _open(browser, address + _CHAPTER, 1280, 860, "light")
    page.screenshot(path=_PICTURES / "chapter.png")
    roll = page.locator("main [data-roll]").first
    roll.click()
    page.locator("main .roll-result .total").first.wait_for()
    page.get_by_role("button", name="Dice", exact=True).click()
    page.locator("#rb-tray .log-entry, #rb-tray li").first.wait_for()
    roll.evaluate("(roll) => scrollTo(0, roll.getBoundingClientRect().top + scrollY - 330)")
    page.wait_for_timeout(600)
    page.screenshot(path=_PICTURES / "roll.png")
    page.locator("#rb-tray").evaluate("(tray) => tray.hidePopover()")
    attack = page.locator("[data-calc='melee-attack']")
    attack.get_by_role("button", name="Roll", exact=True).click()
    attack.locator(".widget-result .face").first.wait_for()
    attack.get_by_role("button", name="Odds", exact=True).click()
    attack.locator(".odds-results figure").first.wait_for()
    page.wait_for_timeout(600)
    attack.screenshot(path=_PICTURES / "calculator.png")


def _phone(browser: Browser, address: str) -> None:
    page = _open(browser, address + "microluxe20/stats.html", 390, 780, "dark")
    page.locator("main [data-calc], main table").first.evaluate(
        "(found) => scrollTo(0, found.getBoundingClientRect().top + scrollY - 260)"
    )
    page.wait_for_timeout(600)
    page.screenshot(path=_PICTURES / "phone.png")


def _spread() -> None:
    """Two facing pages of the PDF, side by side."""
    halves = []
    for number in _SPREAD:
        command = ["pdftoppm", "-r", "80", "-png", "-f", str(number), "-l", str(number), "-singlefile"]
        half = _PICTURES / f"page-{number}"
        subprocess.run([*command, str(_BUILD / "pdf" / "microluxe20.pdf"), str(half)], check=True)
        halves.append(half.with_suffix(".png"))
    left, right = (Image.open(half) for half in halves)
    spread = Image.new("RGB", (left.width + right.width, left.height), "white")
    spread.paste(left, (0, 0))
    spread.paste(right, (left.width, 0))
    spread.save(_PICTURES / "print.png")
    for half in halves:
        half.unlink()


def _slim(path: Path) -> None:
    """A picture -> the same in few colours: it is looked at on a page, and kept in the repository."""
    Image.open(path).convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)


if __name__ == "__main__":
    main()
