"""`rollbook serve` -> how long until the first page is there, and from a save until the page has it."""

from __future__ import annotations

import http.client
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median
from time import monotonic, sleep
from urllib.parse import urlsplit

from .command import ROLLBOOK, Desk

PATIENCE = 120.0
_QUIET = 1.0  # what the last save left to do is done by then


def first_page(desk: Desk, shelf: Path, page: str) -> float:
    """A shelf, a page of its site -> seconds on the wall from the start until a browser has it."""
    start = monotonic()
    with _preview(desk, shelf) as address:
        assert "<main" in _get(address, page)
        return monotonic() - start


def save_to_seen(desk: Desk, shelf: Path, chapter: Path, page: str, saves: int) -> float:
    """A chapter, its page, how often -> the median of seconds from a save until the preview has it; nothing stays."""
    text = chapter.read_text(encoding="utf-8")
    try:
        with _preview(desk, shelf) as address:
            return median(_saves(address, chapter, text, page, saves))
    finally:
        chapter.write_text(text, encoding="utf-8")


def _saves(address: str, chapter: Path, text: str, page: str, saves: int) -> Iterator[float]:
    for number in range(saves):
        words = f"Saved for the {number}th time."
        sleep(_QUIET)
        start = monotonic()
        chapter.write_text(f"{text}\n{words}\n", encoding="utf-8")
        while words not in _get(address, page):
            if monotonic() - start > PATIENCE:
                raise TimeoutError(page)
            sleep(0.01)
        yield monotonic() - start


@contextmanager
def _preview(desk: Desk, shelf: Path) -> Iterator[str]:
    command = [*ROLLBOOK, "serve", "--port", "0"]
    with subprocess.Popen(
        command, cwd=shelf, env=desk.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        try:
            yield urlsplit(process.stdout.readline().split()[1]).netloc
        finally:
            process.terminate()


def _get(address: str, path: str) -> str:
    with closing(http.client.HTTPConnection(address)) as connection:
        connection.request("GET", path)
        return connection.getresponse().read().decode()
