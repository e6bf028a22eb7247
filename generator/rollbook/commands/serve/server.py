"""A preview that changes -> a web server on this machine alone."""

from __future__ import annotations

import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from rollbook.commands.serve.preview import EVENTS, Preview
from rollbook.model.diagnostic import WrongUse

_ADDRESS = "127.0.0.1"
# A page elsewhere could point a name of its own at this machine to read the preview; browsers tell which name was used.
_NAMES = (_ADDRESS, "localhost")
# How often a silent connection is tried, so that closed pages don't keep a thread for ever.
_PATIENCE = 15.0


class PreviewServer(ThreadingHTTPServer):
    """Serves the current preview and tells open pages when it changes."""

    daemon_threads = True
    # A page asks for many files at once, and several pages load again at the same time; five would be the default.
    request_queue_size = 1024

    def __init__(self, preview: Preview, port: int) -> None:
        try:
            super().__init__((_ADDRESS, port), _Handler)
        except OSError as error:
            raise WrongUse(f"can't listen on port {port}: {error.strerror}; choose another with --port") from error
        self._changed = threading.Condition()
        self._preview = preview
        self._version = 0

    @property
    def address(self) -> str:
        return f"http://{_ADDRESS}:{self.server_port}/"

    @property
    def preview(self) -> Preview:
        return self._preview

    def show(self, preview: Preview) -> None:
        """A newer preview -> served from now on; open pages hear of it."""
        with self._changed:
            self._preview, self._version = preview, self._version + 1
            self._changed.notify_all()

    def wait_for_news(self, known: int) -> int:
        """The state that a page knows -> the current one as soon as it is another, or the same after a while."""
        with self._changed:
            self._changed.wait_for(lambda: self._version != known, timeout=_PATIENCE)
            return self._version


class _Handler(BaseHTTPRequestHandler):
    server: PreviewServer

    def do_GET(self) -> None:
        if self.headers.get("Host", "").partition(":")[0] not in _NAMES:
            self.send_error(421, "This preview is only for this machine")
        elif self.path == EVENTS:
            self._tell_news()
        else:
            answer = self.server.preview.answer(self.path)
            self._start(answer.status, answer.kind)
            self.send_header("Content-Length", str(len(answer.content)))
            self.end_headers()
            # A page that is left no longer waits for the engine's large files.
            with suppress(ConnectionError):
                self.wfile.write(answer.content)

    def _tell_news(self) -> None:
        """Server-sent events: each message is the number of the state, and pages then ask for themselves again."""
        self._start(200, "text/event-stream")
        self.end_headers()
        known = -1
        try:
            while True:
                known = self.server.wait_for_news(known)
                self.wfile.write(f"data: {known}\n\n".encode())
                self.wfile.flush()
        except ConnectionError:
            return  # the page was closed

    def _start(self, status: int, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Cache-Control", "no-store")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as http.server names it
        """Nothing: the terminal is for problems in the books."""
