"""A build in memory -> what the preview answers to each address."""

from __future__ import annotations

import hashlib
import html
import re
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextvars import Context, copy_context
from dataclasses import field
from importlib.resources import files
from urllib.parse import unquote, urlsplit

from rollbook.model.files import OutputFile, PendingFile
from rollbook.model.quick_dataclass import dataclass

# The preview's own files; no book can have this name, since hidden folders are not read.
OWN = "/.rollbook/"
EVENTS = f"{OWN}events"

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


class Site(Mapping[str, bytes]):
    """Files of a build by their address; those that are pending are made when a browser first asks for them."""

    def __init__(self, files: Iterable[OutputFile | PendingFile]) -> None:
        self._files = {address_of(file.path): file for file in files if file.path.startswith("site/")}
        self._context: Context = copy_context()  # with the results that are in use now
        self._made: dict[str, OutputFile] = {}
        self._making = threading.Lock()

    def __getitem__(self, address: str) -> bytes:
        file = self._files[address]
        if isinstance(file, OutputFile):
            return file.content
        with self._making:
            if address not in self._made:
                self._made[address] = self._context.run(file.make)
            return self._context.run(lambda: self._made[address].content)

    @property
    def made(self) -> list[OutputFile]:
        """The files that are there by now; the others are still pending."""
        return [*(file for file in self._files.values() if isinstance(file, OutputFile)), *self._made.copy().values()]

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


def address_of(path: str) -> str:
    """The path of a file below site/ -> where a browser finds it."""
    return path.removeprefix("site")


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
        f'<link rel="stylesheet" href="{OWN}preview.css">{problems}'
        f'<script type="module" src="{OWN}preview.mjs" data-page="{_mark(page)}"></script>'
    )


def _own_files() -> dict[str, bytes]:
    folder = files("rollbook.commands.serve")
    return {f"{OWN}{name}": (folder / name).read_bytes() for name in ("preview.css", "preview.mjs")}


def _kind(path: str) -> str:
    return _KINDS.get(path.rpartition(".")[2].lower(), "application/octet-stream")
