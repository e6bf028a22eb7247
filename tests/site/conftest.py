"""A small shelf, built once, on disk and behind a local server; and a real Chromium to read it with."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from generator.assemble import assemble
from generator.book import Shelf
from generator.expand import expand
from generator.load import load
from generator.output import OutputFile
from generator.parse import parse
from generator.printing import Pdf
from generator.render.site import render_site

CASE = Path(__file__).parents[1] / "cases" / "site"


# What the build would have printed; their bytes go elsewhere, the pages only tell of them.
PDFS = {
    "lanterns": (
        Pdf("lanterns.pdf", "a4", 12, bytes(1_840_000)),
        Pdf("lanterns-letter.pdf", "letter", 13, bytes(1_860_000)),
        Pdf("lanterns-plain.pdf", "plain", 1, b"%PDF-"),
    ),
    "hafen": (Pdf("hafen.pdf", "plain", 7, bytes(2_310_000)),),
}


@pytest.fixture(scope="session")
def shelf() -> Shelf:
    sources, found = load(CASE / "content", CASE / "data")
    draft, in_parse = parse(sources)
    draft, in_expand = expand(draft)
    shelf, in_assemble = assemble(draft)
    assert [*found, *in_parse, *in_expand, *in_assemble] == []
    return shelf


@pytest.fixture(scope="session")
def outputs(shelf: Shelf) -> tuple[OutputFile, ...]:
    return render_site(shelf, PDFS)


@pytest.fixture(scope="session")
def html(outputs: tuple[OutputFile, ...]) -> dict[str, str]:
    """Every page by its path below the site's root."""
    return {file.path.removeprefix("site/"): file.content.decode() for file in outputs if file.path.endswith(".html")}


@pytest.fixture(scope="session")
def folder(outputs: tuple[OutputFile, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that a server shows, with the site in a sub-folder of it."""
    root = tmp_path_factory.mktemp("host")
    for file in outputs:
        path = root / "play" / "shelf" / file.path.removeprefix("site/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
    return root


class _Host(http.server.SimpleHTTPRequestHandler):
    """Serves files as the plainest host does, and 404.html for whatever is missing."""

    def guess_type(self, path: str) -> str:
        return "text/javascript" if str(path).endswith("js") else super().guess_type(path)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = (Path(self.directory) / "play" / "shelf" / "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_request(self, code: int | str = 0, size: int | str = 0) -> None:
        """Silent: a test's output is the tests' own."""


@pytest.fixture(scope="session")
def address(folder: Path) -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(_Host, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/play/shelf/"
        server.shutdown()
        thread.join()


@dataclass(slots=True)
class Watched:
    """A page and everything that went wrong in it or left its origin."""

    page: Page
    trouble: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def open(self, url: str) -> None:
        self.page.goto(url)
        self.page.evaluate("() => document.fonts.ready.then(() => null)")
        if self.page.locator("html[data-live]").count():
            self.page.locator("html[data-live='ready']").wait_for(state="attached")


@pytest.fixture
def watch(browser: Browser) -> Iterator[Callable[..., Watched]]:
    """Opens pages whose console, errors, policy violations and requests are kept."""
    contexts = []

    def start(width: int = 1280, height: int = 900, scheme: str = "light", scripts: bool = True) -> Watched:
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, java_script_enabled=scripts
        )
        contexts.append(context)
        watched = Watched(context.new_page())
        # Policy violations reach the console as errors.
        watched.page.on("console", lambda message: watched.trouble.append(f"{message.type}: {message.text}"))
        watched.page.on("pageerror", lambda error: watched.trouble.append(f"exception: {error}"))
        watched.page.on("requestfailed", lambda request: watched.trouble.append(f"failed: {request.url}"))
        watched.page.on("request", lambda request: watched.requests.append(request.url))
        return watched

    yield start
    for context in contexts:
        context.close()
