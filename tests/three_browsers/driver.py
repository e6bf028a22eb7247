"""What a journey asks of a browser, whichever it is."""

from __future__ import annotations

import time
from typing import Any, Protocol

# The browsers that every journey is made in.
ENGINES = ("chromium", "firefox", "webkit")
# The engine starts in each journey, on a machine that may be busy.
PATIENCE = 120.0
PAUSE = 0.05
# Moves to another page while one answer is awaited.
MOST_MOVES = 3


class BrowserCrashedError(Exception):
    """The browser itself crashed, whatever it was asked; the next request finds another one."""


class Driver(Protocol):
    """A browser with one window. A selector is CSS and means the first match that can be seen."""

    name: str
    version: str

    def open(self, url: str) -> None:
        """An address -> loaded."""

    def evaluate(self, function: str, *arguments: Any) -> Any:
        """A function as text, which may be asynchronous, and values for it -> its answer."""

    def point(self, selector: str) -> None:
        """Where the reader holds the pointer."""

    def click(self, selector: str) -> None:
        """Where the reader presses, with a real pointer."""

    def type(self, selector: str, text: str) -> None:
        """A field, and what the reader types there, in place of what it holds."""

    def press(self, key: str) -> None:
        """One key, by its name in KEYS or as a character, where the focus is."""

    def resize(self, width: int, height: int) -> None:
        """The part of the window that shows the page."""

    def screenshot(self) -> bytes:
        """-> the window as a PNG."""

    def trouble(self) -> list[str]:
        """-> errors, warnings and violations of the policy that were told since the last call."""


KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "Backspace": "\ue003"}
# The first match that can be seen.
SEEN = """(selector) => [...document.querySelectorAll(selector)]
  .find((each) => each.checkVisibility({ visibilityProperty: true })) ?? null"""
IS_SEEN = f"(selector) => ({SEEN})(selector) !== null"
TEXT = f"(selector) => ({SEEN})(selector)?.innerText"
# The same, brought to the middle of the window.
FOUND = f"""(selector) => {{
  const found = ({SEEN})(selector);
  found.scrollIntoView({{ block: "center", behavior: "instant" }});
  return found;
}}"""


def until(driver: Driver, function: str, *arguments: Any) -> Any:
    """A function as text -> its answer, as soon as that is neither false, nothing nor empty."""
    end, moves = time.monotonic() + PATIENCE, 0
    while True:
        try:
            answer = driver.evaluate(function, *arguments)
        except TimeoutError:
            # A driver may forget what it was asked in a page that gave way to the next one meanwhile.
            answer, end, moves = None, time.monotonic() + PATIENCE, moves + 1
            if moves > MOST_MOVES:
                raise
        if answer:
            return answer
        if time.monotonic() > end:
            shown = driver.evaluate("() => document.body.innerText.slice(0, 2000)")
            raise AssertionError(
                f"{driver.name} waited in vain for {function} {arguments}, told {driver.trouble()}:\n{shown}"
            )
        time.sleep(PAUSE)


def text(driver: Driver, selector: str) -> str:
    """A selector -> the words of the first match, once it can be seen and has some."""
    return str(until(driver, TEXT, selector)).strip()
