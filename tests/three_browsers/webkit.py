"""WebKitGTK through its own WebDriver: JSON over HTTP. Its small browser needs a screen: Xvfb is one in memory."""

from __future__ import annotations

import base64
import http.client
import json
import os
import re
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

from .driver import FOUND, IS_SEEN, KEYS, PATIENCE, PAUSE, BrowserCrashedError, until

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
# The browser's own bar would not let its window be as narrow as a phone.
NARROW = "button, button *, entry, entry * { min-width: 0; margin: 0; padding: 0; border-width: 0; }"
# What goes wrong in a page from the first command on; it survives the way to the next page. The automated browser keeps
# its console to itself: what is told while a page loads is heard by `console_while_loading`.
WATCH = """if (!window.watched && location.origin !== "null") {
  window.watched = true;
  const told = () => sessionStorage.getItem("told") ?? "";
  const tell = (kind, text) => sessionStorage.setItem("told", `${told()}${kind}: ${text}\\n`);
  addEventListener("error", ({ message }) => tell("exception", message));
  addEventListener("unhandledrejection", ({ reason }) => tell("rejection", reason));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
    tell("policy", `${violatedDirective} ${blockedURI}`);
  });
  for (const kind of ["error", "warn"]) console[kind] = (...words) => tell(kind, words.join(" "));
}"""
RUN = """const [values, done] = arguments;
Promise.resolve().then(() => (FUNCTION)(...values))
  .then((answer) => done([answer ?? null]), (reason) => done([null, String(reason)]));"""
TOLD = """() => {
  if (location.origin === "null") return "";
  const told = sessionStorage.getItem("told") ?? "";
  sessionStorage.removeItem("told");
  return told;
}"""
CONSOLE = re.compile(r"CONSOLE (\w+ )?(ERROR|WARN)")


class DriverError(Exception):
    """The driver's answer to a request that it could not carry out."""


class WebKit:
    """A running WebKit with one window."""

    name = "WebKit"

    def __init__(self, port: int, program: str) -> None:
        """Where the driver listens, and the browser's program -> a session with a window."""
        self._port, self._program = port, program
        self._session = self.version = ""
        self._start()

    def _start(self) -> None:
        options = {"binary": self._program, "args": ["--automation"]}
        wanted = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}
        session = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self._session = f"/session/{session['sessionId']}"
        self.version = str(session["capabilities"]["browserVersion"])
        self._post("/timeouts", {"script": 60_000})
        self.resize(1280, 800)

    def open(self, url: str) -> None:
        self._post("/url", {"url": url})
        self.evaluate("() => {}")

    def evaluate(self, function: str, *arguments: Any) -> Any:
        script = WATCH + RUN.replace("FUNCTION", function)
        answer, *reason = self._post("/execute/async", {"script": script, "args": [list(arguments)]})
        assert not reason, reason
        return answer

    def point(self, selector: str) -> None:
        origin = {ELEMENT: self._find(selector)}
        move = {"type": "pointerMove", "x": 0, "y": 0, "duration": 0, "origin": origin}
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [move]}
        self._post("/actions", {"actions": [mouse]})

    def click(self, selector: str) -> None:
        self._post(f"/element/{self._find(selector)}/click", {})

    def type(self, selector: str, text: str) -> None:
        element = self._find(selector)
        self._post(f"/element/{element}/clear", {})
        self._post(f"/element/{element}/value", {"text": text})

    def press(self, key: str) -> None:
        value = KEYS.get(key, key)
        strokes = [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self._post("/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": strokes}]})

    def resize(self, width: int, height: int) -> None:
        # The window's own bars take some of what it is given, and it takes its time.
        end = time.monotonic() + PATIENCE
        while (inner := self.evaluate("() => [innerWidth, innerHeight]")) != [width, height]:
            assert time.monotonic() < end, f"the window stays {inner}"
            outer = self._get("/window/rect")
            more = {"width": outer["width"] + width - inner[0], "height": outer["height"] + height - inner[1]}
            self._post("/window/rect", more)
            time.sleep(PAUSE)

    def screenshot(self) -> bytes:
        return base64.b64decode(self._get("/screenshot"))

    def trouble(self) -> list[str]:
        return str(self.evaluate(TOLD)).splitlines()

    def close(self) -> None:
        if self._session:
            self._ask("DELETE", self._session)

    def _find(self, selector: str) -> str:
        until(self, IS_SEEN, selector)
        return str(self.evaluate(FOUND, selector)[ELEMENT])

    def _get(self, path: str) -> Any:
        return self._in_session("GET", path)

    def _post(self, path: str, body: object) -> Any:
        return self._in_session("POST", path, body)

    def _in_session(self, method: str, path: str, body: object = None) -> Any:
        """A request -> its answer; BrowserCrashedError if the browser is gone, and another one for the next request.

        In Debian 13 WebKit's network process has been seen to end with a protection fault, and all else with it."""
        if not self._session:
            self._start()
        try:
            return self._ask(method, self._session + path, body)
        except (DriverError, TimeoutError) as error:
            if not self._is_there():
                self._session = ""
                raise BrowserCrashedError(str(error)) from error
            raise

    def _is_there(self) -> bool:
        """Whether the browser answers. What was asked as it crashed may have got any answer."""
        try:
            self._ask("GET", f"{self._session}/window")
        except DriverError:
            return False
        return True

    def _ask(self, method: str, path: str, body: object = None) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=90)
        text = None if body is None else json.dumps(body)
        # Closed also where no answer comes.
        with closing(connection):
            connection.request(method, path, text, {"Content-Type": "application/json"})
            response = connection.getresponse()
            value = json.loads(response.read())["value"]
        if response.status != 200:
            raise DriverError(f"{method} {path}: {value}")
        return value


