"""A preview that changes -> what each address answers, by a web server on this machine alone."""

from __future__ import annotations

import hashlib
import html
import re
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from urllib.parse import unquote, urlsplit

from rollbook.model.diagnostic import WrongUse
from rollbook.model.quick_dataclass import dataclass

# The preview's own files; no book can have this name, since hidden folders are not read.
_OWN = "/.rollbook/"
_EVENTS = f"{_OWN}events"

_KINDS = {
    "avif": "image/avif",
    "css": "text/css; charset=utf-8",
    "gif": "image/gif",
    "gz": "application/gzip",
    "html": "text/html; charset=utf-8",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "mjs": "text/javascript; charset=utf-8",
    "png": "image/png",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
    "wasm": "application/wasm",
    "webmanifest": "application/manifest+json",
    "webp": "image/webp",
    "woff2": "font/woff2",
    "xml": "application/xml",
    "zip": "application/zip",
}
# What of a page can be another without the page being loaded again.
_EXCHANGED = re.compile(rb'<link rel="stylesheet"[^>]*>')
_EMPTY_PAGE = b"<!doctype html><html lang=en><meta charset=utf-8><title>Preview</title><body></body></html>"
_ADDRESS = "127.0.0.1"
# A page elsewhere could point a name of its own at this machine to read the preview; browsers tell which name was used.
_NAMES = (_ADDRESS, "localhost")
# How often a silent connection is tried, so that closed pages don't keep a thread for ever.
_PATIENCE = 15.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What the browser gets."""

    status: int
    kind: str
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Preview:
    """The site as it was last built without errors, and the report on what was found since."""

    site: Mapping[str, bytes]  # by address, such as /book/index.html
    report: str  # empty: no problems

    def answer(self, address: str) -> Answer:
        """Address -> the file of the site, a page with the problems on it, or the site's page for wrong addresses."""
        path = unquote(urlsplit(address).path)
        if path in _own_files():
            return Answer(200, _kind(path), _own_files()[path])
        found = next((name for name in (path, f"{path.rstrip('/')}/index.html") if name in self.site), None)
        if found is not None:
            return self._page(200, found, self.site[found])
        # Without a single good build there is no site yet: every address shows why.
        return self._page(404 if self.site else 200, ".html", self.site.get("/404.html", _EMPTY_PAGE))

    def _page(self, status: int, path: str, content: bytes) -> Answer:
        if path.endswith(".html"):
            content = content.replace(b"</body>", _extra(self.report, content).encode() + b"</body>", 1)
        return Answer(status, _kind(path), content)


def _mark(page: bytes) -> str:
    """A page -> a name for what it shows: the same where only its styles are others."""
    return hashlib.sha256(_EXCHANGED.sub(b"", page)).hexdigest()


def _extra(report: str, page: bytes) -> str:
    """Report, page -> what the preview adds to it: the problems, and the script that follows changes."""
    problems = (
        f'<aside class="rollbook-problems" aria-label="Problems"><pre>{html.escape(report)}</pre></aside>'
        if report
        else ""
    )
    return (
        f'<link rel="stylesheet" href="{_OWN}preview.css">{problems}'
        f'<script type="module" src="{_OWN}preview.mjs" data-page="{_mark(page)}"></script>'
    )


def _own_files() -> dict[str, bytes]:
    folder = files("rollbook.commands.serve")
    return {f"{_OWN}{name}": (folder / name).read_bytes() for name in ("preview.css", "preview.mjs")}


def _kind(path: str) -> str:
    return _KINDS.get(path.rpartition(".")[2].lower(), "application/octet-stream")


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
        elif self.path == _EVENTS:
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
