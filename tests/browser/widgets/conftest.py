"""A small book with calculators, examples and a character sheet, built whole with its engine, and a reader of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from generator.render.browser import BrowserFiles

from ..conftest import Reader
from ..hosting import Host
from ..living.conftest import PATIENCE, build_shelf, ready

CASE = Path(__file__).parents[2] / "cases" / "widgets"
STORED = "rollbook-characters-harbour:/play/"


@pytest.fixture(scope="session")
def widgets_folder(bundle: BrowserFiles, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("widgets")
    build_shelf(CASE / "content", CASE / "data", bundle, folder)
    return folder


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


@pytest.fixture
def watch(widgets_folder: Path, site_server: Callable[..., Host], reader: Reader) -> Watch:
    expect.set_options(timeout=PATIENCE)
    return Watch(site_server(widgets_folder, "play/"), reader)


def calculator(page: Page, name: str) -> Locator:
    return page.locator(f"[data-calc='{name}']")


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