@contextmanager
def running_webkit(program: str, folder: Path) -> Iterator[WebKit]:
    """The browser's program and an empty folder -> the browser, until the end of the block."""
    port = free_port()
    with screen(folder) as surroundings, (folder / "driver.txt").open("w") as said:
        command = ["WebKitWebDriver", f"--port={port}"]
        with subprocess.Popen(command, stdout=said, stderr=said, env=surroundings) as driver:
            try:
                _wait_for(driver, port)
                webkit = WebKit(port, program)
                yield webkit
                webkit.close()
            finally:
                driver.terminate()


@contextmanager
def screen(folder: Path) -> Iterator[dict[str, str]]:
    """An empty folder -> the surroundings of a program that shows itself on a screen in memory."""
    (folder / "gtk-3.0").mkdir()
    (folder / "gtk-3.0" / "gtk.css").write_text(NARROW)
    readable, writable = os.pipe()
    # The server itself finds a number that is free, and tells it.
    command = ["Xvfb", "-displayfd", str(writable), "-screen", "0", "1600x1400x24", "-nolisten", "tcp"]
    with ExitStack() as stack:
        said = stack.enter_context((folder / "screen.txt").open("w"))
        number = stack.enter_context(os.fdopen(readable))
        server = stack.enter_context(subprocess.Popen(command, pass_fds=[writable], stdout=said, stderr=said))
        stack.callback(server.terminate)
        os.close(writable)
        display = f":{number.readline().strip()}"
        # Python is compiled quickly rather than well: no journey runs long enough for the better code to pay.
        quick = {"JSC_useOMGJIT": "false"}
        yield os.environ | quick | {"DISPLAY": display, "GDK_BACKEND": "x11", "XDG_CONFIG_HOME": str(folder)}


def console_while_loading(program: str, folder: Path, address: str, loaded: Callable[[], bool]) -> list[str]:
    """A page's address, and how to tell that it has loaded -> errors and warnings that it wrote to the console."""
    command = [program, "--enable-write-console-messages-to-stdout=true", address]
    said = folder / "console.txt"
    home = {"HOME": str(folder), "XDG_CACHE_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    with screen(folder) as surroundings, said.open("w") as out, ExitStack() as stack:
        browser = stack.enter_context(subprocess.Popen(command, stdout=out, stderr=out, env=surroundings | home))
        stack.callback(browser.terminate)
        while browser.poll() is None and not loaded():
            time.sleep(PAUSE)
    return [line for line in said.read_text("utf-8", "replace").splitlines() if CONSOLE.search(line)]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(driver: subprocess.Popen[bytes], port: int) -> None:
    while driver.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionError:
            time.sleep(PAUSE)
        else:
            return
    raise RuntimeError(f"WebKit's driver ended with status {driver.returncode}")
