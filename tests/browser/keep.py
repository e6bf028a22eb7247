"""A small book with a game master's screen, and what its reader does there."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from playwright.sync_api import Locator, Page

from tests.shelves import CASES

from .hosting import Host
from .living import PATIENCE, ready

if TYPE_CHECKING:
    from .conftest import Reader

KEEP = CASES / "screen"
STORED = "rollbook-screen-keep:/play/"


@dataclass(slots=True)
class Keep:
    """The host of the book and its reader."""

    host: Host
    reader: Reader

    def open(self, page: str = "screen", pins: object = None) -> Page:
        """A page of the book, with these ids on the reader's screen already."""
        if pins is not None:
            self.keep(pins)
        opened = self.reader.open(f"{self.host.url}keep/{page}.html" if ".html" not in page else self.host.url + page)
        opened.set_default_timeout(PATIENCE)
        ready(opened)
        return opened

    def keep(self, pins: object) -> None:
        """Ids or anything else -> in the browser's storage, before a page is opened."""
        listed = isinstance(pins, list) and all(isinstance(pin, str) for pin in pins)
        value = {"version": 1, "pins": [{"id": pin, "width": 1} for pin in pins]} if listed else pins  # type: ignore[attr-defined]
        page = self.reader.open(f"{self.host.url}index.html")
        text = value if isinstance(value, str) else json.dumps(value)
        page.evaluate("([name, text]) => localStorage.setItem(name, text)", [STORED, text])
        page.close()


def card(page: Page, pin: str) -> Locator:
    return page.locator(f".card[data-pinned='{pin}']")


def order(page: Page) -> list[str]:
    """The cards as they stand."""
    return [str(each.get_attribute("data-pinned")) for each in page.locator(".card").all()]


def kept(page: Page) -> list[tuple[str, int]]:
    """What the browser keeps of the screen."""
    found = page.evaluate(f"() => JSON.parse(localStorage.getItem('{STORED}') ?? '{{\"pins\": []}}').pins")
    return [(pin["id"], pin["width"]) for pin in found]


def said(page: Page) -> Locator:
    return page.locator("p[role='status'].unseen")
