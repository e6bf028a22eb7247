"""A folder -> a host on loopback that is as slow as a phone's line, for pages and workers alike.

Browsers can be told to be slow themselves, but that does not reach workers, where most of the bytes go.
"""

from __future__ import annotations

import gzip
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tests.browser.hosting import TYPES

_PACKED = ("text/", "application/json", "application/wasm", "image/svg+xml")
_PIECE = 8_192


@dataclass(slots=True)
class SlowLine:
    """Bits a second that all connections share, seconds before each answer; and the bytes that travelled, by path."""

    bits: float
    latency: float
    url: str = ""
    travelled: dict[str, int] = field(default_factory=dict)
    _turn: threading.Lock = field(default_factory=threading.Lock)
    _free_at: float = 0.0

    def wait_for(self, size: int) -> None:
        """Until so many bytes have gone through the line."""
        with self._turn:
            now = time.monotonic()
            self._free_at = max(now, self._free_at) + size * 8 / self.bits
            wait = self._free_at - now
        time.sleep(wait)


@cache
def _packed(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), 9)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, line: SlowLine, folder: Path, *rest: object) -> None:
        self.line, self.folder = line, folder
        super().__init__(*rest)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path)
        file = self.folder / path.lstrip("/")
        file = file / "index.html" if file.is_dir() else file
        time.sleep(self.line.latency)
        if not file.is_file():
            self.send_error(404)
            return
        kind = TYPES.get(file.suffix, "application/octet-stream")
        packed = kind.startswith(_PACKED)
        self._send(path, kind, packed, _packed(file) if packed else file.read_bytes())

    def _send(self, path: str, kind: str, packed: bool, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "max-age=600")
        if packed:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        try:
            for start in range(0, len(body), _PIECE):
                part = body[start : start + _PIECE]
                self.line.wait_for(len(part))
                self.wfile.write(part)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the page was left
        self.line.travelled[path] = len(body)

    def log_message(self, *_: object) -> None:
        """Silent: the table is what is printed."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


@contextmanager
def slow_host(folder: Path, bits: float, latency: float) -> Iterator[SlowLine]:
    """Folder, bits a second, seconds of latency -> the line to it, until the end of the block."""
    line = SlowLine(bits, latency)
    with _Server(("127.0.0.1", 0), partial(_Handler, line, folder)) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        line.url = f"http://127.0.0.1:{server.server_port}/"
        try:
            yield line
        finally:
            server.shutdown()
            thread.join()
