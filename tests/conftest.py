"""What tests of several folders share: one real Chromium, the engine's bundle, and the shelf of this repository."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright

from generator.build.examine import Examined, Order, examine
from generator.progress import Silent
from generator.render.browser import KEPT, BrowserFiles, render_browser
from tests.once import Once
from tests.shelves import ROOT, build_site

# How long an example takes says more about the machine than about the program.
settings.register_profile("rollbook", deadline=None)
settings.load_profile("rollbook")

# A run in the background of a shell ignores Ctrl-C, and so would every program that a test starts and ends by it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Playwright can be started only once in a process."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("Chromium is not installed: `make test` installs it")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=Path(__file__).parent / "lean_chromium",
            args=["--no-sandbox"],
            env={**os.environ, "CHROMIUM": chromium},
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Once:
    """A folder for all workers of this run: the one in which each of them has its own."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return Once(tmp_path_factory.mktemp("once"))
    shared = tmp_path_factory.getbasetemp().parent / "once"
    shared.mkdir(exist_ok=True)
    return Once(shared)


@pytest.fixture(scope="session")
def bundle() -> BrowserFiles:
    if shutil.which("node") is None:
        pytest.skip("Node is not installed: `make test` installs it")
    return render_browser(KEPT)


@pytest.fixture(scope="session")
def examined() -> Examined:
    """This repository's own shelf, and all that is wrong with it."""
    return examine(Order(ROOT / "content", ROOT / "data", ()), Silent())


@pytest.fixture(scope="session")
def shelf_folder(bundle: BrowserFiles, once: Once) -> Path:
    """The site of this repository's own shelf, complete with its engine. Only to read."""
    return once.folder("shelf", lambda folder: build_site(ROOT, bundle, folder))
