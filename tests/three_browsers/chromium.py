"""Chromium through Playwright, as the other tests use it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, ElementHandle, Error

from .driver import FOUND, IS_SEEN, PATIENCE, until


class Chromium:
    """A window in a running Chromium, with nothing stored yet."""

    def __init__(self, browser: Browser, name: str = "Chromium") -> None:
        self.name = name
        self.version = browser.version
        self._context = browser.new_context(viewport={"width": 1280, "height": 800})
        self._page = self._context.new_page()
        self._page.set_default_timeout(PATIENCE * 1000)
        self._told: list[str] = []
        # Violations of the policy reach the console as errors, those in workers too.
        self._context.on("console", self._hear)
        self._page.on("pageerror", lambda error: self._told.append(f"exception: {error}"))

    def open(self, url: str) -> None:
        self._page.goto(url)

    def evaluate(self, function: str, *arguments: Any) -> Any:
        try:
            return self._page.evaluate(f"(values) => ({function})(...values)", list(arguments))
        except Error as error:
            if "context was destroyed" not in error.message:
                raise
            raise TimeoutError("the page gave way to the next one before it answered") from error

    def point(self, selector: str) -> None:
        self._find(selector).hover()

    def click(self, selector: str) -> None:
        self._find(selector).click()

    def type(self, selector: str, text: str) -> None:
        self.click(selector)
        self.evaluate("() => document.activeElement.select?.()")
        self._page.keyboard.type(text)

    def press(self, key: str) -> None:
        self._page.keyboard.press(key)

    def resize(self, width: int, height: int) -> None:
        self._page.set_viewport_size({"width": width, "height": height})

    def screenshot(self) -> bytes:
        return self._page.screenshot()

    def trouble(self) -> list[str]:
        told, self._told = self._told, []
        return told

    def close(self) -> None:
        self._context.close()

    def _find(self, selector: str) -> ElementHandle:
        until(self, IS_SEEN, selector)
        found = self._page.evaluate_handle(FOUND, selector).as_element()
        assert found is not None
        return found

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._told.append(f"{message.type}: {message.text}")
