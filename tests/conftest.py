"""One real Chromium for all tests that need one: Playwright can be started only once in a process."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright

# How long an example takes says more about the machine than about the program.
settings.register_profile("rollbook", deadline=None)
settings.load_profile("rollbook")

# A run in the background of a shell ignores Ctrl-C, and so would every program that a test starts and ends by it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("Chromium is not installed: `make test` installs it")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()
