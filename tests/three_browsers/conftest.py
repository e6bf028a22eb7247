"""One browser of each kind for all tests of a worker, and the host of a small book with one of everything."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright
from rollbook.model.toolkit import Toolkit

from tests.browser.hosting import Host, hosted
from tests.browsers import need_browser, running_chromium, skip_missing
from tests.once import Once
from tests.shelves import CASES, build_site

from .chromium import Chromium
from .driver import ENGINES, BrowserCrashedError, Driver
from .firefox import running_firefox
from .webkit import running_webkit


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test in which the browser itself crashed is tried once more, and no other; that is said in the last line."""
    again = pytest.mark.flaky(reruns=1, only_rerun=[BrowserCrashedError.__name__])
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(again)


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Driver]:
    """The whole Chromium as readers have it, also where the other tests do with less."""
    with running_chromium(playwright, need_browser("Chromium")) as browser:
        driver = Chromium(browser)
        yield driver
        driver.close()


@pytest.fixture(scope="session")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driver]:
    with running_firefox(need_browser("Firefox"), tmp_path_factory.mktemp("firefox")) as driver:
        yield driver


@pytest.fixture(scope="session")
def webkit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driver]:
    program = need_browser("WebKit")
    for helper in ("WebKitWebDriver", "Xvfb"):
        if shutil.which(helper) is None:
            skip_missing(f"{helper}, which WebKit needs, is not installed")
    with running_webkit(program, tmp_path_factory.mktemp("webkit")) as driver:
        yield driver


@pytest.fixture(params=ENGINES, scope="session")
def driver(request: pytest.FixtureRequest) -> Driver:
    """Each of the three in turn."""
    found: Driver = request.getfixturevalue(request.param)
    return found


@pytest.fixture(scope="session")
def inn_folder(toolkit: Toolkit, once: Once) -> Path:
    return once.folder("inn", lambda folder: build_site(CASES / "journeys", toolkit, folder))


@pytest.fixture(scope="session")
def inn(inn_folder: Path) -> Iterator[Host]:
    """One host for most journeys: the engine's files are fetched once in each browser."""
    with hosted(inn_folder, "play/") as host:
        yield host


@pytest.fixture
def lone_inn(inn_folder: Path) -> Iterator[Host]:
    """A host that may be broken, and where nobody has been yet."""
    with hosted(inn_folder, "play/") as host:
        yield host
