"""What tests of several folders share: one real Chromium, the toolkit, and the shelf of this repository."""

from __future__ import annotations

import os
import pickle
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, Playwright, expect, sync_playwright
from rollbook.build.examine import Examined, examine
from rollbook.build.order import Order
from rollbook.model.toolkit import Toolkit
from rollbook.progress import Silent

from tests.browsers import browser_lines, need_browser, running_chromium, skip_missing
from tests.make_toolkit import reuse_no_results, use_own_cache, whole_toolkit
from tests.once import Once
from tests.shelves import ROOT, build_site

# How long an example takes says more about the machine than about the program.
settings.register_profile("rollbook", deadline=None)
settings.load_profile("rollbook")
# So does how long a page takes to answer; one that never does fails its test all the same.
expect.set_options(timeout=120_000)

use_own_cache()
reuse_no_results()

# A run in the background of a shell ignores Ctrl-C, and so would every program that a test starts and ends by it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> list[str]:
    """What passes in one browser may fail in another: a run says which ones it used."""
    return browser_lines()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """It can be started only once in a process."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    with running_chromium(playwright, need_browser("Chromium without windows")) as browser:
        yield browser


@pytest.fixture
def browser_with_windows(playwright: Playwright) -> Iterator[Browser]:
    """For tests in which a link opens another tab: the one without windows often falls over then (150, Debian 12)."""
    with running_chromium(playwright, need_browser("Chromium")) as browser:
        yield browser


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Once:
    """A folder for all workers of this run: the one in which each of them has its own."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return Once(tmp_path_factory.mktemp("once"))
    shared = tmp_path_factory.getbasetemp().parent / "once"
    shared.mkdir(exist_ok=True)
    return Once(shared)


@pytest.fixture(scope="session")
def toolkit() -> Toolkit:
    if shutil.which("node") is None:
        skip_missing("Node is not installed")
    return whole_toolkit()


@pytest.fixture(scope="session")
def examined(once: Once) -> Examined:
    """This repository's own shelf, and all that is wrong with it."""
    folder = once.folder("examined", _examine)
    read: Examined = pickle.loads((folder / "examined.pickle").read_bytes())
    return read


def _examine(folder: Path) -> None:
    made = examine(Order(ROOT / "content", ROOT / "data", ()), Silent())
    (folder / "examined.pickle").write_bytes(pickle.dumps(made))


@pytest.fixture(scope="session")
def shelf_folder(toolkit: Toolkit, once: Once) -> Path:
    """The site of this repository's own shelf, complete with its engine. Only to read."""
    return once.folder("shelf", lambda folder: build_site(ROOT, toolkit, folder))
