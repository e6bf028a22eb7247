"""The browsers of this machine: where they are, which versions, and what a test says where one is missing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest
from playwright.sync_api import Browser, Playwright

# A browser's name -> the variable that names another one, and the programs that are it. Chromium without windows is the
# same engine in a smaller program, which takes a quarter less time; whoever has none reads with the whole one.
PROGRAMS = {
    "Chromium": ("ROLLBOOK_CHROMIUM", "chromium", "chromium-browser"),
    "Chromium without windows": ("ROLLBOOK_CHROMIUM", "chromium-headless-shell", "chromium", "chromium-browser"),
    "Firefox": ("ROLLBOOK_FIREFOX", "firefox-esr", "firefox"),
    "WebKit": ("ROLLBOOK_WEBKIT", "MiniBrowser"),
}
# Debian keeps WebKit's small browser beside its libraries, in a folder named by their generation.
MINI_BROWSERS = ("webkit2gtk-4.*/MiniBrowser", "webkitgtk-6.*/MiniBrowser")
# Asked of the library itself: the browser cannot say it without a screen.
ASK_WEBKIT = """
import ctypes, sys
library = ctypes.CDLL(sys.argv[1])
print(*(getattr(library, f"webkit_get_{part}_version")() for part in ("major", "minor", "micro")), sep=".")
"""


def find_browser(name: str, environment: Mapping[str, str] = os.environ) -> str | None:
    """A browser's name -> its program, or None. The one place that chooses."""
    variable, *programs = PROGRAMS[name]
    if environment.get(variable):
        return environment[variable]
    found = (shutil.which(program, path=environment.get("PATH")) for program in programs)
    return next((program for program in found if program), None) or (_beside_libraries() if name == "WebKit" else None)


def need_browser(name: str) -> str:
    """A browser's name -> its program; without one the test is skipped."""
    return find_browser(name) or skip_missing(f"{name} is not installed")


def skip_missing(reason: str) -> NoReturn:
    """What is missing on this machine -> the test is skipped and says so; in CI, which must have all, it fails."""
    reason = f"{reason}: `make test` installs it where it is allowed to"
    if os.environ.get("CI") == "true":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


@contextmanager
def running_chromium(playwright: Playwright, program: str) -> Iterator[Browser]:
    """Either of the programs that are Chromium -> it, running."""
    browser = playwright.chromium.launch(
        executable_path=Path(__file__).parent / "lean_chromium",
        args=["--no-sandbox"],
        env={**os.environ, "CHROMIUM": program},
    )
    yield browser
    browser.close()


def browser_lines() -> list[str]:
    """-> a line for each browser: which one the tests use, or that there is none."""
    found = {name: find_browser(name) for name in PROGRAMS}
    return [f"{name}: {f'{version_of(name, path)} ({path})' if path else 'missing'}" for name, path in found.items()]


def version_of(name: str, program: str) -> str:
    """A browser's name and program -> the version that it says it is."""
    command = [program, "--version"]
    if name == "WebKit":
        folder = Path(program).resolve().parent
        library = next(folder.parent.glob(f"lib{folder.name}.so.?"), None)
        command = [sys.executable, "-c", ASK_WEBKIT, str(library)]
    said = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace").stdout
    number = re.search(r"\d+(\.\d+)+", said)
    return number[0] if number else "of unknown version"


def _beside_libraries() -> str | None:
    places = [place for pattern in MINI_BROWSERS for place in Path("/usr/lib").glob(f"*/{pattern}")]
    return str(min(places)) if places else None
