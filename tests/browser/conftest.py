"""Small books, built once; hosts for them; and readers whose pages may not go wrong unnoticed."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect
from rollbook.model.files import OutputFile
from rollbook.model.toolkit import Toolkit
from rollbook.render.browser import ONLY_WITHOUT_MEMORY, is_for_others, render_browser, render_offline
from rollbook.render.site.head import POLICY
from rollbook.render.site.pack_scripts import script_sources

from tests.once import Once
from tests.shelves import CASES, build_site, write_site

from .harbour import Watch
from .hosting import Host, hosted
from .keep import KEEP, Keep
from .living import PATIENCE, Living

BENCH = Path(__file__).parent / "bench_page"
# The test is about the shelf that a browser keeps. For others it isn't kept: that takes as long as many a test.
KEEPS_SHELF = pytest.mark.parametrize("service_workers", ["allow"])
NOT_KEPT = "Service Worker registration blocked by Playwright"
# On a busy machine a face comes too late for its page. That each is used, tests/everyone/test_arrival.py shows.
LATE_FACE = ".woff2 was preloaded using link preload but not used within a few seconds"
OWN = ("http://127.0.0.1:", "blob:http://127.0.0.1:", "data:,")


def bench_site(toolkit: Toolkit, version: str) -> tuple[OutputFile, ...]:
    """A site of two pages that do nothing but hold the engine, complete with its service worker."""
    page = (BENCH / "index.html").read_text(encoding="utf-8").replace("POLICY", POLICY)
    module = (BENCH / "page.mjs").read_text(encoding="utf-8")
    engine = render_browser(toolkit.engine)
    module = module.replace("WORKER", engine.worker).replace("VERSION", version)
    files = (
        OutputFile("site/index.html", page.encode()),
        OutputFile("site/other.html", page.replace("A table", "Another table").encode()),
        OutputFile("site/404.html", page.replace("A table to roll on", "Nothing here").encode()),
        OutputFile("site/page.mjs", module.encode()),
        OutputFile("site/book.pdf", b"%PDF-"),
        *(OutputFile(f"site/static/scripts/{path}", text.encode()) for path, text in script_sources().items()),
        *engine.files,
    )
    return (*files, *render_offline(files))


def engine_weight(toolkit: Toolkit) -> int:
    """-> bytes of the engine that every reader's browser fetches, as a host that compresses sends them."""
    files = {name: file for name, file in toolkit.engine.items() if not is_for_others(name)}
    needed = [file for name, file in files.items() if name not in ONLY_WITHOUT_MEMORY]
    return sum(min(len(file), len(gzip.compress(file, 6))) for file in needed)


@pytest.fixture(scope="session")
def bench_folder(toolkit: Toolkit, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bench")
    write_site(bench_site(toolkit, "one"), folder)
    return folder


@pytest.fixture
def site_server() -> Iterator[Callable[..., Host]]:
    """site_server(folder, prefix="") -> a Host that runs until the test ends."""
    with ExitStack() as stack:
        yield lambda folder, prefix="": stack.enter_context(hosted(folder, prefix))


@dataclass(slots=True)
class Reader:
    """A browser of its own, with nothing kept in it yet, and what went wrong in any of its pages."""

    context: BrowserContext
    trouble: list[str] = field(default_factory=list)
    # The beginnings of console messages that this test provokes.
    expected: tuple[str, ...] = ()

    def open(self, url: str) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.trouble.append(f"exception: {error}"))
        page.goto(url)
        return page

    def hear(self, message: ConsoleMessage) -> None:
        """Violations of the policy reach the console as errors, those in workers too."""
        if message.text.startswith((NOT_KEPT, *self.expected)) or LATE_FACE in message.text:
            return
        if message.type in ("error", "warning"):
            self.trouble.append(f"{message.type}: {message.text}")


@contextmanager
def staged(folder: Path, browser: Browser, **options: Any) -> Iterator[tuple[Host, BrowserContext]]:
    """One host and one browser for most tests of a book: the engine's files are fetched and compiled once."""
    expect.set_options(timeout=PATIENCE)
    with hosted(folder, "play/") as host:
        context = browser.new_context(service_workers="block", **options)
        yield host, context
        context.close()


