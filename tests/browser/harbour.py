"""A small book with calculators, examples and a character sheet, and what a reader does in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from playwright.sync_api import Locator, Page, expect

from .hosting import Host
from .living import PATIENCE, ready

if TYPE_CHECKING:
    from .conftest import Reader

STORED = "rollbook-characters-harbour:/play/"


@dataclass(slots=True)
class Watch:
    """The host of the book and its reader."""

    host: Host
    reader: Reader

    def open(self, page: str = "brawls") -> Page:
        opened = self.reader.open(f"{self.host.url}harbour/{page}.html")
        opened.set_default_timeout(PATIENCE)
        ready(opened)
        return opened


def calculator(page: Page, name: str) -> Locator:
    return page.locator(f"[data-calc='{name}']")


def sentence(found: Locator) -> Locator:
    """A calculator -> its sentence."""
    return found.locator(".sentence > p")


def open_more(found: Locator) -> Locator:
    """A calculator -> the same, with the fields and workings below its sentence open."""
    found.get_by_role("button", name="More", exact=False).first.click()
    expect(found.locator(".widget-expected")).to_be_visible()
    return found


def sheet(page: Page) -> Locator:
    """The sheet, once the engine has filled it."""
    found = page.locator("[data-sheet]")
    expect(found.locator("[data-left]")).not_to_be_empty()
    return found


def value(found: Locator, name: str) -> Locator:
    """A value that the sheet shows, by its name in the rules."""
    return found.locator(f"[data-value='{name}']")


def kept(page: Page) -> dict[str, object]:
    """What the browser keeps of the book's characters."""
    stored: dict[str, object] = page.evaluate(f"() => JSON.parse(localStorage.getItem('{STORED}') ?? '{{}}')")
    return stored
