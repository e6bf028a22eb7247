"""A browser that crashes of itself: its test is told so, and the next request finds another browser."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.browsers import need_browser

from .driver import BrowserCrashedError
from .webkit import running_webkit


def test_a_crash_of_webkit_costs_the_request_and_not_the_next(tmp_path: Path) -> None:
    others = browsers()  # other tests of this worker have one of their own
    with running_webkit(need_browser("WebKit"), tmp_path) as webkit:
        webkit.open("data:text/html,<p>before</p>")
        (browser,) = browsers() - others
        os.kill(browser, signal.SIGKILL)
        with pytest.raises(BrowserCrashedError):
            webkit.evaluate("() => {}")
        webkit.open("data:text/html,<p>after</p>")
        assert webkit.evaluate("() => [document.body.innerText, innerWidth]") == ["after", 1280]


def browsers() -> set[int]:
    return {process for process in started_by(os.getpid()) if name_of(process) == "MiniBrowser"}


def started_by(process: int) -> list[int]:
    """A process -> all that it started, or that these did."""
    lists = Path(f"/proc/{process}/task").glob("*/children")
    found = [int(child) for path in lists for child in path.read_text(encoding="ascii").split()]
    return [each for child in found for each in (child, *started_by(child))]


def name_of(process: int) -> str:
    try:
        return Path(f"/proc/{process}/comm").read_text(encoding="utf-8").strip()
    except OSError:  # it has ended
        return ""