@contextmanager
def reading(context: BrowserContext) -> Iterator[Reader]:
    """A reader with nothing stored yet. Fails the test at its end if a page of theirs had an error, a violation of its
    policy, or asked another origin."""
    reader = Reader(context)
    asked: list[str] = []
    violations: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        reader.hear(message)

    def note(request: Request) -> None:
        asked.append(request.url)

    context.on("console", hear)
    context.on("request", note)
    yield reader
    for page in context.pages:
        violations += page.evaluate("() => window.table?.violations ?? []")
        if page.url.startswith("http"):
            page.evaluate("() => localStorage.clear()")
        page.close()
    context.remove_listener("console", hear)
    context.remove_listener("request", note)
    assert reader.trouble == []
    assert violations == []
    assert [url for url in asked if not url.startswith(OWN)] == []


@pytest.fixture
def service_workers() -> Literal["allow", "block"]:
    """Whether a browser of one's own keeps the shelf; KEEPS_SHELF lets it."""
    return "block"


@pytest.fixture
def reader(browser: Browser, service_workers: Literal["allow", "block"]) -> Iterator[Reader]:
    """A reader in a browser of their own."""
    context = browser.new_context(service_workers=service_workers)
    try:
        with reading(context) as reader:
            yield reader
    finally:
        context.close()


@pytest.fixture(scope="session")
def living_folder(toolkit: Toolkit, once: Once) -> Path:
    return once.folder("living", lambda folder: build_site(CASES / "living", toolkit, folder))


@pytest.fixture(scope="session")
def shared(living_folder: Path, browser: Browser) -> Iterator[tuple[Host, BrowserContext]]:
    with staged(living_folder, browser) as stage:
        yield stage


@pytest.fixture
def living(shared: tuple[Host, BrowserContext]) -> Iterator[Living]:
    host, context = shared
    with reading(context) as reader:
        yield Living(host, reader)


@pytest.fixture
def alone(living_folder: Path, site_server: Callable[..., Host], reader: Reader) -> Living:
    """A reader who has never been here, and a host that may be broken."""
    expect.set_options(timeout=PATIENCE)
    return Living(site_server(living_folder, "play/"), reader)


@pytest.fixture
def living_with_windows(living_folder: Path, browser_with_windows: Browser) -> Iterator[Living]:
    with staged(living_folder, browser_with_windows) as (host, context), reading(context) as reader:
        yield Living(host, reader)


@pytest.fixture(scope="session")
def harbour_folder(toolkit: Toolkit, once: Once) -> Path:
    """The book of calculators and its sheet."""
    return once.folder("harbour", lambda folder: build_site(CASES / "widgets", toolkit, folder))


@pytest.fixture(scope="session")
def harbour(harbour_folder: Path, browser: Browser) -> Iterator[tuple[Host, BrowserContext]]:
    with staged(harbour_folder, browser) as stage:
        yield stage


@pytest.fixture
def watch(harbour: tuple[Host, BrowserContext]) -> Iterator[Watch]:
    host, context = harbour
    with reading(context) as reader:
        yield Watch(host, reader)


@pytest.fixture
def lone_watch(harbour_folder: Path, site_server: Callable[..., Host], reader: Reader) -> Watch:
    """A reader who has never been here, and a host that may be broken."""
    expect.set_options(timeout=PATIENCE)
    return Watch(site_server(harbour_folder, "play/"), reader)


@pytest.fixture(scope="session")
def keep_folder(toolkit: Toolkit, once: Once) -> Path:
    """The book with a screen."""
    return once.folder("keep", lambda folder: build_site(KEEP, toolkit, folder))


@pytest.fixture(scope="session")
def keep_shared(keep_folder: Path, browser: Browser) -> Iterator[tuple[Host, BrowserContext]]:
    with staged(keep_folder, browser, permissions=["clipboard-read", "clipboard-write"]) as stage:
        yield stage


@pytest.fixture
def keep(keep_shared: tuple[Host, BrowserContext]) -> Iterator[Keep]:
    host, context = keep_shared
    with reading(context) as reader:
        yield Keep(host, reader)
