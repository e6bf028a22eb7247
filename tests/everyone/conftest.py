"""The whole shelf behind a plain host; and which of its pages stand for all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.hosting import Host, hosted
from tests.browser.living import PATIENCE, in_its_faces, ready

# One page of every kind: a test of all of them would take too long for `make test`; `make soak` opens every page.
SAMPLE = (
    "index.html",
    "404.html",
    "microluxe20/index.html",
    "microluxe20/combat.html",
    "microluxe20/character-sheet.html",
    "microluxe20/gamemasters-screen.html",
    "microluxe20/glossary.html",
    "microluxe20/what-changed-between-editions.html",
    "game-reference/magical-equipment.html",
    "skill20/coverage.html",
    "skill20/quick-reference.html",
    "guide/the-notation.html",
)
CHAPTER = "microluxe20/combat.html"


@pytest.fixture(scope="session")
def every_page(shelf_folder: Path) -> tuple[str, ...]:
    """All pages of the shelf, by their paths below its root."""
    pages = sorted(path.relative_to(shelf_folder).as_posix() for path in shelf_folder.rglob("*.html"))
    assert set(SAMPLE) <= set(pages)
    assert len(pages) > 100
    return tuple(pages)


@pytest.fixture(scope="session")
def host(shelf_folder: Path) -> Iterator[Host]:
    with hosted(shelf_folder, "play/") as running:
        yield running


@pytest.fixture
def reading_page(browser: Browser) -> Iterator[Page]:
    """A page past whose policy a test may bring its own scripts; the engine stays asleep and nothing is kept."""
    context = browser.new_context(bypass_csp=True, reduced_motion="reduce", service_workers="block")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    context.close()


def open_page(page: Page, address: str) -> None:
    """An address -> open, its faces there and its scripts begun."""
    page.goto(address)
    in_its_faces(page)
    ready(page)
