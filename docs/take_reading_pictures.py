"""`make pictures`: three chapters as they are read today, on a desk and a phone, light and dark, for the guide."""

from __future__ import annotations

from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.browser.hosting import hosted
from tests.browser.living import PATIENCE, in_its_faces, ready
from tests.browsers import find_browser

_GUIDE = Path("content/guide")
_SITE = Path("build/site")
# The chapters whose pictures of before are kept, and the calculator that both show.
_BOOKS = {"microluxe20": "melee-attack", "game-reference": "melee", "skill20": "initiative"}
_DESK, _PHONE = (1280, 900), (390, 844)
_LOOKS = ((_DESK, "light"), (_PHONE, "light"), (_PHONE, "dark"), (_DESK, "dark"))
_ABOVE = 380  # so much of the window shows what stands before the calculator
_HEIGHT = 450
_GAP, _BETWEEN = 12, "#808080"


def main() -> None:
    """build/site -> content/guide/reading-after-*.webp"""
    with hosted(_SITE) as host, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser("Chromium"), args=["--no-sandbox"])
        for book, calculator in _BOOKS.items():
            taken = [_take(browser, f"{host.url}{book}/combat.html", calculator, *look) for look in _LOOKS]
            _beside_each_other(taken).save(_GUIDE / f"reading-after-{book}.webp", quality=80, method=6)
        browser.close()


def _take(browser: Browser, address: str, calculator: str, size: tuple[int, int], scheme: str) -> Image.Image:
    width, height = size
    touched = {"has_touch": True, "is_mobile": True} if size == _PHONE else {}
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,  # type: ignore[arg-type]
        service_workers="block",
        **touched,  # type: ignore[arg-type]
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    in_its_faces(page)
    ready(page)
    shown = page.locator(f"[data-calc='{calculator}']")
    shown.evaluate(f"(found) => scrollTo(0, found.getBoundingClientRect().top + scrollY - {_ABOVE})")
    page.wait_for_timeout(600)
    path = Path(_SITE.parent / "picture.png")
    page.screenshot(path=path)
    context.close()
    with Image.open(path) as taken:
        small = taken.convert("RGB").resize((round(width * _HEIGHT / height), _HEIGHT), Image.Resampling.LANCZOS)
    path.unlink()
    return small


def _beside_each_other(pictures: list[Image.Image]) -> Image.Image:
    whole = Image.new("RGB", (sum(each.width + _GAP for each in pictures) - _GAP, _HEIGHT), _BETWEEN)
    left = 0
    for each in pictures:
        whole.paste(each, (left, 0))
        left += each.width + _GAP
    return whole


if __name__ == "__main__":
    main()
