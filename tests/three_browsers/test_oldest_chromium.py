"""The core journeys in the oldest Chromium that this system's packages offer; all other tests use the installed one.

`make golden` (ROLLBOOK_GOLDEN) writes down which version that was."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from tests.browser.hosting import Host
from tests.browsers import need_browser, running_chromium, skip_missing, version_of

from .chromium import Chromium
from .driver import Driver
from .journeys import ALONE, JOURNEYS
from .record import OLDEST
from .test_journeys import travel

PACKAGES = ("chromium", "chromium-common")
OFFERED = re.compile(r"^ *chromium \| (\S+) \|", re.MULTILINE)


def oldest_offered() -> str:
    """-> the lowest version in the lists of packages, as they write it; "" where there are none."""
    if shutil.which("apt-cache") is None:
        return ""
    listed = subprocess.run(["apt-cache", "madison", "chromium"], capture_output=True, text=True, check=True).stdout
    return min(OFFERED.findall(listed), key=_numbers, default="")


def _numbers(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)]


def unpack(version: str, folder: Path) -> str:
    """A version of the packages -> its program, beside the one that is installed."""
    wanted = [f"{name}={version}" for name in PACKAGES]
    fetched = subprocess.run(["apt-get", "download", *wanted], cwd=folder, capture_output=True, text=True)
    if fetched.returncode != 0:
        skip_missing(f"Chromium {version} cannot be fetched ({fetched.stderr.strip()})")
    for package in folder.glob("*.deb"):
        subprocess.run(["dpkg", "-x", package, folder], check=True)
    return str(folder / "usr" / "lib" / "chromium" / "chromium")


@pytest.fixture(scope="module")
def oldest(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driver]:
    version = oldest_offered()
    if not version:
        pytest.skip("no lists of packages to find an older Chromium in")
    if version.startswith(version_of("Chromium", need_browser("Chromium"))):
        pytest.skip(f"the packages offer no Chromium older than the installed {version}")
    with running_chromium(playwright, unpack(version, tmp_path_factory.mktemp("oldest"))) as browser:
        driver = Chromium(browser, OLDEST)
        yield driver
        driver.close()


@pytest.mark.soak
@pytest.mark.parametrize("journey", [name for name in JOURNEYS if name not in ALONE])
def test_journey_in_the_oldest_chromium(oldest: Driver, inn: Host, journey: str) -> None:
    travel(oldest, inn, journey)


@pytest.mark.soak
@pytest.mark.parametrize("journey", list(ALONE))
def test_journey_in_the_oldest_chromium_with_a_host_that_fails(oldest: Driver, lone_inn: Host, journey: str) -> None:
    travel(oldest, lone_inn, journey)
