"""A folder -> a host on this machine's loopback, as plain or as faulty as a test wants it."""

from __future__ import annotations

import gzip
import http.server
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

PACKED = ("text/", "application/json", "image/svg+xml")
PIECE = 8192
# The right answer's status, type and body -> what the host answers instead.
Fault = Callable[[int, str, bytes], tuple[int, str, bytes]]

TYPES = {
    ".css": "text/css",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".xml": "application/xml",
}


@dataclass(slots=True)
class Host:
    """A running host: the site's address, what was asked for, and the faults by the end of a file's name."""

    url: str = ""
    requests: list[str] = field(default_factory=list)
    faults: dict[str, Fault] = field(default_factory=dict)
    hosting: bool = True
    # A path and how often it was asked for before -> whether this request fails: the connection ends without an answer.
    unlucky: Callable[[str, int], bool] = lambda path, times: False
    # The connection is gone in the middle of these, by the end of a file's name.
    cut: set[str] = field(default_factory=set)
    # Somebody before the host has kept that these are missing, by the end of a name, and asks only what is new to them.
    stale: set[str] = field(default_factory=set)
    # The path of a file below the site's root -> what is said of it; GitHub Pages says no more.
    headers: Callable[[str], Mapping[str, str]] = lambda path: {"Cache-Control": "max-age=600"}
    # The line that all connections share, in bytes a second; none: as fast as the machine.
    rate: float | None = None
    _line: threading.Lock = field(default_factory=threading.Lock)

    def hold(self, ending: str, fault: Fault = lambda *right: right) -> Callable[[], None]:
        """The end of a file's name, and its fault -> what lets it go: until then whoever asks for it waits."""
        free = threading.Event()

        def wait(*right: Any) -> tuple[int, str, bytes]:
            free.wait()
            return fault(*right)

        self.faults[ending] = wait
        return free.set

    def paced(self, body: bytes) -> Iterator[bytes]:
        """A body -> its pieces, each when the line has carried it."""
        if self.rate is None:
            yield body
            return
        for start in range(0, len(body), PIECE):
            piece = body[start : start + PIECE]
            with self._line:
                time.sleep(len(piece) / self.rate)
            yield piece

    def answer(self, folder: Path, prefix: str, address: str) -> tuple[int, str, bytes]:
        path = unquote(urlsplit(address).path)
        self.requests.append(path)
        file = folder / path.removeprefix(f"/{prefix}")
        if path.endswith("/"):
            file /= "index.html"
        found = path.startswith(f"/{prefix}") and file.is_file()
        right = (200, TYPES.get(file.suffix, "application/octet-stream"), file.read_bytes()) if found else NOT_FOUND
        if self.stale and path.endswith(tuple(self.stale)) and not urlsplit(address).query:
            return NOT_FOUND
        for ending, fault in self.faults.items():
            if path.endswith(ending):
                return fault(*right)
        return right


NOT_FOUND = (404, "text/html; charset=utf-8", b"<!doctype html><title>Nothing here</title>")


@lru_cache(maxsize=256)
def _packed(body: bytes) -> bytes:
    return gzip.compress(body)


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, host: Host, folder: Path, prefix: str, *rest: object) -> None:
        self.host, self.folder, self.prefix = host, folder, prefix
        super().__init__(*rest)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path)
        times = self.host.requests.count(path)
        status, kind, body = self.host.answer(self.folder, self.prefix, self.path)
        if not self.host.hosting or self.host.unlucky(path, times):
            self.close_connection = True
            return
        # As GitHub Pages does, here and with the cache.
        packed = kind.startswith(PACKED) and "gzip" in self.headers.get("Accept-Encoding", "")
        if packed:
            body = _packed(body)
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if packed:
            self.send_header("Content-Encoding", "gzip")
        for name, said in self.host.headers(f"/{path.removeprefix(f'/{self.prefix}')}").items():
            self.send_header(name, said)
        self.end_headers()
        if path.endswith(tuple(self.host.cut)):
            self.close_connection = True
            body = body[: len(body) // 2]
        try:
            for piece in self.host.paced(body):
                self.wfile.write(piece)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # a worker that was ended no longer listens

    def log_message(self, *_: object) -> None:
        """Silent: a test's output is the tests' own."""


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    # A browser asks for everything at once; whom the usual five places have no room for waits a second or more.
    request_queue_size = 128

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that leaves in the middle of a request is no error; everything else is told."""
        if not isinstance(sys.exception(), (ConnectionResetError, BrokenPipeError)):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


@contextmanager
def hosted(folder: Path, prefix: str = "") -> Iterator[Host]:
    """Folder, and the sub-path to serve it under ("" or ending in a slash) -> a host, until the end of the block."""
    host = Host()
    with _Server(("127.0.0.1", 0), partial(_Handler, host, folder, prefix)) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        host.url = f"http://127.0.0.1:{server.server_port}/{prefix}"
        try:
            yield host
        finally:
            server.shutdown()
            thread.join()
