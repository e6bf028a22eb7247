"""What is drawn: the same signs in Chromium, Firefox and WebKit, found in the pictures themselves."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from tests.browser.hosting import Host

from .driver import Driver
from .journeys import Visit

BOX = """(selector) => {
  const found = document.querySelector(selector);
  const { left, top, right, bottom } = found.getBoundingClientRect();
  return [left, top, right, bottom, Number.parseFloat(getComputedStyle(found).fontSize)];
}"""
PAINTED = "() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(() => then(true))))"
ALIKE = 24  # how far a channel may lie from the paper's and still be paper
OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@dataclass(frozen=True, slots=True)
class Picture:
    """A part of a page as it is drawn: rows of True where there is ink."""

    rows: list[list[bool]]

    def share(self, part: slice = slice(None)) -> float:
        """-> how much of these rows is ink, from 0 to 1."""
        cells = [cell for row in self.rows[part] for cell in row]
        return sum(cells) / len(cells)


def drawn(driver: Driver, selector: str, from_end: float | None = None) -> Picture:
    """An element, or the last so many ems of it -> how it is drawn."""
    left, top, right, bottom, size = driver.evaluate(BOX, selector)
    driver.evaluate(PAINTED)
    image = Image.open(BytesIO(driver.screenshot())).convert("RGB")
    if from_end is not None:
        left = right - from_end * size
    part = image.crop((round(left), round(top), round(right), round(bottom)))
    off = ImageChops.difference(part, Image.new("RGB", part.size, part.getpixel((0, 0)))).split()
    ink = [value > ALIKE for value in ImageChops.lighter(ImageChops.lighter(off[0], off[1]), off[2]).tobytes()]
    return Picture([ink[start : start + part.width] for start in range(0, len(ink), part.width)])


@pytest.fixture
def visit(driver: Driver, inn: Host) -> Visit:
    visit = Visit(driver, inn)
    visit.open()
    driver.evaluate("() => scrollTo({ top: 0, behavior: 'instant' })")
    return visit


def test_the_small_die_is_a_shape_and_not_a_block(visit: Visit) -> None:
    die = drawn(visit.driver, "main [data-roll='2d6']", from_end=0.6)
    assert 0.05 < die.share() < 0.5
    # Above and below it there is only paper, and an underline that ends before it.
    height = len(die.rows)
    assert die.share(slice(0, height // 6)) == 0
    assert die.share(slice(-height // 6, None)) < 0.2


@pytest.mark.parametrize("selector", ["a.term", "main [data-roll='2d6']"])
def test_terms_and_dice_are_underlined_with_dots(visit: Visit, selector: str) -> None:
    low = drawn(visit.driver, selector)
    fullest = max(sum(row) / len(row) for row in low.rows[len(low.rows) * 2 // 3 :])
    assert fullest > 0.3, "no line under the words"
    style = visit.driver.evaluate(
        "(selector) => getComputedStyle(document.querySelector(selector)).textDecorationStyle", selector
    )
    assert style == "dotted"


@pytest.mark.parametrize("page", ["index", "inn/index", "inn/the-taproom", "inn/guests", "inn/screen"])
def test_a_phone_shows_each_page_without_scrolling_sideways(driver: Driver, inn: Host, page: str) -> None:
    driver.resize(390, 800)
    try:
        Visit(driver, inn).open(page)
        assert driver.evaluate(OVERFLOW) == 0
    finally:
        driver.resize(1280, 800)
