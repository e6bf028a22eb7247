"""Pointed at, every kind of control can still be read: axe measures its contrast, light and dark."""

from __future__ import annotations

import pytest
from playwright.sync_api import ElementHandle, Page

from tests.axe import bring_axe
from tests.browser.hosting import Host

from .conftest import open_page

PAGES = (
    "microluxe20/index.html",
    "microluxe20/combat.html",
    "microluxe20/character-sheet.html",
    "microluxe20/gamemasters-screen.html",
    "game-reference/magical-equipment.html",
)
# Controls that look alike are told apart by nothing but their place: one of each kind stands for all.
KINDS = """() => {
  const kinds = new Map();
  for (const one of document.querySelectorAll("button, a[href], select, summary, tbody tr:first-child")) {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.closest(".skip, [popover]")) continue;
    const kind = [one, one.parentElement, one.closest("section, nav, header, figure, main")];
    kinds.set(kind.map((each) => `${each?.localName}.${each?.className}`).join(" "), one);
  }
  return [...kinds.values()];
}"""
UNREADABLE = """async (one) => {
  const { violations } = await axe.run(one, { runOnly: ["color-contrast"] });
  return violations.flatMap(({ nodes }) => nodes.map(({ html, any }) => `${any[0].message} ${html}`));
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_whatever_is_pointed_at_can_be_read(reading_page: Page, host: Host, path: str, scheme: str) -> None:
    page = reading_page
    page.set_viewport_size({"width": 1280, "height": 900})
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    open_page(page, host.url + path)
    bring_axe(page)
    controls = kinds(page)
    assert len(controls) >= 8
    found = []
    for control in controls:
        control.hover()
        found += control.evaluate(UNREADABLE)
    assert found == []


def kinds(page: Page) -> list[ElementHandle]:
    """A page -> one control of each kind that stands in it."""
    listed = page.evaluate_handle(KINDS)
    handles = [one.as_element() for one in listed.get_properties().values()]
    return [one for one in handles if one is not None]
