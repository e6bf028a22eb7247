"""A small shelf, built once, on disk and behind a local server; and a real Chromium to read it with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from rollbook.model.book import Shelf
from rollbook.model.files import OutputFile
from rollbook.model.printing import Pdf
from rollbook.render.site import render_site

from tests.browser.hosting import hosted
from tests.browser.living import in_its_faces
from tests.shelves import CASES, clean_shelf, to_read, write_site

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
    return clean_shelf(CASES / "site")


@pytest.fixture(scope="session")
def outputs(shelf: Shelf) -> tuple[OutputFile, ...]:
    return render_site(shelf, PDFS, to_read())


@pytest.fixture(scope="session")
def html(outputs: tuple[OutputFile, ...]) -> dict[str, str]:
    """Every page by its path below the site's root."""
    return {file.path.removeprefix("site/"): file.content.decode() for file in outputs if file.path.endswith(".html")}


@pytest.fixture(scope="session")
def folder(outputs: tuple[OutputFile, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the site in a sub-folder of it."""
    root = tmp_path_factory.mktemp("host")
    write_site(outputs, root / "play" / "shelf")
    return root


@pytest.fixture(scope="session")
def address(folder: Path) -> Iterator[str]:
    """The site's address on a host that shows 404.html for whatever is missing."""
    site = folder / "play" / "shelf"
    missing = (404, "text/html; charset=utf-8", (site / "404.html").read_bytes())
    with hosted(site, "play/shelf/") as host:
        host.faults[""] = lambda *right: missing if right[0] == 404 else right
        yield host.url


@dataclass(slots=True)
class Watched:
    """A page and everything that went wrong in it or left its origin."""

    page: Page
    trouble: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def open(self, url: str) -> None:
        self.page.goto(url)
        in_its_faces(self.page)
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
