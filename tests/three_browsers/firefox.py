"""Firefox over WebDriver BiDi: JSON over a web socket that the browser itself offers."""

from __future__ import annotations

import base64
import json
import os
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from .driver import FOUND, IS_SEEN, KEYS, PATIENCE, PAUSE, until

READY = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
# Nothing of the browser's own may ask another origin, or talk to a reader who isn't there.
PREFERENCES = {
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "browser.startup.page": 0,
    # A mouse, which a screen that nobody sees does not have by itself.
    "ui.allPointerCapabilities": 6,
    "ui.primaryPointerCapabilities": 6,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.server": "",
}
# A value crosses as text: BiDi's own form of it differs from JSON.
CALL = """(text) => Promise.resolve((FUNCTION)(...JSON.parse(text)))
  .then((answer) => JSON.stringify(answer ?? null))"""


class Firefox:
    """A running Firefox with one window."""

    name = "Firefox"

    def __init__(self, socket: ClientConnection) -> None:
        """The browser's own end of the wire -> a session with a window."""
        self._socket = socket
        self._asked = 0
        self._trouble: list[str] = []
        session = self._ask("session.new", {"capabilities": {}})
        self.version = str(session["capabilities"]["browserVersion"])
        self._ask("session.subscribe", {"events": ["log.entryAdded"]})
        # A tab of our own: in the first one the browser keeps the focus in its address bar.
        self._window = str(self._ask("browsingContext.create", {"type": "tab"})["context"])
        self.resize(1280, 800)

    def open(self, url: str) -> None:
        self._ask("browsingContext.navigate", {"context": self._window, "url": url, "wait": "complete"})

    def evaluate(self, function: str, *arguments: Any) -> Any:
        answer = self._call(CALL.replace("FUNCTION", function), {"type": "string", "value": json.dumps(arguments)})
        return json.loads(answer["value"])

    def point(self, selector: str) -> None:
        origin = {"type": "element", "element": {"sharedId": self._find(selector)}}
        move = {"type": "pointerMove", "x": 0, "y": 0, "origin": origin}
        self._perform({"type": "pointer", "id": "mouse", "actions": [move]})

    def click(self, selector: str) -> None:
        self.point(selector)
        press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self._perform({"type": "pointer", "id": "mouse", "actions": press})

    def type(self, selector: str, text: str) -> None:
        self.click(selector)
        self.evaluate("() => document.activeElement.select?.()")
        strokes = [{"type": kind, "value": key} for key in text or KEYS["Backspace"] for kind in ("keyDown", "keyUp")]
        self._perform({"type": "key", "id": "keyboard", "actions": strokes})

    def press(self, key: str) -> None:
        value = KEYS.get(key, key)
        strokes = [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self._perform({"type": "key", "id": "keyboard", "actions": strokes})

    def resize(self, width: int, height: int) -> None:
        viewport = {"width": width, "height": height}
        self._ask("browsingContext.setViewport", {"context": self._window, "viewport": viewport})

    def screenshot(self) -> bytes:
        return base64.b64decode(self._ask("browsingContext.captureScreenshot", {"context": self._window})["data"])

    def trouble(self) -> list[str]:
        # Whatever was told before this answer has arrived with it.
        self._ask("session.status", {})
        told, self._trouble = self._trouble, []
        return told

    def _find(self, selector: str) -> str:
        until(self, IS_SEEN, selector)
        return str(self._call(FOUND, {"type": "string", "value": selector})["sharedId"])

    def _perform(self, actions: object) -> None:
        self._ask("input.performActions", {"context": self._window, "actions": [actions]})

    def _call(self, function: str, argument: object) -> dict[str, Any]:
        target = {"context": self._window}
        call = {"functionDeclaration": function, "arguments": [argument], "target": target, "awaitPromise": True}
        answer = self._ask("script.callFunction", call)
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        result: dict[str, Any] = answer["result"]
        return result

    def _ask(self, method: str, parameters: object) -> Any:
        self._asked += 1
        self._socket.send(json.dumps({"id": self._asked, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv(timeout=2 * PATIENCE))
            if message.get("id") == self._asked:
                assert message["type"] == "success", f"{method}: {message}"
                return message["result"]
            if message.get("method") == "log.entryAdded" and message["params"]["level"] in ("error", "warn"):
                self._trouble.append(f"{message['params']['level']}: {message['params']['text']}")


@contextmanager
def running_firefox(program: str, folder: Path) -> Iterator[Firefox]:
    """The browser's program and an empty folder for its profile -> the browser, until the end of the block."""
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
    (folder / "user.js").write_text("".join(lines))
    command = [program, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", str(folder)]
    surroundings = {**os.environ, "HOME": str(folder), "MOZ_CRASHREPORTER_DISABLE": "1"}
    said = folder / "said.txt"
    with said.open("w") as out, subprocess.Popen(command, stdout=out, stderr=out, env=surroundings) as browser:
        try:
            # A ping draws from Python's one source of chance, in a thread of its own, while other tests rely on it.
            with connect(f"{_address(browser, said)}/session", max_size=None, ping_interval=None) as socket:
                yield Firefox(socket)
        finally:
            browser.terminate()


def _address(browser: subprocess.Popen[bytes], said: Path) -> str:
    """A browser that has just been started, and the file in which it says so -> where it listens."""
    while browser.poll() is None:
        if found := READY.search(said.read_text("utf-8", "replace")):
            return found[1]
        time.sleep(PAUSE)
    raise RuntimeError(f"Firefox ended with status {browser.returncode}: {said.read_text('utf-8', 'replace')}")
